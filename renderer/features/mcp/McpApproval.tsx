// Asks whether a server may start: its full command, everything that the approval covers, and what that means. The
// answer is bound to exactly this content.

import { TriangleAlert } from 'lucide-react';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { useAnswerGuard } from '../../ui/useAnswerGuard.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleParts, visibleText } from '../../ui/visibleText.ts';
import type { McpAction } from './useMcpAction.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.approve;

export function McpApproval({ server, action }: { server: McpServerInfo; action: McpAction }) {
  const { say } = useActions();
  const guard = useAnswerGuard();
  const hidden = (text: string): number => visibleParts(text).filter((part) => part.marked).length;
  // The configuration repeats the command.
  const unseen = Math.max(hidden(server.runs), hidden(server.configuration));
  const approve = async (): Promise<void> => {
    if (!guard.accepts()) return;
    if (await action.approve(server.hash)) say(words.done(visibleText(server.name)));
  };
  const title = server.changed ? words.changedTitle : words.title;
  return (
    <section aria-label={title} className="mt-3 rounded-l border border-wait-line">
      <p className="px-3 pt-2.5 font-strong text-ui">{title}</p>
      <pre className="wrap-anywhere mt-2 max-h-64 overflow-y-auto whitespace-pre-wrap border-line border-y bg-page px-3 py-2.5 text-code">
        {server.transport === 'stdio' && <span className="select-none text-ink-3">$ </span>}
        <VisibleText text={server.runs} />
      </pre>
      <details open className="border-line border-b px-3 py-2 text-ui">
        <summary className="cursor-default rounded-s text-ink-2 hover:text-ink">{words.what}</summary>
        <pre className="wrap-anywhere mt-1.5 max-h-72 overflow-y-auto whitespace-pre-wrap text-code">
          <VisibleText text={server.configuration} />
        </pre>
        <p className="wrap-anywhere mt-1 text-ink-3 text-small">
          {words.hash} <span className="font-mono">{server.hash}</span>
        </p>
      </details>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
        <p className="flex min-w-56 flex-1 gap-2 text-ui text-wait">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          <span>
            {words.danger[server.transport]}
            {unseen > 0 && ` ${lateStrings.approvals.card.unseen(unseen)}`}
          </span>
        </p>
        <Button
          tone="primary"
          disabled={!guard.ready || action.busy}
          className="disabled:opacity-100"
          onClick={() => void approve()}
        >
          {words.button}
        </Button>
      </div>
    </section>
  );
}
