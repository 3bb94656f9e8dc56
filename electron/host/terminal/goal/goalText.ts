// Goals and their rounds as lines of the terminal.

import { textOf } from '../../../../shared/core/sentence.ts';
import { type Goal, type GoalRound, type GoalStatus, goalSpent } from '../../../../shared/features/goals/goal.ts';
import { visibleLine } from '../terminalText.ts';

const endNames = {
  done: 'no result yet',
  failed: 'its run failed',
  stopped: 'stopped',
  waiting: 'waits for you',
  budget: 'stopped at the budget',
  timeLimit: 'stopped at the time limit',
  interrupted: 'interrupted',
} as const;

export function roundText({ number, end, result, usd, fileCount }: GoalRound, of: number): string {
  const state = result ? resultText(result) : end === null ? 'running' : endNames[end];
  const details = [
    ...(usd === null ? [] : [`$${usd.toFixed(4)}`]),
    `${fileCount} ${fileCount === 1 ? 'file' : 'files'} changed`,
  ];
  return `Round ${number} of ${of}: ${state} (${details.join(', ')})`;
}

function resultText({ passed, exitCode, timedOut, summary }: NonNullable<GoalRound['result']>): string {
  if (passed) return 'passed';
  const why = timedOut ? 'took too long' : exitCode === null ? '' : `exit code ${exitCode}`;
  return ['not passed', why, summary === '' ? '' : visibleLine(summary)].filter(Boolean).join(', ');
}

const statusNames: Record<GoalStatus, string> = {
  running: 'The goal is running.',
  paused: 'The goal is paused.',
  interrupted: 'The goal was interrupted.',
  passed: 'The goal is reached.',
  budget: 'The goal ended.',
  rounds: 'The goal ended.',
  timeLimit: 'The goal ended.',
  stalled: 'The goal ended without progress.',
  stopped: 'The goal was stopped.',
};

export function goalText({ reason, rounds }: Pick<Goal, 'reason' | 'rounds'>, status: GoalStatus): string {
  const spent = goalSpent(rounds);
  return [
    statusNames[status],
    ...(reason === null ? [] : [visibleLine(textOf(reason))]),
    ...(spent === null ? [] : [`Spent $${spent.toFixed(4)}.`]),
  ].join(' ');
}
