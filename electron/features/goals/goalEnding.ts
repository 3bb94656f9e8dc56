// Decides whether a goal is over. Pure.

import { say, toUserTextData, type UserTextData } from '../../../shared/core/sentence.ts';
import type { Attention } from '../../../shared/features/conversations/methods.ts';
import { type Goal, type GoalRound, goalSpent, type Stall } from '../../../shared/features/goals/goal.ts';

export interface GoalEnding {
  status: Goal['status'];
  reason: UserTextData | null;
  stall: Stall | null;
}

/** Without the time it waited for the user. */
export function usedMs({ rounds }: Pick<Goal, 'rounds'>): number {
  return rounds.reduce((sum, round) => sum + round.usedMs, 0);
}

/** Null: another round follows. A test that passes counts even if a limit is reached. */
export function goalEnding(goal: Pick<Goal, 'wish' | 'rounds'>): GoalEnding | null {
  const { wish, rounds } = goal;
  if (rounds.at(-1)?.result?.passed) return { status: 'passed', reason: null, stall: null };
  const limit = spentLimit(goal);
  if (limit) return limit;
  if (rounds.length >= wish.rounds) {
    return {
      status: 'rounds',
      reason: toUserTextData(say`The test did not pass in ${wish.rounds} rounds.`),
      stall: null,
    };
  }
  const stall = stallOf(rounds, wish.stallAfter);
  if (stall === null) return null;
  const reason =
    stall === 'unchanged'
      ? say`No file changed in the last ${wish.stallAfter} rounds, and the test failed in the same way.`
      : say`The test failed in the same way in the last ${2 * wish.stallAfter} rounds although files changed.`;
  return { status: 'stalled', reason: toUserTextData(reason), stall };
}

/** How its end is announced to the user; null: the user ended it, or it continues later. */
export function attentionOfGoal({ status, reason, rounds }: Goal): Attention | null {
  if (status === 'passed') return 'done';
  if (status === 'running' || status === 'stopped') return null;
  if (status !== 'paused') return 'paused';
  const end = rounds.at(-1)?.end;
  if (reason === null || end === 'stopped') return null;
  return end === 'failed' ? 'failed' : 'paused';
}

/** Its budget or its time. */
export function spentLimit(goal: Pick<Goal, 'wish' | 'rounds'>): GoalEnding | null {
  const { budget, minutes } = goal.wish;
  // Sums of parts may differ from the whole in their last digit, so a round that ended at the limit counts, too.
  const end = goal.rounds.at(-1)?.end;
  if (budget !== null && (end === 'budget' || (goalSpent(goal.rounds) ?? 0) >= budget)) {
    return {
      status: 'budget',
      reason: toUserTextData(say`It reached its budget of ${budget} US dollars.`),
      stall: null,
    };
  }
  if (minutes === null || (end !== 'timeLimit' && usedMs(goal) < minutes * 60_000)) return null;
  return {
    status: 'timeLimit',
    reason: toUserTextData(say`It reached its time limit of ${minutes} minutes.`),
    stall: null,
  };
}

function stallOf(rounds: readonly GoalRound[], stallAfter: number): Stall | null {
  const fingerprint = rounds.at(-1)?.result?.fingerprint;
  const changedSince = rounds.findLastIndex(({ result }) => result?.fingerprint !== fingerprint);
  const same = rounds.slice(changedSince + 1);
  const idleSince = same.findLastIndex(({ fileCount }) => fileCount > 0);
  // The first of them printed something new, or changed something: it was progress.
  if (same.length - (idleSince + 1) >= stallAfter) return 'unchanged';
  return same.length >= 2 * stallAfter ? 'sameResult' : null;
}
