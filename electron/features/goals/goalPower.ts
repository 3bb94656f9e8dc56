// Running the command of a goal after each round, which the user confirms outside the window.

import type { Power } from '../../ports/confirm.ts';

interface CommandPlace {
  folder: string;
  sandboxed: boolean;
}

export function goalSentence({ folder, sandboxed }: CommandPlace): string {
  const how = sandboxed ? 'in the sandbox' : 'with your rights (there is no sandbox here)';
  return `Run this command in ${folder} after each round of the goal, without asking, ${how}:`;
}

export function goalPower(command: string, place: CommandPlace): Power {
  return {
    key: JSON.stringify(['goal', command, place.folder, place.sandboxed]),
    sentence: goalSentence(place),
    each: [command],
  };
}
