// Running the command of a goal after each round, which the user confirms outside the window.

import type { Goal } from '../../../shared/features/goals/goal.ts';
import type { Power } from '../../ports/confirm.ts';

/** The parts that the user confirms. */
export type ConfirmedGoal = Pick<Goal, 'id' | 'wish' | 'place' | 'model' | 'approvalMode'>;

interface CommandPlace {
  folder: string;
  sandboxed: boolean;
}

export function goalSentence({ folder, sandboxed }: CommandPlace): string {
  const how = sandboxed ? 'in the sandbox' : 'with your rights (there is no sandbox here)';
  return `Run this command in ${folder} after each round of the goal, without asking, ${how}:`;
}

export const unaskedSentence = 'Let every round of the goal run every tool without asking.';

export function goalPower(command: string, place: CommandPlace): Power {
  return {
    key: JSON.stringify(['goal', command, place.folder, place.sandboxed]),
    sentence: goalSentence(place),
    each: [command],
  };
}

/** For a goal that this process did not start: its file may come from a backup, or from another machine. Null: it needs none. */
export function resumedGoalPower({ wish: { test }, place, approvalMode }: ConfirmedGoal): Power | null {
  const command = test.type === 'command' && place !== null ? goalPower(test.command, place) : null;
  if (approvalMode !== 'all') return command;
  const each = [test.type === 'command' ? test.command : test.question];
  return {
    key: JSON.stringify(['goal without asking', command?.key, ...each]),
    sentence: [unaskedSentence, command?.sentence ?? 'It ends when a model answers this question with yes:'].join(' '),
    each,
  };
}
