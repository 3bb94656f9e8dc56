// The goal of a schedule: checked when it is saved, where the user confirms its command, and worked on in each run.

import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { errorSentence, fail, ok, type Result, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import { type Goal, type GoalWish, goalSpent } from '../../../shared/features/goals/goal.ts';
import type { ScheduleFile, ScheduleWish } from '../../../shared/features/schedules/schedule.ts';
import type { Power } from '../../ports/confirm.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { folderOfConversation } from '../conversationFolder.ts';
import type { GoalOverrides } from '../goals/goalRun.ts';
import type { Goals } from '../goals/goals.ts';
import type { RunResult } from './engine.ts';

type TestPlace = Goal['place'];

/** Returns where the command of its goal runs; null: it has none. */
export async function checkScheduledGoal(
  { goals, sandbox }: { goals(): Promise<Goals>; sandbox: Pick<Sandbox, 'status'> },
  wish: ScheduleWish,
): Promise<Result<TestPlace>> {
  if (wish.goal === null) return ok(null);
  const { folder, approvalMode } = wish;
  const isCommand = wish.goal.test.type === 'command';
  if (isCommand && folder === null) {
    return fail('PARAMS_INVALID', say`Choose the folder in which the command of the goal runs.`);
  }
  if (isCommand && approvalMode === 'plan') {
    return fail('PARAMS_INVALID', say`In plan mode, the command of a goal does not run. Choose another mode.`);
  }
  const checked = (await goals()).check(goalOf(wish, wish.goal, wish.prompt), wish.model);
  if (!checked.ok) return checked;
  if (!isCommand || folder === null) return ok(null);
  const { available } = await sandbox.status(folder);
  return ok({ folder, sandboxed: available });
}

function goalOf(
  { budget, timeLimitMinutes }: ScheduleWish,
  goal: NonNullable<ScheduleWish['goal']>,
  prompt: string,
): GoalWish {
  return { ...goal, prompt, budget, minutes: timeLimitMinutes };
}

export function scheduledCommandSentence({ name, worktree }: ScheduleWish, place: NonNullable<TestPlace>): string {
  const where = worktree ? `a new git worktree of ${place.folder}` : place.folder;
  const how = place.sandboxed ? 'in the sandbox' : 'with your rights (there is no sandbox here)';
  return `Let the schedule “${name}” run this command in ${where} after each round of its goal, without asking, ${how}:`;
}

/** Everything that the user confirms is in the sentence, so that a changed prompt or command is confirmed again. Null: nothing. */
export function schedulePower(wish: ScheduleWish, place: TestPlace): Power | null {
  const { name, prompt, folder, trigger, goal, worktree } = wish;
  const command = place !== null && goal?.test.type === 'command' ? goal.test.command : null;
  const isUnasked = wish.approvalMode === 'all';
  if (!isUnasked && command === null) return null;
  const unasked = `Let the schedule “${name}” run every tool without asking${folder === null ? '' : ` in ${folder}`}, with this prompt:`;
  if (place === null || command === null) {
    return { key: JSON.stringify(['schedule', name, prompt, folder, trigger]), sentence: unasked, each: [prompt] };
  }
  const parts = [name, command, place.folder, place.sandboxed, worktree];
  const sentence = scheduledCommandSentence(wish, place);
  if (!isUnasked) return { key: JSON.stringify(['goal of a schedule', ...parts]), sentence, each: [command] };
  return {
    key: JSON.stringify(['schedule with a goal', prompt, trigger, ...parts]),
    sentence: `Let the schedule “${name}” run every tool without asking in ${folder ?? ''}, and its command after each round of its goal ${
      place.sandboxed ? 'in the sandbox' : 'with your rights (there is no sandbox here)'
    }, with this prompt and this command:`,
    each: [prompt, command],
  };
}

interface GoalStart {
  conversationId: string;
  schedule: ScheduleFile;
  text: string;
  attachments: AttachmentRef[];
  overrides: GoalOverrides;
  signal: AbortSignal;
}

/** Works until the goal ends or pauses. */
export async function runScheduledGoal(
  { goals, store }: { goals(): Promise<Goals>; store: ConversationStore },
  { conversationId, schedule, text, attachments, overrides, signal }: GoalStart,
): Promise<RunResult> {
  const failed = (reason: RunResult['reason']): RunResult => ({ end: 'failed', reason, usd: null });
  if (schedule.goal === null) return failed(null);
  let place: TestPlace = null;
  if (schedule.goal.test.type === 'command') {
    const folder = await folderOfConversation(store, conversationId);
    if (!folder.ok) return failed(toUserTextData(errorSentence(folder.error)));
    // Only what the user confirmed runs: a worktree is a copy of the confirmed folder.
    if (schedule.place === null || schedule.place.folder !== schedule.folder) {
      return failed(toUserTextData(say`The command of its goal was not confirmed. Save the schedule again.`));
    }
    place = { folder: folder.value, sandboxed: schedule.place.sandboxed };
  }
  try {
    const all = await goals();
    const wish = goalOf(schedule, schedule.goal, text);
    const begun = await all.start(conversationId, wish, place, overrides, attachments);
    if (!begun.ok) return failed(toUserTextData(errorSentence(begun.error)));
    // When the app ends, the goals are left as interrupted, so that the user can resume them.
    const stop = (): void => void (signal.reason === 'close' ? null : all.request(conversationId, 'stop'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const goal = await begun.value.ended;
    signal.removeEventListener('abort', stop);
    return { ...endOf(goal), usd: goalSpent(goal.rounds) };
  } catch (thrown) {
    return failed(toUserTextData(sentenceFromThrown(thrown)));
  }
}

/** Spent rounds and no progress are failures, as a spent budget is: the schedule pauses itself after several in a row. */
function endOf({ status, reason, rounds }: Goal): Pick<RunResult, 'end' | 'reason'> {
  const last = rounds.at(-1)?.end;
  switch (status) {
    case 'passed':
      return { end: 'done', reason: toUserTextData(say`The test passed in round ${rounds.length}.`) };
    case 'budget':
    case 'timeLimit':
      return { end: status, reason };
    case 'rounds':
    case 'stalled':
      return { end: 'failed', reason };
    case 'paused':
      if (last === 'waiting') return { end: 'waiting', reason };
      return last === 'stopped' || reason === null ? { end: 'stopped', reason } : { end: 'failed', reason };
    case 'running':
    case 'stopped':
      return { end: 'stopped', reason };
  }
}
