// Live content below the stored messages: the streaming reply, calls being written, a retry countdown, servers being
// waited for, or that the model has not responded yet.

import type { StreamingReply } from '../../../../shared/conversation/event.ts';
import { toolIcon } from '../../../core/calls/toolIcon.ts';
import { formatBytes } from '../../../core/format/amounts.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useActions, useConversation } from '../../../core/state/context.tsx';
import { useConversationAgent } from '../../../core/state/externalAgent.ts';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { Pulse } from '../../../ui/Pulse.tsx';
import { visibleText } from '../../../ui/visibleText.ts';
import { Reasoning } from '../../calls/Reasoning.tsx';
import { RetryNotice } from '../../calls/RetryNotice.tsx';
import { useAgent } from '../../externalAgents/agentStore.ts';
import { agentWords } from '../../externalAgents/words.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { LiveToolRun } from './ToolRunRow.tsx';

export function LiveRows() {
  const reply = useConversation((state) => state.reply);
  const run = useConversation((state) => state.run);
  const agentId = useConversationAgent();
  const waitsForUser = useConversation((state) => state.calls.some(({ approval, question }) => approval || question));
  const afterCalls = useConversation((state) => state.messages.at(-1)?.role === 'tool') ?? false;
  if (run?.retry) {
    return (
      <div data-role="retry">
        <RetryRow />
      </div>
    );
  }
  if (run?.byHand) return <LiveToolRun />;
  if (!reply && run?.phase === 'compacting') return <Waiting text={lateStrings.context.compacting} />;
  const isSilent = !reply || (reply.text === '' && reply.reasoning === '' && reply.calls.length === 0);
  if (agentId !== null && isSilent) {
    return !waitsForUser && (reply || run?.phase === 'model') ? (
      <AgentWaiting agentId={agentId} isStarting={Boolean(run?.starting)} />
    ) : null;
  }
  if (!reply && run?.starting) return <Waiting text={strings.chat.starting(run.starting.map(visibleText))} />;
  if (!reply) return run?.phase === 'model' ? <Waiting /> : null;
  const callsAlone = reply.text === '' && reply.reasoning === '';
  const silent = reply.text === '' && reply.reasoning === '' && reply.calls.length === 0;
  if (silent) return <Waiting />;
  return (
    <div
      data-role="assistant"
      data-streaming
      aria-busy={run !== null && run !== undefined}
      // Joins the calls above.
      className={classes(callsAlone && afterCalls && '-mt-2')}
    >
      {reply.reasoning !== '' && (
        <div className="mb-2">
          <Reasoning
            id={reply.messageId}
            text={reply.reasoning}
            ms={reply.thinking?.ms}
            live={run && thinksNow(reply) ? { since: reply.thinking?.since } : undefined}
          />
        </div>
      )}
      {reply.text !== '' && <Markdown text={reply.text} streaming={run !== null} />}
      <div className={classes(reply.text !== '' && 'mt-2', 'empty:hidden')}>
        {reply.calls.map((call) => (
          <Preparing key={call.index} name={call.name} size={call.argumentsLength} />
        ))}
      </div>
      {!run && <p className="mt-2 text-ink-3 text-small">{strings.chat.replyInterrupted}</p>}
    </div>
  );
}

/** Also true between two texts; if thinking is not measured, until text arrives. */
function thinksNow({ thinking, text, calls }: StreamingReply): boolean {
  return thinking ? thinking.since !== undefined : text === '' && calls.length === 0;
}

function Preparing({ name, size }: { name: string; size: number }) {
  const Icon = toolIcon(name);
  return (
    <p className="flex min-h-8.5 items-center gap-2 border border-transparent px-2 text-ink-3 text-ui">
      <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
      <span className="tabular truncate">{strings.chat.preparing(name || '…', formatBytes(size))}</span>
      <Pulse />
    </p>
  );
}

function AgentWaiting({ agentId, isStarting }: { agentId: string; isStarting: boolean }) {
  const name = visibleText(useAgent(agentId)?.name ?? agentId);
  return <Waiting text={isStarting ? agentWords.starting(name) : agentWords.waiting(name)} />;
}

function Waiting({ text = strings.chat.working }: { text?: string }) {
  return (
    <p className="flex min-h-6 items-center gap-2.5 text-ink-3 text-ui" role="status">
      <Pulse />
      <span className="wrap-anywhere min-w-0">{text}</span>
    </p>
  );
}

function RetryRow() {
  const actions = useActions();
  const retry = useConversation((state) => state.run?.retry);
  return retry ? (
    <RetryNotice retry={retry} onTryNow={() => void actions.tryNow()} onStop={() => void actions.stop()} />
  ) : null;
}
