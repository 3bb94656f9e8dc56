// Below a conversation without a final answer: the reason, and a button to continue. While calls are unresolved, says
// so instead.

import { useMemo, useState } from 'react';
import type { Message } from '../../../../shared/conversation/message.ts';
import { interruption, type ResumePoint } from '../../../../shared/conversation/resume.ts';
import { useConnected, useConversation, useRunElsewhere, useSession } from '../../../core/state/context.tsx';
import { useInPlaceApp } from '../../../core/state/inPlace.ts';
import { strings } from '../../../core/strings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Pulse } from '../../../ui/Pulse.tsx';
import { useDelayPassed } from '../../../ui/useNow.ts';

const none: never[] = [];
/** A message that was just sent has no run for a moment. */
const quietMs = 400;

/** The way to resume the conversation; null during a run, or if its last row offers that itself. */
function useInterruption(): ResumePoint['kind'] | null {
  const messages = useConversation((state) => state.messages) ?? none;
  const marks = useConversation((state) => state.marks);
  const running = useConversation((state) => state.run !== null) ?? true;
  const cut = useConversation((state) => state.reply !== null) ?? false;
  const kind = useMemo(() => {
    const last = messages.at(-1)?.partType;
    return !cut && (last === 'error' || last === 'note') ? null : interruption(messages, marks, cut);
  }, [messages, marks, cut]);
  return running ? null : kind;
}

export function InterruptedRow() {
  const kind = useInterruption();
  const elsewhere = useConversation((state) => state.elsewhere) ?? false;
  const ours = useInPlaceApp() === null;
  if (elsewhere) return <RunsElsewhere />;
  return kind && ours ? <Interrupted key={kind} kind={kind} /> : null;
}

function RunsElsewhere() {
  const run = useRunElsewhere();
  return (
    <p className="flex items-center gap-2 text-ink-3 text-ui" role="status" data-role="elsewhere">
      <Pulse still={!useConnected()} />
      {run ? strings.sidebar.runningOn(run.machine) : strings.chat.runsElsewhere}
    </p>
  );
}

type TurnEnd = 'unanswered' | 'by_hand' | 'denied' | 'stopped' | 'interrupted';

const sentences: Record<TurnEnd, string | null> = {
  unanswered: strings.chat.noReply,
  // After a tool that the user ran, nothing was interrupted: the model may answer.
  by_hand: null,
  denied: strings.chat.deniedAndStopped,
  stopped: strings.chat.stoppedHere,
  interrupted: strings.chat.turnInterrupted,
};

function Interrupted({ kind }: { kind: ResumePoint['kind'] }) {
  const { recover } = useSession();
  const end = useConversation((state) => turnEndOf(state.messages)) ?? 'interrupted';
  if (!useDelayPassed(quietMs)) return null;
  // A truncated reply has its own notice.
  const sentence = kind === 'message' ? null : kind === 'open_calls' ? strings.chat.callsOpen : sentences[end];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2" data-role="interrupted">
      {sentence && <p className="text-ink-3 text-ui">{sentence}</p>}
      {kind !== 'open_calls' && (
        <Button size="small" data-follows onClick={() => void recover.resume()}>
          {kind === 'request' && end === 'unanswered' ? strings.chat.askReply : strings.chat.continue}
        </Button>
      )}
      {kind === 'open_calls' && <SkipAll />}
    </div>
  );
}

/** Derives the end from the last messages: a denied or stopped call, or an unanswered user message. @internal */
export function turnEndOf(messages: readonly Message[]): TurnEnd {
  const replies = messages.filter(
    ({ role, partType }) => role !== 'system' && partType !== 'error' && partType !== 'note',
  );
  const last = replies.at(-1);
  if (last?.partType === 'tool_run') return 'by_hand';
  if (last?.role === 'user') return 'unanswered';
  const results = replies.slice(replies.findLastIndex(({ role }) => role !== 'tool') + 1);
  if (results.some((result) => result.role === 'tool' && result.details?.refused?.stopped === true)) return 'denied';
  return results.some((result) => result.role === 'tool' && result.outcome === 'cancelled') ? 'stopped' : 'interrupted';
}

/** For many open calls, when deciding individually is tedious. */
function SkipAll() {
  const { recover } = useSession();
  const [skipping, setSkipping] = useState(false);
  const open = useConversation((state) => state.openCalls) ?? none;
  const last = open.at(-1)?.messageId;
  const calls = open.filter(({ messageId }) => messageId === last);
  if (calls.length < 2) return null;
  async function skip(): Promise<void> {
    setSkipping(true);
    for (const { messageId, index } of calls) if (!(await recover.resolve(messageId, index, 'skip'))) break;
    setSkipping(false);
  }
  return (
    <Button size="small" disabled={skipping} onClick={() => void skip()}>
      {strings.calls.open.skipAll(calls.length)}
    </Button>
  );
}
