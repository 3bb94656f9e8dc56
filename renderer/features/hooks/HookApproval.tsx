// Asks whether a folder's hook may run: its exact command, the files that it runs, and what that means. The answer is
// bound to exactly this content.

import { TriangleAlert } from 'lucide-react';
import type { HookInfo } from '../../../shared/features/hooks/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { useAnswerGuard } from '../../ui/useAnswerGuard.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleParts } from '../../ui/visibleText.ts';
import { hookWords } from './words.ts';

const words = hookWords.approve;

export function HookApproval({ hook, busy, onApprove }: { hook: HookInfo; busy: boolean; onApprove: () => void }) {
  const guard = useAnswerGuard();
  const unseen = visibleParts(hook.command).filter((part) => part.marked).length;
  const title = hook.changed ? words.changedTitle : words.title;
  return (
    <section aria-label={title} className="mt-2 rounded-l border border-wait-line">
      <p className="px-3 pt-2.5 font-strong text-ui">{title}</p>
      <pre className="wrap-anywhere mt-2 max-h-64 overflow-y-auto whitespace-pre-wrap border-line border-y bg-page px-3 py-2.5 text-code">
        <span className="select-none text-ink-3">$ </span>
        <VisibleText text={hook.command} />
      </pre>
      {hook.changes.byTool && <p className="px-3 pt-2 text-small">{words.byTool}</p>}
      {hook.changes.files.length > 0 && <Files words={words.changedFiles} files={hook.changes.files} />}
      {hook.files.length > 0 && <Files words={words.files} files={hook.files} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
        <p className="flex min-w-56 flex-1 gap-2 text-ui text-wait">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          <span>
            {hook.sandboxed ? words.sandboxed : words.danger}
            {unseen > 0 && ` ${lateStrings.approvals.card.unseen(unseen)}`}
          </span>
        </p>
        <Button
          tone="primary"
          disabled={!guard.ready || busy}
          className="disabled:opacity-100"
          onClick={() => guard.accepts() && onApprove()}
        >
          {words.button}
        </Button>
      </div>
    </section>
  );
}

function Files({ words: label, files }: { words: string; files: readonly string[] }) {
  return (
    <p className="wrap-anywhere px-3 pt-2 text-ink-3 text-small">
      {label}
      {strings.sentences.gap(label)}
      <VisibleText text={strings.sentences.list(files)} />
    </p>
  );
}
