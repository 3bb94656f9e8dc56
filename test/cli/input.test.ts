// A run's prompt: on the command line, or on standard input as text or JSON.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { commands } from '../../electron/commands.ts';
import { parseCommandLine } from '../../electron/host/terminal/commandLine.ts';
import { readInput } from '../../electron/host/terminal/input.ts';
import { readPrompt } from '../../electron/host/terminal/run/promptInput.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { commandHere } from '../support/commandHere.ts';
import { doors, throughline } from '../support/commandLine.ts';
import { startProgram } from '../support/program.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { sample } from '../support/volume.ts';

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

function folders() {
  const root = tempFolder();
  const project = path.join(root, 'project');
  mkdirSync(project);
  writeFileSync(path.join(project, 'note.txt'), 'Basil wants more.\n');
  const at = ['--project', project, '--data', path.join(root, 'data')];
  return {
    project,
    at,
    run: (args: readonly string[], input?: string | Buffer) => commandHere(['run', ...args, ...at], {}, input),
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

test(cite('START-9', 'text on standard input is the message, with -p - and with no -p'), {
  tags: ['all'],
}, async () => {
  const first = folders();
  // Through a pipe.
  expect(await throughline(['run', ...first.at], {}, 'hello\nthere\n')).toMatchObject({ code: 0 });
  expect(await first.said()).toEqual(['hello\nthere']);
  // JSON that is not a prompt is text.
  const { run, said } = folders();
  expect(await run(['-p', '-'], '{"a": 1}')).toMatchObject({ code: 0 });
  expect(await said()).toEqual(['{"a": 1}']);
});

test(cite('START-9', 'while a pipe is silent, the command says once what it is waiting for'), {
  tags: ['all'],
}, async () => {
  const root = tempFolder();
  const args = ['run', '--project', root, '--data', path.join(root, 'data')];
  const { child, prints, finished } = startProgram(`${doors}cli.js`, args, { inputStaysOpen: true });
  await prints('Reading standard input: waiting for the program that writes to it.\n');
  child.stdin?.end('hello');
  const { code, stderr } = await finished;
  expect(code).toBe(0);
  expect(stderr.match(/standard input/g)).toHaveLength(1);
});

test(cite(['START-9', 'TEXT-4'], 'JSON on standard input has a prompt, and attached files'), {
  tags: ['all'],
}, async () => {
  const { run, said, project } = folders();
  const attachments = [path.join(project, 'note.txt')];
  // As Windows PowerShell pipes it.
  const piped = utf16(`\ufeff${JSON.stringify({ prompt: 'hello', attachments })}\r\n`);
  expect(await run(['-p', '-'], piped)).toMatchObject({ code: 0 });
  const [content] = (await said()) as [object[]];
  expect(content).toMatchObject([
    { type: 'text', text: 'hello' },
    { type: 'file', name: 'note.txt', bytes: 18 },
  ]);

  const missing = await run([], JSON.stringify({ prompt: 'hello', attachments: ['no-such-file'] }));
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain('no-such-file was not attached');
});

test.each<[string, Buffer, string | RegExp]>([
  ['UTF-8 with a mark', Buffer.from('\ufeffhello\r\n'), 'hello'],
  ['UTF-16LE with a mark', utf16('\ufeffgrüße\r\n'), 'grüße'],
  ['UTF-16BE with a mark', utf16('\ufeff你好\r\n').swap16(), '你好'],
  ['UTF-16LE without a mark', utf16('how are you?\r\n'), 'how are you?'],
  ['UTF-16BE without a mark', utf16('how are you?\r\n').swap16(), 'how are you?'],
  ['JSON in UTF-16', utf16('\ufeff{"prompt":"see"}'), 'see'],
  ['GB18030', Buffer.from('c7ebbdcccad5ced2d4f5c3b4d7f6', 'hex'), '请教收我怎么做'],
  ['Latin-1', Buffer.from('caf\xe9\n', 'latin1'), /^Standard input is not UTF-8 or UTF-16 text.* Nothing was sent\.$/],
  ['UTF-32', Buffer.from('fffe00006100000062000000', 'hex'), /is not UTF-8 or UTF-16 text/],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /is not UTF-8 or UTF-16 text/],
])(cite('TEXT-4', 'standard input: %s'), async (_what, input, expected) => {
  const read = await promptOf([], input);
  if (typeof expected === 'string') expect(read).toMatchObject({ ok: true, value: { text: expected } });
  else expect(read).toMatchObject({ ok: false, error: { message: expect.stringMatching(expected) } });
});

test.each<[string, Buffer, string[], number]>(
  sample(1, [
    ['UTF-16LE with a mark', utf16('\ufeffone\r\nzwölf\r\n'), ['one', 'zwölf'], 0],
    ['Latin-1 in its second line', Buffer.from('one\ncaf\xe9\n', 'latin1'), [], 1],
  ]),
)(cite('TEXT-4', 'lines piped into a chat: %s'), async (_what, input, expected, code) => {
  const { at, said } = folders();
  const ended = await commandHere(['chat', ...at], {}, input);
  expect(ended.code).toBe(code);
  if (code === 1) expect(ended.stderr).toContain('Standard input is not UTF-8 or UTF-16 text');
  else expect(await said()).toEqual(expected);
});

test.each<[string[], object]>([
  [['-p', '--output', 'json'], { prompt: '-', output: 'json' }],
  [['--output-format', 'json', '-p'], { prompt: '-', output: 'json' }],
  [['-p', 'text', '--output-format=stream-json'], { prompt: 'text', output: 'stream-json' }],
  [['-p', '--resume'], { prompt: '-', pick: true }],
  [['--prompt', '-m'], {}],
  [['-p', 'output'], { prompt: 'output' }],
])(cite('START-9', 'options in other notations: %j'), (args, values) => {
  const parsed = parseCommandLine(['run', ...args], commands);
  if (Object.keys(values).length === 0) expect(parsed).toMatchObject({ kind: 'wrong' });
  else expect(parsed).toMatchObject({ kind: 'command', line: { values } });
});

test(cite('START-9', 'an invalid message is one line and exit 2, and creates no conversation'), async () => {
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

/** What `run` reads from its arguments and standard input; without input, that is a terminal. */
function promptOf(args: readonly string[], given?: string | Buffer) {
  const parsed = parseCommandLine(['run', ...args], commands);
  if (parsed.kind !== 'command') throw new Error(parsed.kind);
  const { signal } = new AbortController();
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  stdin.end(given ?? '');
  const input = {
    isTerminal: given === undefined,
    read: (maxBytes: number) => readInput({ stdin, stderr }, maxBytes, signal),
  };
  return readPrompt({ line: parsed.line, folder: '.', input, signal } as unknown as Parameters<typeof readPrompt>[0]);
}
