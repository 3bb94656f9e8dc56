// Asks whether a server may start. The answer is bound to exactly the displayed content.

import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions } from '../../core/state/context.tsx';
import { ApprovalBox } from '../../ui/ApprovalBox.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleParts, visibleText } from '../../ui/visibleText.ts';
import type { McpAction } from './useMcpAction.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.approve;

export function McpApproval({ server, action }: { server: McpServerInfo; action: McpAction }) {
  const { say } = useActions();
  const hidden = (text: string): number => visibleParts(text).filter((part) => part.marked).length;
  // The configuration repeats the command.
  const unseen = Math.max(hidden(server.runs), hidden(server.configuration));
  const danger = words.danger[server.transport];
  const approve = async (): Promise<void> => {
    if (await action.approve(server.hash)) say(words.done(visibleText(server.name)));
  };
  return (
    <ApprovalBox
      title={server.changed ? words.changedTitle : words.title}
      runs={server.runs}
      isCommand={server.transport === 'stdio'}
      danger={unseen > 0 ? `${danger} ${lateStrings.approvals.card.unseen(unseen)}` : danger}
      button={words.button}
      busy={action.busy}
      onApprove={() => void approve()}
    >
      <details open className="border-line border-b px-3 py-2 text-ui">
        <summary className="cursor-default rounded-s text-ink-2 hover:text-ink">{words.what}</summary>
        <pre className="wrap-anywhere mt-1.5 max-h-72 overflow-y-auto whitespace-pre-wrap text-code">
          <VisibleText text={server.configuration} />
        </pre>
        <p className="wrap-anywhere mt-1 text-ink-3 text-small">
          {words.hash} <span className="font-mono">{server.hash}</span>
        </p>
      </details>
    </ApprovalBox>
  );
}
