// Codex rollouts as conversations: written by the real app, written by old versions, and broken.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codexFormat } from '../../../electron/interop/codex/format.ts';
import { volume } from '../../support/volume.ts';
import { exampleSession, nextRequestBreaks, readOne, sharedOf } from '../textFile.ts';
import { asked, event, item, meta, output, said, textOf, time } from './rollouts.ts';

const read = (rows: readonly (object | string)[]) => readOne(codexFormat, 'rollout.jsonl', textOf(rows as never));
const example = exampleSession('codex-0.169.0.rollout.jsonl');

test.skipIf(example === null)(
  'every message, call and result of a real session is imported (skipped without the examples)',
  async () => {
    const rows = (example as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const items = rows.filter((row) => row.type === 'response_item').map((row) => row.payload);
    const history = await readOne(codexFormat, 'rollout.jsonl', example as string);
    const of = (role: string) => history.messages.filter((message) => message.role === role);
    const calls = of('assistant').flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []) : [],
    );
    const words = (role: string) => items.filter((one) => one.type === 'message' && one.role === role).length;
    expect(calls.map((call) => call.id)).toEqual(
      items.filter((one) => one.type === 'function_call').map((one) => one.call_id),
    );
    expect(of('tool')).toHaveLength(calls.length);
    expect(of('tool').filter((message) => message.role === 'tool' && message.outcome === 'interrupted')).toHaveLength(
      1,
    );
    expect(of('user').length + of('system').length).toBe(words('user') + words('developer'));
    expect(of('assistant').filter((message) => message.content !== null)).toHaveLength(words('assistant'));
    expect(of('assistant').filter((message) => message.role === 'assistant' && message.reasoning)).toHaveLength(1);
    expect(history).toMatchObject({ folder: '/home/ada/harbour', model: 'gpt-5', problems: [] });
    expect(history.attachments.size).toBe(1);
    expect(nextRequestBreaks(history)).toEqual([]);
  },
);

test('parallel calls are one reply, with their results after it, though their rows alternate', async () => {
  const of = (row: object) => ({ ...row, metadata: { sampled_through_sequence: 3 } });
  const rows = [
    meta(),
    said('user', 'Two'),
    of(asked('a')),
    of(output('a', 'A')),
    of(asked('b')),
    of(output('b', 'B')),
  ];
  const { messages } = await read(rows);
  expect(sharedOf(messages)).toMatchObject([
    { role: 'user' },
    { role: 'assistant', asked: [{ call: 0 }, { call: 1 }] },
    { role: 'tool', content: 'A' },
    { role: 'tool', content: 'B' },
  ]);
});

test("what ran is derived from events, from the text around an output, and from old versions' JSON", async () => {
  const item_completed = (one: object) => event({ type: 'item_completed', item: one });
  const { messages } = await read([
    meta(),
    said('user', 'Run'),
    asked('a'),
    asked('b'),
    asked('c'),
    asked('d', 'apply_patch'),
    asked('e'),
    item_completed({ type: 'CommandExecution', id: 'a', exit_code: 3, duration: { secs: 1, nanos: 5e8 } }),
    item_completed({
      type: 'FileChange',
      id: 'd',
      changes: { 'a.txt': { type: 'add', content: 'x\n' } },
      status: 'completed',
    }),
    output('a', 'printed'),
    output('b', 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n'),
    output('c', JSON.stringify({ output: 'x', metadata: { exit_code: 1, duration_seconds: 0.2 } })),
    output('d'),
    output('e', 'exec command rejected by user'),
  ]);
  expect(messages.filter((message) => message.role === 'tool')).toMatchObject([
    { outcome: 'error', duration: 1500, details: { exitCode: 3 } },
    { outcome: 'ok', details: { exitCode: 0 } },
    { outcome: 'error', duration: 200, details: { exitCode: 1 } },
    { outcome: 'ok', details: { path: 'a.txt', diff: '--- /dev/null\n+++ a.txt\n@@ -0,0 +1,1 @@\n+x\n' } },
    { outcome: 'denied' },
  ]);
});

test('old versions: a bare first line, bare items', async () => {
  const bare = [
    { id: 'old-session', timestamp: time, instructions: null, git: {} },
    { record_type: 'state' },
    (said('user', 'Hi') as { payload: object }).payload,
    (asked('a', 'shell', '{"command":["ls"]}') as { payload: object }).payload,
    (output('a') as { payload: object }).payload,
  ];
  const history = await read(bare);
  expect(codexFormat.recognises(textOf(bare as never), 'x')).toBe(true);
  expect(history.session).toBe('old-session');
  expect(sharedOf(history.messages)).toMatchObject([
    { role: 'user', content: 'Hi' },
    { asked: [{ name: 'shell' }] },
    { role: 'tool' },
  ]);
});

test('undone turns stay as a branch', async () => {
  const rows = [meta(), said('user', 'One'), said('assistant', 'Yes'), said('user', 'Two'), said('assistant', 'No')];
  const { messages, headId } = await read([
    ...rows,
    event({ type: 'thread_rolled_back', num_turns: 1 }),
    said('user', 'Three'),
  ]);
  const [, yes, two, , three] = messages;
  expect([two?.parentId, three?.parentId]).toEqual([yes?.id, yes?.id]);
  expect(headId).toBe(three?.id);
});

test('a compaction is a summary, with what it kept next to it', async () => {
  const kept = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Keep me' }] };
  const compacted = {
    timestamp: time,
    type: 'compacted',
    payload: { message: 'In short.', replacement_history: [kept] },
  };
  const history = await read([
    meta(),
    said('user', 'Keep me'),
    said('assistant', 'Long'),
    compacted,
    said('user', 'Go on'),
  ]);
  const [first, , summary] = history.messages;
  expect(summary).toMatchObject({
    partType: 'summary',
    content: 'In short.',
    compaction: { firstKeptId: summary?.id, besideIds: [first?.id] },
  });
  expect(nextRequestBreaks(history)).toEqual([]);
});

test('an error is an error, a call that was never answered is interrupted, one at the end is still open', async () => {
  const { messages } = await read([
    meta(),
    said('user', 'Go'),
    asked('a'),
    event({ type: 'error', message: 'down' }),
    said('user', 'Again'),
    asked('b'),
  ]);
  expect(sharedOf(messages)).toMatchObject([
    { role: 'user' },
    { role: 'assistant' },
    { role: 'tool', outcome: 'interrupted' },
    { partType: 'error', error: { message: 'down' } },
    { role: 'user' },
    { role: 'assistant', asked: [{ name: 'exec_command' }] },
  ]);
});

test('broken rows are reported by line, the rest is imported', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const proto =
    '{"timestamp":"x","type":"event_msg","payload":{"__proto__":{"type":"error"}},"__proto__":{"polluted":1}}';
  const rows = [
    meta(),
    said('user', 'Hi'),
    '{"type":',
    '7',
    deep,
    proto,
    output('nobody'),
    asked('a'),
    output('a'),
    output('a', 'twice'),
    '{"timest',
  ];
  const history = await read(rows);
  expect(history.problems.map(({ line }) => line)).toEqual([3, 4, 5, 7, 10, 11]);
  expect(sharedOf(history.messages)).toMatchObject([{ content: 'Hi' }, { role: 'assistant' }, { content: 'done' }]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('no row content throws, and the next request is valid', async () => {
  const loose = fc.jsonValue({ maxDepth: 3 });
  const type = fc.constantFrom(
    'message',
    'reasoning',
    'function_call',
    'function_call_output',
    'custom_tool_call',
    'item_completed',
    'error',
    'token_count',
    'thread_rolled_back',
    'turn_aborted',
  );
  const payload = fc.record(
    {
      type,
      role: fc.constantFrom('user', 'assistant', 'developer', 7),
      content: loose,
      call_id: fc.constantFrom('a', 'b', 3),
      output: loose,
      arguments: loose,
      item: loose,
      info: loose,
      summary: loose,
      num_turns: loose,
    },
    { requiredKeys: ['type'] },
  );
  const kind = fc.constantFrom(
    'session_meta',
    'response_item',
    'response_item',
    'response_item',
    'event_msg',
    'compacted',
    'turn_context',
  );
  const row = fc.record({
    timestamp: fc.constantFrom(time, 'never', 5),
    type: kind,
    payload: fc.oneof(payload, loose),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      expect(nextRequestBreaks(await read(rows))).toEqual([]);
    }),
    { numRuns: volume({ short: 30, all: 150 }) },
  );
});

test('a file that grew has the same records, and more', async () => {
  const rows = [
    meta(),
    said('user', 'One'),
    item({ type: 'message', id: 'm1', role: 'assistant', content: [] }),
    asked('a'),
  ];
  const before = await read(rows);
  const after = await read([...rows, output('a'), said('user', 'Two')]);
  expect(after.messages.slice(0, before.messages.length).map(({ id }) => id)).toEqual(
    before.messages.map(({ id }) => id),
  );
  expect(new Set(after.messages.map(({ id }) => id)).size).toBe(after.messages.length);
});
