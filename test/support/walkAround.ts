// A command that a walk can call, and skills that appear, change and disappear.

import type { SlashSource } from '../../electron/ports/slash.ts';
import { ok } from '../../shared/core/errors.ts';
import type { WalkProcessOptions } from './walkProcess.ts';

const greet: SlashSource = {
  list: async () => ({
    entries: [
      {
        name: 'greet',
        kind: 'command',
        description: '',
        hint: '',
        arguments: [],
        origin: { scope: 'personal', label: 'greet.md' },
      },
    ],
    pending: [],
  }),
  expand: async (_scope, name, words) =>
    name === 'greet' ? ok({ text: `Greet and do ${words}\nAs @nobody would.` }) : null,
  complete: async () => null,
};

/** `skills`: the number of skills there are now; 0: none. */
export function walkAround(skills: () => number): Required<Pick<WalkProcessOptions, 'slash' | 'standing'>> {
  return {
    slash: [greet],
    standing: [
      async () => [
        { about: 'skills', title: 'Skills', lead: 'There are:', text: skills() === 0 ? null : `- skill ${skills()}` },
      ],
    ],
  };
}
