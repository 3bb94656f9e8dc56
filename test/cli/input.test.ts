// What a run is asked: on the line, or on standard input as text or as JSON.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../../electron/host/terminal/commandLine.ts';
import { readPrompt } from '../../electron/host/terminal/promptInput.ts';
import type { Terminal } from '../../electron/host/terminal/terminal.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { doors, throughline } from '../support/commandLine.ts';
import { startProgram } from '../support/program.ts';
import { tempFolder } from '../support/tempFolder.ts';

function folders() {
  const root = tempFolder();
  const project = path.join(root, 'project');
  mkdirSync(project);
  writeFileSync(path.join(project, 'note.txt'), 'Basil wants more.\n');
  const at = ['--project', project, '--data', path.join(root, 'data')];
  return {
    project,
    at,
    run: (args: readonly string[], input?: string) => commandHere(['run', ...args, ...at], {}, input),
    async said(): Promise<unknown[]> {
      const listed = await commandHere(['list', '--json', ...at]);
      const [row] = JSON.parse(listed.stdout);
      if (!row) throw new Error('there is no conversation');
      const shown = await commandHere(['show', row.id, '--json', ...at]);
      const messages: Message[] = JSON.parse(shown.stdout).messages;
      return messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    },
  };
}

test(cite('START-9', 'text on standard input is the message, with -p - and with no -p'), async () => {
  const first = folders();
  // Through a pipe.
  expect(await throughline(['run', ...first.at], {}, 'hello\nthere\n')).toMatchObject({ code: 0 });
  expect(await first.said()).toEqual(['hello\nthere']);
  // JSON that is no prompt is text.
  const { run, said } = folders();
  expect(await run(['-p', '-'], '{"a": 1}')).toMatchObject({ code: 0 });
  expect(await said()).toEqual(['{"a": 1}']);
});

test(cite('START-9', 'while a pipe says nothing the person is told what is waited for, once'), async () => {
  const root = tempFolder();
  const args = ['run', '--project', root, '--data', path.join(root, 'data')];
  const { child, prints, finished } = startProgram(`${doors}cli.js`, args, { inputStaysOpen: true });
  await prints('Reading standard input: the program writing to it must finish.\n');
  child.stdin?.end('hello');
  const { code, stderr } = await finished;
  expect(code).toBe(0);
  expect(stderr.match(/standard input/g)).toHaveLength(1);
});

test(cite('START-9', 'JSON on standard input has a prompt, and files beside it'), async () => {
  const { run, said, project } = folders();
  const attachments = [path.join(project, 'note.txt')];
  expect(await run(['-p', '-'], JSON.stringify({ prompt: 'hello', attachments }))).toMatchObject({ code: 0 });
  const [content] = (await said()) as [object[]];
  expect(content).toMatchObject([
    { type: 'text', text: 'hello' },
    { type: 'file', name: 'note.txt', bytes: 18 },
  ]);

  const missing = await run([], JSON.stringify({ prompt: 'hello', attachments: ['no-such-file'] }));
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('no-such-file was not attached');
});

test(cite('START-9', 'what is no message is one line and exit 2, and makes no conversation'), async () => {
  const needed = /^run needs a message: -p "…", or text on standard input$/;
  const wrong: [string[], string | undefined, RegExp][] = [
    [[], undefined, needed],
    [['-p', '-'], '', needed],
    [[], ' \n', needed],
    [[], '{"prompt": ""}', needed],
    [[], '{"prompt": 1}', /^JSON on standard input needs a "prompt"/],
    [[], '{"prompt": "a", "attachments": "b"}', /^JSON on standard input needs a "prompt"/],
    [[], '{"prompt": "a", "more": true}', /^JSON on standard input needs a "prompt"/],
    [[], 'x'.repeat(2_000_001), /^Standard input is longer than 2,000,000 characters\./],
  ];
  for (const [args, input, words] of wrong) {
    const read = await promptOf(args, input);
    expect([input?.slice(0, 40), read.ok]).toEqual([input?.slice(0, 40), false]);
    if (!read.ok)
      expect([read.error.code, read.error.message]).toEqual(['PARAMS_INVALID', expect.stringMatching(words)]);
  }
  // The command itself, with the longest of them.
  const { run, said } = folders();
  const ended = await run([], wrong.at(-1)?.[1]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr.split('\n')).toHaveLength(2);
  await expect(said()).rejects.toThrow();
});

/** What `run` reads of its line and its standard input; no input is a terminal. */
function promptOf(args: readonly string[], given?: string) {
  const parsed = parseCommandLine(['run', ...args]);
  if (parsed.kind !== 'command') throw new Error(parsed.kind);
  const { signal } = new AbortController();
  const input = { isTerminal: given === undefined, read: async () => given ?? '' };
  return readPrompt({ line: parsed.line, folder: '.', input, signal } as unknown as Terminal);
}
