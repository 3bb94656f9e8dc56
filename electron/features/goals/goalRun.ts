// The rounds of a goal: a run, then the test, until it passes or a limit is reached. Each step is recorded before the next one, so that
// after a crash no message is sent twice: a goal that is resumed begins with its test.

import { type AppError, errorSentence, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData, type UserTextData } from '../../../shared/core/sentence.ts';
import {
  type Goal,
  type GoalOrigin,
  type GoalRound,
  goalOriginOf,
  goalSpent,
} from '../../../shared/features/goals/goal.ts';
import type { ApprovalMode } from '../../../shared/permission/rule.ts';
import type { ChatHandler } from '../../chat/chatHandler.ts';
import { type LimitedEnd, type LimitedRunDeps, startLimitedRun } from '../../chat/limitedRun.ts';
import { costsOf } from '../../conversation/costs.ts';
import type { ConversationStore } from '../../ports/store.ts';
import type { UndoService } from '../undo/undoService.ts';
import { type GoalEnding, goalEnding, spentLimit, usedMs } from './goalEnding.ts';
import type { GoalFiles } from './goalFiles.ts';
import { firstMessage, nextMessage } from './goalMessage.ts';
import type { TestOutcome } from './goalTest.ts';

export interface GoalRunDeps extends LimitedRunDeps {
  store: Pick<ConversationStore, 'saveAttachment'>;
  undo: Pick<UndoService, 'review'>;
  files: Pick<GoalFiles, 'update'>;
  /** Conversations in which a round runs. Its end is announced as that of the goal. */
  inRound: Set<string>;
  /** Runs the command, or asks the second model. */
  test(goal: Goal, run: TestRun): Promise<Result<TestOutcome>>;
}

export interface TestRun {
  signal: AbortSignal;
  /** The mode of its runs; null: that of the conversation. */
  approvalMode: ApprovalMode | null;
  /** Receives the cost of each reply in US dollars. */
  onPaid(usd: number): void;
}

export type GoalOverrides = NonNullable<Parameters<ChatHandler['send']>[2]>;

/** Why a goal is stopped from outside: by the user, or because the process ends. */
export type GoalStop = 'pause' | 'stop' | 'close';

/** Until a conversation where something else runs is tried again. */
const busyMs = 500;
const maxListedFiles = 20;

class Unsaved extends Error {
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

/** Returns the goal as it was last saved. `signal`: its reason is a `GoalStop`. */
export async function runGoal(
  deps: GoalRunDeps,
  first: Goal,
  overrides: GoalOverrides,
  signal: AbortSignal,
): Promise<Goal> {
  const { conversationId } = first;
  let goal = first;

  /** Takes only the request of another process from the file: nothing else may change a goal that the user confirmed. */
  async function save(change: (goal: Goal) => Goal): Promise<void> {
    const saved = await deps.files.update(conversationId, ({ request }) => change({ ...goal, request }));
    if (!saved.ok) throw new Unsaved(saved.error);
    goal = saved.value;
  }

  const saveRound = (part: Partial<GoalRound>): Promise<void> =>
    save((now) => ({ ...now, rounds: now.rounds.with(-1, { ...(now.rounds.at(-1) as GoalRound), ...part }) }));

  const end = (ending: GoalEnding): Promise<void> => save((now) => ({ ...now, ...ending, request: null }));

  const pause = (reason: UserTextData | null): Promise<void> => end({ status: 'paused', reason, stall: null });

  /** True if it was stopped from outside, which is then recorded. A process that ends leaves it running: it is interrupted. */
  async function isStopped(): Promise<boolean> {
    if (!signal.aborted) return false;
    if (signal.reason === 'stop') await end({ status: 'stopped', reason: null, stall: null });
    else if (signal.reason === 'pause') await pause(null);
    return true;
  }

  /** Null: the goal is over or paused. */
  async function testRound(): Promise<TestOutcome | null> {
    // A check costs money and a spent limit is spent; a command may still have passed.
    const limit = goal.wish.test.type === 'check' ? spentLimit(goal) : null;
    if (limit !== null) {
      await end(limit);
      return null;
    }
    const began = deps.clock.elapsed();
    const round = goal.rounds.at(-1) as GoalRound;
    const costs = round.usd === null ? [] : [round.usd];
    const tested = await deps.test(goal, {
      signal,
      approvalMode: overrides.approvalMode ?? null,
      onPaid: (usd) => costs.push(usd),
    });
    const usd = costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0);
    const spent = { usd, usedMs: round.usedMs + (deps.clock.elapsed() - began) };
    await saveRound(tested.ok && !signal.aborted ? { ...spent, result: tested.value.result } : spent);
    if (await isStopped()) return null;
    if (!tested.ok) {
      await pause(textOfError(tested.error));
      return null;
    }
    const ending = goalEnding(goal);
    if (ending === null) return tested.value;
    await end(ending);
    return null;
  }

  /** False: the goal is paused. */
  async function playRound(outcome: TestOutcome | null): Promise<boolean> {
    const message = await (outcome ? nextMessage(deps.store, goal, outcome) : firstMessage(deps.store, goal));
    if (!message.ok) {
      await pause(textOfError(message.error));
      return false;
    }
    const number = goal.rounds.length + 1;
    const round = { number, startedAt: deps.clock.now().toISOString() };
    await save((now) => ({ ...now, rounds: [...now.rounds, { ...emptyRound, ...round }] }));
    const origin: GoalOrigin = { type: 'goal', goal: goal.id, round: number };
    const limits = {
      usd: goal.wish.budget === null ? null : goal.wish.budget - (goalSpent(goal.rounds) ?? 0),
      minutes: goal.wish.minutes === null ? null : goal.wish.minutes - usedMs(goal) / 60_000,
    };
    let messageId: string | null = null;
    let used = 0;
    const run = {
      ...{ conversationId, ...message.value, limits, signal },
      // Queued messages are the user's, and come after the reply.
      overrides: { ...overrides, leaveQueue: true, origin: { ...origin } },
      onSent: (id: string) => (messageId = id),
      onUsed: (ms: number) => (used += ms),
    };
    const begin = async () => {
      // Before it starts, as it may end at once.
      deps.inRound.add(conversationId);
      const begun = await startLimitedRun(deps, run).catch((thrown: unknown) => {
        deps.inRound.delete(conversationId);
        throw thrown;
      });
      if (!begun.ok) deps.inRound.delete(conversationId);
      // Also if the goal fails meanwhile: the run after it is announced again.
      else void begun.value.finally(() => deps.inRound.delete(conversationId)).catch(() => {});
      return begun;
    };
    let started = await begin();
    while (!started.ok && started.error.code === 'CONVERSATION_BUSY' && !signal.aborted) {
      await deps.clock.wait(busyMs, signal);
      started = await begin();
    }
    if (!started.ok) {
      // Nothing was sent, so there was no round.
      await save((now) => ({ ...now, rounds: now.rounds.slice(0, -1) }));
      if (!(await isStopped())) await pause(textOfError(started.error));
      return false;
    }
    // The first message is in the conversation now: the goal keeps no copy of it.
    await save((now) => ({
      ...now,
      wish: { ...now.wish, prompt: '' },
      rounds: now.rounds.with(-1, { ...(now.rounds.at(-1) as GoalRound), messageId }),
    }));
    const ended = await started.value;
    const limit = ended.end === 'timeLimit' ? (limits.minutes ?? 0) * 60_000 : 0;
    const isCut = signal.aborted && signal.reason === 'close';
    await saveRound({
      end: isCut ? 'interrupted' : ended.end,
      endedAt: deps.clock.now().toISOString(),
      usd: ended.usd,
      usedMs: Math.max(used, limit),
      ...(messageId === null ? {} : await changedFiles(deps, conversationId, messageId)),
    });
    if (await isStopped()) return false;
    const why = pauseReason(ended);
    if (why !== null) await pause(why);
    return why === null;
  }

  try {
    await save((now) => ({ ...now, status: 'running', reason: null, stall: null }));
    await settleLastRound(deps, goal, save);
    for (;;) {
      if (await isStopped()) break;
      const isBegun = goal.rounds.length > 0;
      const outcome = isBegun ? await testRound() : null;
      if (isBegun && outcome === null) break;
      if (!(await playRound(outcome))) break;
    }
  } catch (thrown) {
    // Nothing more can be recorded, so nothing more may run.
    if (!(thrown instanceof Unsaved)) throw thrown;
    goal = { ...goal, status: 'paused', reason: textOfError(thrown.error) };
  }
  return goal;
}

const emptyRound: Omit<GoalRound, 'number' | 'startedAt'> = {
  ...{ endedAt: null, messageId: null, end: null, usd: null, usedMs: 0, result: null, files: [], fileCount: 0 },
};

async function changedFiles(
  { undo }: Pick<GoalRunDeps, 'undo'>,
  conversationId: string,
  messageId: string,
): Promise<Pick<GoalRound, 'files' | 'fileCount'>> {
  const review = await undo.review(conversationId, { type: 'turn', messageId });
  const paths = review.ok ? review.value.files.map(({ path }) => path) : [];
  return { files: paths.slice(0, maxListedFiles), fileCount: paths.length };
}

/** A process that ended may have left a round without its end, or before its message was sent: then it was none. */
async function settleLastRound(
  deps: Pick<GoalRunDeps, 'hub' | 'clock' | 'undo'>,
  { id, conversationId, rounds }: Goal,
  save: (change: (goal: Goal) => Goal) => Promise<void>,
): Promise<void> {
  const last = rounds.at(-1);
  if (!last || last.end !== null) return;
  const loaded = await deps.hub.load(conversationId);
  const messages = loaded.ok ? loaded.value.messages : [];
  const sentAt = messages.findIndex((message) => {
    const origin = goalOriginOf(message.origin);
    return message.id === last.messageId || (origin?.goal === id && origin.round === last.number);
  });
  const messageId = last.messageId ?? messages[sentAt]?.id ?? null;
  if (messageId === null) return save((now) => ({ ...now, rounds: now.rounds.slice(0, -1) }));
  const after = sentAt < 0 ? [] : messages.slice(sentAt + 1);
  const nextOfUser = after.findIndex(({ role }) => role === 'user');
  // Its replies were paid although nothing recorded its end.
  const usd = costsOf(nextOfUser < 0 ? after : after.slice(0, nextOfUser)).usd ?? null;
  const ended = {
    ...{ ...last, messageId, usd, end: 'interrupted' as const, endedAt: deps.clock.now().toISOString() },
    ...(await changedFiles(deps, conversationId, messageId)),
  };
  await save((now) => ({ ...now, wish: { ...now.wish, prompt: '' }, rounds: now.rounds.with(-1, ended) }));
}

/** Null: the round is tested. */
function pauseReason({ end, reason }: LimitedEnd): UserTextData | null {
  if (end === 'waiting') return toUserTextData(say`A call needs your answer. Answer it, then resume the goal.`);
  if (end === 'stopped') return toUserTextData(say`You stopped its run.`);
  return end === 'failed' ? (reason ?? toUserTextData(say`Its run failed.`)) : null;
}

function textOfError(error: AppError): UserTextData {
  return toUserTextData(errorSentence(error));
}
