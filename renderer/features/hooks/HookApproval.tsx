// Asks whether a folder's hook may run. The answer is bound to exactly the displayed content.

import type { HookInfo } from '../../../shared/features/hooks/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { ApprovalBox } from '../../ui/ApprovalBox.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleParts } from '../../ui/visibleText.ts';
import { hookWords } from './words.ts';

const words = hookWords.approve;

export function HookApproval({ hook, busy, onApprove }: { hook: HookInfo; busy: boolean; onApprove: () => void }) {
  const unseen = visibleParts(hook.command).filter((part) => part.marked).length;
  const danger = hook.sandboxed ? words.sandboxed : words.danger;
  return (
    <ApprovalBox
      title={hook.changed ? words.changedTitle : words.title}
      runs={hook.command}
      isCommand
      danger={unseen > 0 ? `${danger} ${lateStrings.approvals.card.unseen(unseen)}` : danger}
      button={words.button}
      busy={busy}
      onApprove={onApprove}
    >
      {hook.changes.byTool && <p className="px-3 pt-2 text-small">{words.byTool}</p>}
      {hook.changes.files.length > 0 && <Files words={words.changedFiles} files={hook.changes.files} />}
      {hook.files.length > 0 && <Files words={words.files} files={hook.files} />}
    </ApprovalBox>
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
