// A Claude Code command reads as it was typed.

import { expect, test } from 'vitest';
import { typedCommand } from '../../shared/features/slash/slash.ts';

test.each<[string, string | null]>([
  [
    '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>12</command-args>',
    '/review 12',
  ],
  ['<command-name>/clear</command-name>\n  <command-args></command-args>', '/clear'],
  ['<local-command-stdout>Total cost: $1</local-command-stdout>', 'Total cost: $1'],
  ['<local-command-stdout></local-command-stdout>', null],
  ['<command-name>/a</command-name> and more', null],
  ['<command-name>/a</command-args>', null],
  ['What does <command-name>/a</command-name> mean?', null],
  ['/clear', null],
])('%s', (text, shown) => {
  expect(typedCommand(text)).toBe(shown);
});
