// Terminal output: nothing in it moves the cursor or reorders letters, piped or on a screen; what a program reads stays
// exact.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { safeText } from '../../electron/host/terminal/terminalText.ts';
import { calling } from '../features/hooks/hooksFile.ts';
import { commandHere } from '../support/commandHere.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { projectFolder } from '../support/projectFolder.ts';
import { tempFolder } from '../support/tempFolder.ts';

const overrides = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];
const marks = ['\u200e', '\u200f', '\u061c'];
const obeyed = new RegExp(`[${[...overrides, ...marks].join('')}\\u001b\\u0007\\u009b]`);

test.each([
  ...overrides.map((mark) => [`a${mark}b`, `a⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩b`]),
  ...marks.map((mark) => [`a${mark}b`, 'ab']),
  ['שלום\u200f (x)', 'שלום (x)'],
  ['مرحبا\u061c!', 'مرحبا!'],
  ['👩\u200d👧', '👩\u200d👧'],
  ['a\r\nb\tc', 'a\nb\tc'],
  ['\u001b]0;x\u0007', '\ufffd]0;x\ufffd'],
  ['\u001b[1mb\u001b[22m', '\u001b[1mb\u001b[22m'],
])('%j is printed as %j', (text, printed) => {
  expect(safeText(text)).toBe(printed);
});

test('no command prints a control character, whatever was said, named or typed', {
  tags: ['all'],
}, async () => {
  const trick = `x${[...overrides, ...marks].join('')}\u001b[2Jy`;
  const folder = projectFolder({ 'a.txt': `${trick}\n` });
  mkdirSync(path.join(folder, trick));
  const at = ['--project', folder, '--data', path.join(tempFolder(), 'data')];
  const server = await startFakeModelServer({
    replies: [calling('read_file', { path: 'a.txt' }), { text: `Read ${trick}.` }],
    otherwise: { text: trick },
  });
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-test-0123456789', OPENAI_MODEL: 'fake-model' };
  const run = await commandHere(['run', '-p', `Read ${trick}`, '--approve', 'all', ...at], env);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('Read x⟨U+202A⟩') });
  const [listed] = JSON.parse((await commandHere(['list', '--json', ...at])).stdout) as { id: string }[];
  const id = listed?.id ?? '';
  const lines = [
    ['show', id],
    ['chain', id],
    ['context', id],
    ['list'],
    ['search', 'Read'],
    ['changes', id],
    ['mcp', 'logs', trick],
  ];
  lines.push(
    ['mcp', 'approve', trick],
    ['show', trick],
    ['hooks', 'test', trick],
    ['preset', 'show', trick],
    ['model', trick],
  );
  const printed = [run, await commandHere([trick, ...at]), await commandHere(['list', '--project', trick])];
  for (const line of lines) printed.push(await commandHere([...line, ...at], env));
  for (const { stdout, stderr } of printed) expect(`${stdout}${stderr}`).not.toMatch(obeyed);
  // A format for programs keeps every character.
  expect((await commandHere(['export', id, '--to', 'markdown', ...at])).stdout).toContain(trick);
  expect((await commandHere(['show', id, '--json', ...at])).stdout).toContain('\u202e');
  await server.close();
});
