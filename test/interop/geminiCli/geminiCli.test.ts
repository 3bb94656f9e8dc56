// Gemini CLI sessions: repeated rows, rows that change the session, undone messages, the older format.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { geminiCliFormat } from '../../../electron/interop/geminiCli/format.ts';
import { volume } from '../../support/volume.ts';
import { exampleSession, nextRequestBreaks, readAll, readOne, sharedOf, textFile } from '../textFile.ts';

type Row = Record<string, unknown>;
const example = exampleSession('gemini-cli-0.61.0.session.jsonl');
const head = { sessionId: 'one', projectHash: 'p', startTime: '2026-11-22T14:57:41.474Z', kind: 'main' };
const linesOf = (rows: readonly (Row | string)[]) =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');
const read = (rows: readonly (Row | string)[]) => readOne(geminiCliFormat, 'session.jsonl', linesOf(rows));
const user = (id: string, words: string): Row => ({
  id,
  type: 'user',
  timestamp: head.startTime,
  content: [{ text: words }],
});
const reply = (id: string, content: string, toolCalls?: Row[]): Row => ({
  id,
  type: 'gemini',
  timestamp: head.startTime,
  content,
  model: 'gemini-x',
  tokens: { input: 10, output: 2, cached: 4, thoughts: 3, tool: 0, total: 15 },
  thoughts: [{ subject: 'Plan', description: 'Look first.' }],
  ...(toolCalls ? { toolCalls } : {}),
});
const ran = (id: string, response: Row, more: Row = {}): Row => ({
  id,
  name: 'run_shell_command',
  args: { command: 'ls' },
  result: [{ functionResponse: { id, name: 'run_shell_command', response } }],
  status: 'success',
  ...more,
});

test.skipIf(example === null)('a real session is imported completely (skipped without the examples)', async () => {
  const history = await readOne(geminiCliFormat, 'session.jsonl', example as string);
  expect(geminiCliFormat.recognises(example as string, 'x')).toBe(true);
  expect(sharedOf(history.messages)).toMatchObject([
    { role: 'system', partType: 'environment' },
    { role: 'user', content: 'RUN IT please' },
    { role: 'assistant', content: 'I run it.', asked: [{ name: 'run_shell_command', call: 0 }] },
    { role: 'tool', call: 0, outcome: 'ok' },
    { role: 'assistant', content: 'All done.' },
  ]);
  expect(nextRequestBreaks(history)).toEqual([]);
});

const resumedExample = exampleSession('gemini-cli-0.61.0.resumed.session.jsonl');

test.skipIf(resumedExample === null)(
  'a real resumed session keeps its calls (skipped without the examples)',
  async () => {
    const history = await readOne(geminiCliFormat, 'session.jsonl', resumedExample as string);
    expect(history.problems).toEqual([]);
    expect(sharedOf(history.messages)).toMatchObject([
      { role: 'system', partType: 'environment' },
      { role: 'user', content: 'RUN IT please' },
      {
        ...{ role: 'assistant', content: 'I run two.', reasoning: 'Thinking 思.' },
        asked: [{ name: 'run_shell_command', call: 0 }, { call: 1 }],
      },
      { role: 'tool', call: 0, outcome: 'ok' },
      { role: 'tool', call: 1, outcome: 'error' },
      { role: 'assistant', content: 'All done 完.' },
      { role: 'user', content: 'again' },
      { role: 'assistant', content: 'All done 完.' },
    ]);
    expect(history.messages[2]).toMatchObject({ model: 'gemini-3.8-flash', createdAt: '2026-11-28T09:24:42.315Z' });
    expect(nextRequestBreaks(history)).toEqual([]);
  },
);

const functionCall = (id: string | undefined, command: string): Row => ({
  functionCall: { ...(id === undefined ? {} : { id }), name: 'run_shell_command', args: { command } },
  thoughtSignature: 's',
});
const functionResponse = (id: string | undefined, output: string): Row => ({
  functionResponse: { ...(id === undefined ? {} : { id }), name: 'run_shell_command', response: { output } },
});
const parts = (id: string, type: string, content: Row[]): Row => ({
  id,
  type,
  timestamp: '2026-11-23T00:00:00.000Z',
  content,
});

test('a resumed session repeats its messages as parts: no earlier information is lost', async () => {
  const listed = [
    parts('u', 'user', [{ text: 'Go' }]),
    parts('g', 'gemini', [{ text: 'Plan', thought: true }, { text: 'I look.' }, functionCall('a', 'ls')]),
    parts('g_response', 'user', [functionResponse('a', 'x')]),
    parts('r', 'user', [functionResponse('a', 'x')]),
    parts('h', 'gemini', [{ text: 'Done.' }]),
  ];
  const first = [head, user('u', 'Go'), reply('g', 'I look.', [ran('a', { output: 'x' })]), reply('h', 'Done.')];
  const relisted = { $set: { messages: listed } };
  const whole = await read([...first, head, { $set: { messages: [] } }, relisted, user('v', 'More'), relisted]);
  expect(sharedOf(whole.messages)).toMatchObject([
    { role: 'user', content: 'Go' },
    { content: 'I look.', reasoning: '**Plan**\nLook first.', asked: [{ arguments: '{"command":"ls"}', call: 0 }] },
    { role: 'tool', content: 'x', outcome: 'ok' },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'More' },
  ]);
  expect(whole.messages[1]).toMatchObject({ model: 'gemini-x', createdAt: head.startTime });
  expect(whole.problems).toEqual([]);
});

test('a file with parts only: calls and results without IDs, results next to text, strays reported', async () => {
  const rows = [
    head,
    parts('u', 'user', [{ text: 'Go' }]),
    parts('g', 'gemini', [
      { text: 'Plan', thought: true },
      functionCall(undefined, 'ls'),
      functionCall(undefined, 'pwd'),
    ]),
    parts('r', 'user', [functionResponse(undefined, 'x'), functionResponse(undefined, 'y'), { text: 'And?' }]),
    parts('s', 'user', [functionResponse('nobody', 'z')]),
    parts('h', 'gemini', [{ text: 'Done.' }]),
  ];
  const { messages, problems } = await read(rows);
  expect(sharedOf(messages)).toMatchObject([
    { role: 'user', content: 'Go' },
    { content: null, reasoning: 'Plan', asked: [{ call: 0 }, { call: 1 }] },
    { role: 'tool', call: 0, content: 'x', outcome: 'ok' },
    { role: 'tool', call: 1, content: 'y', outcome: 'ok' },
    { role: 'user', content: 'And?' },
    { role: 'assistant', content: 'Done.' },
  ]);
  expect(JSON.stringify(messages[1]?.origin)).toContain('thoughtSignature');
  expect(problems.map(({ message }) => String(message))).toEqual(['Results without a matching call were left out: 1.']);
});

test('a repeated row is the newer state; results appear once, with thinking, tokens and outcome', async () => {
  const failed = ran('b', { output: 'Exit Code: 2' });
  const edited = ran(
    'c',
    { output: 'ok' },
    { args: { file_path: 'a.txt' }, resultDisplay: { fileDiff: '--- a\n+++ a\n' } },
  );
  const repeats = { id: 'r', type: 'user', content: [{ functionResponse: { id: 'a', response: { output: 'x' } } }] };
  const rows = [
    head,
    user('u', 'Go'),
    reply('g', 'I look.'),
    reply('g', 'I look.', [ran('a', { output: 'x' }), failed, edited]),
    repeats,
    reply('h', 'Done.'),
  ];
  const { messages } = await read(rows);
  expect(messages).toMatchObject([
    { role: 'user', content: 'Go' },
    {
      content: 'I look.',
      reasoning: '**Plan**\nLook first.',
      usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4 },
    },
    { role: 'tool', content: 'x', outcome: 'ok' },
    { role: 'tool', outcome: 'error', details: { exitCode: 2 } },
    { role: 'tool', details: { path: 'a.txt', diff: '--- a\n+++ a\n' } },
    { content: 'Done.', origin: { before: [repeats] } },
  ]);
});

test('an ID reused in a later reply keeps its own result', async () => {
  const call = functionCall('exec_0', 'ls');
  const rows = [
    ...[head, parts('u', 'user', [{ text: 'Go' }]), parts('g', 'gemini', [call])],
    ...[parts('r', 'user', [functionResponse('exec_0', 'first')]), parts('h', 'gemini', [call])],
    // As a resumed session repeats it.
    ...[parts('s', 'user', [functionResponse('exec_0', 'second'), functionResponse('exec_0', 'second')])],
    parts('i', 'gemini', [{ text: 'Done.' }]),
  ];
  const { messages, problems } = await read(rows);
  expect(messages.flatMap((one) => (one.role === 'tool' ? [one.content] : []))).toEqual(['first', 'second']);
  expect(problems).toEqual([]);
});

test('undone messages are a branch, marked by their own row or by a new list', async () => {
  const rewound = await read([head, user('1', 'One'), user('2', 'Two'), { $rewindTo: '2' }, user('3', 'Three')]);
  const replaced = await read([
    head,
    user('1', 'One'),
    user('2', 'Two'),
    { $set: { messages: [user('1', 'One'), user('3', 'Three')] } },
  ]);
  for (const { messages, headId } of [rewound, replaced]) {
    const [one, three, two] = messages;
    expect([three?.content, two?.content]).toEqual(['Three', 'Two']);
    expect([three?.parentId, two?.parentId]).toEqual([one?.id, one?.id]);
    expect(headId).toBe(three?.id);
  }
});

test('the older format, one object per file', async () => {
  const messages = [
    user('u', 'Go'),
    { id: 'e', type: 'error', content: 'down' },
    { id: 'i', type: 'info', content: 'Told.' },
  ];
  const text = JSON.stringify({ ...head, summary: 'A title', messages }, null, 2);
  for (const one of [text, JSON.stringify(JSON.parse(text))]) {
    expect(geminiCliFormat.recognises(one, 'x')).toBe(true);
    const history = await readOne(geminiCliFormat, 'session.json', one);
    expect(history).toMatchObject({ session: 'one', title: 'A title' });
    expect(sharedOf(history.messages)).toMatchObject([
      { content: 'Go' },
      { partType: 'error', error: { message: 'down' } },
      { partType: 'note', content: 'Told.' },
    ]);
  }
});

test('broken rows are reported by line, a call without a result is interrupted or still open', async () => {
  const open = { id: 'a', name: 'ls', args: {}, status: 'executing' };
  const history = await read([
    head,
    '{"half',
    reply('g', '', [open]),
    user('u', 'Again'),
    reply('h', '', [{ ...open, id: 'b' }]),
    '7',
    '{"torn',
  ]);
  expect(history.problems.map(({ line }) => line)).toEqual([2, 6, 7]);
  expect(history.messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user', 'assistant']);
  expect(history.messages[1]).toMatchObject({ outcome: 'interrupted' });
  expect(await readAll(geminiCliFormat, textFile('x', '{"a":1}\n'))).toMatchObject([{ line: null }]);
});

test('no row content throws, and the next request is valid', async () => {
  const loose = fc.jsonValue({ maxDepth: 3 });
  const message = fc.record({
    id: fc.constantFrom('a', 'b', 7),
    type: fc.constantFrom('user', 'gemini', 'error', 'info'),
    content: loose,
    toolCalls: fc.oneof(loose, fc.array(fc.record({ id: loose, name: loose, result: loose, status: loose }))),
    thoughts: loose,
    tokens: loose,
  });
  const row = fc.oneof(
    message,
    fc.record({ $set: fc.record({ messages: fc.array(message) }) }),
    fc.record({ $rewindTo: fc.constantFrom('a', 'b') }),
    loose,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 10 }), async (rows) => {
      expect(nextRequestBreaks(await read([head, ...(rows as Row[])]))).toEqual([]);
    }),
    { numRuns: volume({ short: 30, all: 150 }) },
  );
});
