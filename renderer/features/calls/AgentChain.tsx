// A sub-agent in its call's box: its live calls, one line each, with nested sub-agents indented; its latest text while
// it runs; and a link to its conversation.

import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import { callLine } from '../../core/calls/callLine.ts';
import { type CallStatus, callStatus, runsElsewhere } from '../../core/calls/callState.ts';
import type { CallRef } from '../../core/calls/items.ts';
import { refusalText } from '../../core/calls/refusal.ts';
import { toolIcon } from '../../core/calls/toolIcon.ts';
import { formatRowDuration } from '../../core/format/duration.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { agentCalls, agentOf, latestText } from './agentCall.ts';
import { ElapsedTime } from './CallHeader.tsx';
import { RetryNotice } from './RetryNotice.tsx';
import { StateMark } from './StateMark.tsx';

const words = lateStrings.processing.agent;
const maxVisible = 60;
const maxDepth = 3;
const maxWords = 1200;

/** `live`: the call is running and has no result yet. */
export function AgentPart({ conversationId, live }: { conversationId: string; live: boolean }) {
  const { actions, side } = useSession();
  const { state, error } = useStore(side.of(conversationId));
  useEffect(() => side.watch(conversationId), [side, conversationId]);
  const latest = state && live ? latestText(state) : '';
  return (
    <section
      aria-label={words.chain}
      data-agent={conversationId}
      className="border-line border-b px-3 py-2 last:border-b-0"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {error && <p className="py-1 text-ink-3 text-ui">{words.gone}</p>}
          {!error && !state && <p className="py-1 text-ink-3 text-ui">{words.opening}</p>}
          {state && <Chain conversationId={conversationId} depth={0} />}
        </div>
        {!error && (
          <Button size="small" onClick={() => actions.show(conversationId)}>
            {words.open}
          </Button>
        )}
      </div>
      {latest !== '' && (
        <div className="mt-1 border-line border-l-2 pl-3">
          <p className="sr-only">{words.says}</p>
          <p className="wrap-anywhere max-h-32 overflow-y-auto whitespace-pre-wrap text-ink-2 text-ui">
            {visibleText(latest.slice(-maxWords))}
          </p>
        </div>
      )}
    </section>
  );
}

/** A sub-agent that waits to ask its model again. Nothing otherwise. */
export function AgentRetry({ conversationId }: { conversationId: string }) {
  const { actions, side } = useSession();
  const retry = useStore(side.of(conversationId), ({ state }) => state?.run?.retry);
  useEffect(() => side.watch(conversationId), [side, conversationId]);
  return retry ? (
    <div data-agent-retry={conversationId} className="px-2 py-1.5">
      <RetryNotice
        retry={retry}
        onTryNow={() => void actions.call('run.tryNow', { conversationId })}
        onStop={() => void actions.call('run.stop', { conversationId })}
      />
    </div>
  ) : null;
}

function Chain({ conversationId, depth }: { conversationId: string; depth: number }) {
  const { side } = useSession();
  const { state } = useStore(side.of(conversationId));
  const messages = state?.messages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: calls change only with messages
  const calls = useMemo(() => (state ? agentCalls(state) : []), [messages]);
  if (!state) return null;
  const earlier = Math.max(0, calls.length - maxVisible);
  return (
    <>
      {calls.length === 0 && <p className="py-1 text-ink-3 text-ui">{state.run ? words.thinking : words.nothing}</p>}
      {earlier > 0 && <p className="py-0.5 text-ink-3 text-small">{words.earlier(earlier)}</p>}
      <ol>
        {calls.slice(earlier).map((call) => (
          <Step key={call.key} call={call} status={callStatus(call, state, runsElsewhere(call, state))} depth={depth} />
        ))}
      </ol>
    </>
  );
}

function Step({ call, status, depth }: { call: CallRef; status: CallStatus; depth: number }) {
  const Icon = toolIcon(call.name);
  const agent = agentOf(call, status.live);
  const duration = formatRowDuration(call.result?.duration ?? 0);
  return (
    <li data-agent-call data-state={status.state}>
      <div className="flex min-h-6 items-center gap-2 text-ui">
        <Icon className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
        <span className="min-w-0 flex-1 truncate text-ink-2">{callLine(call, status.state)}</span>
        <span className="flex shrink-0 items-center gap-2">
          {status.state === 'running' && <ElapsedTime startedAt={status.live?.startedAt} />}
          {duration !== '' && status.state !== 'denied' && (
            <span className="tabular text-ink-3 text-small">{duration}</span>
          )}
          <StateMark
            state={status.state}
            neverStarted={status.neverStarted}
            label={status.isBehind ? strings.calls.behind : refusalText(call.result)}
            brief
          />
        </span>
      </div>
      {agent !== null && depth < maxDepth && <Nested conversationId={agent} depth={depth + 1} />}
    </li>
  );
}

function Nested({ conversationId, depth }: { conversationId: string; depth: number }) {
  const { side } = useSession();
  useEffect(() => side.watch(conversationId), [side, conversationId]);
  return (
    <div className="ml-1.5 border-line border-l pl-3">
      <Chain conversationId={conversationId} depth={depth} />
      <AgentRetry conversationId={conversationId} />
    </div>
  );
}
