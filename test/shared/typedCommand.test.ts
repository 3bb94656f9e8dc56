// A Claude Code command reads as it was typed.

import { expect, test } from 'vitest';
import { parseTaggedMessage, typedCommand } from '../../shared/features/slash/slash.ts';

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

test.each<[string, Partial<ReturnType<typeof parseTaggedMessage> & object> | null]>([
  ['<local-command-stdout>a <b> c</local-command-stdout>@a.txt', { output: 'a <b> c', text: '@a.txt' }],
  ['<local-command-stdout></local-command-stdout>', {}],
  [
    '<bash-input>ls</bash-input><bash-stdout>a\nb</bash-stdout><bash-stderr>no</bash-stderr>',
    { typed: '! ls', output: 'a\nb\nno' },
  ],
  [
    '<local-command-caveat>Do not answer.</local-command-caveat>\n<command-name>/cost</command-name>',
    { typed: '/cost', added: 'Do not answer.' },
  ],
  [
    '<system-reminder>\nBe brief.\n</system-reminder>\n\nHow deep is it?',
    { added: 'Be brief.', text: 'How deep is it?' },
  ],
  ['<command-name>/a</command-args>', null],
  ['What does <command-name>/a</command-name> mean?', null],
  [`<system-reminder>${'<system-reminder>'.repeat(100_000)}`, null],
])('the parts of %.80s', (message, parts) => {
  expect(parseTaggedMessage(message)).toEqual(parts && { typed: '', output: '', added: '', text: '', ...parts });
});
