// Starts a run with limits and waits for its end: the only place where work begins that no user started by hand.

import type { AttachmentRef } from '../../shared/conversation/attachments.ts';
import type { ErrorInfo } from '../../shared/conversation/message.ts';
import { errorSentence, ok, type Result } from '../../shared/core/errors.ts';
import { say, toUserTextData, type UserTextData } from '../../shared/core/sentence.ts';
import type { ScheduledEnd } from '../../shared/features/schedules/schedule.ts';
import { costsOf } from '../conversation/costs.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChatHandler } from './chatHandler.ts';
import type { ConversationHub } from './conversationHub.ts';
import type { LaterAnswers } from './laterAnswers.ts';

interface RunLimits {
  /** US dollars; null: none. Checked after each reply. */
  usd: number | null;
  /** Without the time that the run waits for the user; null: none. */
  minutes: number | null;
}

export interface LimitedEnd {
  end: Extract<ScheduledEnd, 'done' | 'failed' | 'stopped' | 'waiting' | 'budget' | 'timeLimit'>;
  reason: UserTextData | null;
  /** Known costs in US dollars; null: none are known. */
  usd: number | null;
}

export interface LimitedRunDeps {
  chat: Pick<ChatHandler, 'send' | 'stop'>;
  hub: Pick<ConversationHub, 'load' | 'peek' | 'subscribe'>;
  clock: Clock;
  later?: Pick<LaterAnswers, 'takePostponed'> | null;
}

interface LimitedRun {
  conversationId: string;
  text: string;
  attachments: readonly AttachmentRef[];
  overrides: NonNullable<Parameters<ChatHandler['send']>[2]>;
  limits: RunLimits;
  /** Stops the run. */
  signal: AbortSignal;
  /** Receives the message's id when the run has started. */
  onSent?(messageId: string): void;
  /** Receives the time that counted towards a limit of minutes, in milliseconds. */
  onUsed?(ms: number): void;
}

/** A wait for the user is looked at again after this long. */
const recheckMs = 5_000;

/** Resolves when the run has ended; an error: it did not start, and nothing was sent. */
export async function startLimitedRun(deps: LimitedRunDeps, run: LimitedRun): Promise<Result<Promise<LimitedEnd>>> {
  const { chat, hub, later } = deps;
  const { conversationId, limits } = run;
  const before = await hub.load(conversationId);
  if (!before.ok) return before;
  const knownIds = new Set(before.value.messages.map(({ id }) => id));
  const spent = (): number | null => {
    const messages = hub.peek(conversationId)?.messages ?? [];
    return costsOf(messages.filter(({ id }) => !knownIds.has(id))).usd ?? null;
  };
  let stoppedBy: 'budget' | 'timeLimit' | null = null;
  const stop = (why: typeof stoppedBy): void => {
    stoppedBy ??= why;
    void chat.stop(conversationId);
  };
  const unsubscribe = hub.subscribe(conversationId, (_id, _seq, event) => {
    if (event.type !== 'message.appended' || limits.usd === null) return;
    if ((spent() ?? 0) >= limits.usd) stop('budget');
  });
  const onAbort = (): void => stop(null);
  const started = await chat.send(conversationId, run.text, run.overrides, run.attachments);
  if (!started.ok) {
    unsubscribe();
    return started;
  }
  run.onSent?.(started.value.messageId);
  run.signal.addEventListener('abort', onAbort, { once: true });
  if (run.signal.aborted) onAbort();
  const over = new AbortController();
  void stopAtLimit(deps, run, over.signal, () => stop('timeLimit'));
  const ended = started.value.ended.then((outcome): LimitedEnd => {
    over.abort();
    run.signal.removeEventListener('abort', onAbort);
    unsubscribe();
    const usd = spent();
    if (stoppedBy === 'budget') {
      return {
        end: 'budget',
        reason: toUserTextData(say`It reached its budget of ${limits.usd ?? 0} US dollars.`),
        usd,
      };
    }
    if (stoppedBy === 'timeLimit') {
      const reason = say`It reached its time limit of ${limits.minutes ?? 0} minutes.`;
      return { end: 'timeLimit', reason: toUserTextData(reason), usd };
    }
    if (later?.takePostponed(conversationId)) return { end: 'waiting', reason: null, usd };
    if (outcome.end === 'done') return { end: 'done', reason: null, usd };
    if (outcome.end === 'stopped') return { end: 'stopped', reason: null, usd };
    return { end: 'failed', reason: reasonOf(outcome.error), usd };
  });
  return ok(ended);
}

function reasonOf(error: ErrorInfo | undefined): UserTextData | null {
  return error ? toUserTextData(errorSentence(error)) : null;
}

/** The time that it waits for the user does not count: it would end exactly the runs that do as they should. */
async function stopAtLimit(
  { hub, clock }: LimitedRunDeps,
  { conversationId, limits, onUsed }: LimitedRun,
  over: AbortSignal,
  stop: () => void,
): Promise<void> {
  if (limits.minutes === null) return;
  const isWaiting = (): boolean =>
    (hub.peek(conversationId)?.calls ?? []).some(({ approval, question }) => approval || question);
  let left = limits.minutes * 60_000;
  while (!over.aborted && left > 0) {
    const step = Math.min(left, recheckMs);
    const began = clock.elapsed();
    await clock.wait(step, over);
    if (isWaiting()) continue;
    left -= step;
    onUsed?.(Math.min(step, clock.elapsed() - began));
  }
  if (!over.aborted) stop();
}
