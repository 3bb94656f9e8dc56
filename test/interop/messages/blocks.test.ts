// Lists in other formats than Chat Completions: Anthropic's Messages (also as Cline stores them) and Responses API
// items.

import { expect, test } from 'vitest';
import { messagesFormat } from '../../../electron/interop/messages/format.ts';
import { mergeItems } from '../../../electron/interop/messages/items.ts';
import { messagesWriter } from '../../../electron/interop/messages/writer.ts';
import { openAiChatViolations } from '../../support/validators/openAiChat.ts';
import { exampleSession, givenOf, nextRequestBreaks, readOne, sharedOf } from '../textFile.ts';

type Row = Record<string, unknown>;
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const read = (messages: unknown) => readOne(messagesFormat, 'body.json', JSON.stringify(messages));
const use = (id: string, name: string, input: Row): Row => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, more: Row = {}): Row => ({
  ...{ type: 'tool_result', tool_use_id: id, content },
  ...more,
});

const anthropic = {
  model: 'claude-x',
  max_tokens: 10,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'List it 列' },
        { type: 'image', source: { type: 'base64', data: png } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'I look.', signature: 'signed' },
        { type: 'text', text: 'I list.' },
        use('a', 'ls', { path: '.' }),
        use('b', 'cat', { path: 'x' }),
      ],
    },
    {
      role: 'user',
      content: [
        result('b', 'no such file', { is_error: true }),
        result('a', [
          { type: 'text', text: 'a.txt' },
          { type: 'image', source: { type: 'base64', data: png } },
        ]),
        { type: 'text', text: 'And now?' },
      ],
    },
    { role: 'assistant', content: 'One file.' },
  ],
};

test('calls, results, thinking and images of an Anthropic request are imported', async () => {
  const history = await read(anthropic);
  expect(history.problems).toEqual([]);
  expect(sharedOf(history.messages)).toMatchObject([
    { role: 'user', content: [{ type: 'text', text: 'List it 列' }, { type: 'image' }] },
    {
      ...{ role: 'assistant', content: 'I list.', reasoning: 'I look.' },
      asked: [{ name: 'ls', arguments: '{"path":"."}', call: 0 }, { name: 'cat' }],
    },
    { role: 'tool', call: 1, toolName: 'cat', content: 'no such file', outcome: 'error' },
    { role: 'tool', call: 0, toolName: 'ls', content: 'a.txt', outcome: 'ok' },
    { role: 'user', content: [{ type: 'text', text: 'And now?' }] },
    { role: 'assistant', content: 'One file.' },
  ]);
  expect(history.messages[3]).toMatchObject({ attachments: [{ mediaType: 'image/png' }] });
  expect(JSON.stringify(history.messages[1]?.origin)).toContain('"signature":"signed"');
  expect(nextRequestBreaks(history)).toEqual([]);
});

test('exported, it is a valid Chat Completions list with the same calls and results', async () => {
  const [file] = await messagesWriter.write(givenOf(await read(anthropic)));
  const written = JSON.parse(file?.text ?? '') as { messages: Row[] };
  expect(openAiChatViolations({ model: 'm', messages: written.messages })).toEqual([]);
  expect(written.messages.map(({ role }) => role)).toEqual([
    ...['user', 'assistant', 'tool', 'tool', 'user', 'assistant'],
  ]);
});

test("a result that names no call answers the first open one; Cline's results say how they ended", async () => {
  const history = await read([
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: [use('a', 'run', {}), use('b', 'run', {})],
      modelInfo: { id: 'gpt-x' },
      ts: 1795855465569,
    },
    { role: 'user', content: [{ type: 'tool_result', content: [{ query: 'ls', result: 'one\n', success: true }] }] },
    { role: 'user', content: [result('b', [{ query: 'no', error: 'Command exited with code 3', success: false }])] },
  ]);
  expect(history.model).toBe('gpt-x');
  expect(history.messages[1]?.createdAt).toBe('2026-11-28T08:44:25.569Z');
  expect(sharedOf(history.messages).slice(2)).toMatchObject([
    { role: 'tool', call: 0, toolName: 'run', content: 'one\n', outcome: 'ok' },
    { role: 'tool', call: 1, toolName: 'run', outcome: 'error' },
  ]);
});

test('Responses API items: consecutive thinking, text and calls are one reply', async () => {
  const call = (id: string): Row => ({ type: 'function_call', call_id: id, name: 'ls', arguments: '{}' });
  const history = await read([
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look first.' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
    ...[call('a'), call('b')],
    { type: 'function_call_output', call_id: 'a', output: 'one' },
    { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'two' }] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  ]);
  expect(history.problems).toEqual([]);
  expect(sharedOf(history.messages)).toMatchObject([
    { role: 'user', content: [{ type: 'text', text: 'Go' }] },
    { role: 'assistant', content: 'I look.', reasoning: 'Look first.', asked: [{ call: 0 }, { call: 1 }] },
    { role: 'tool', call: 0, content: 'one' },
    { role: 'tool', call: 1, content: 'two' },
    { role: 'assistant', content: 'Done.' },
  ]);
});

test('many items in a row become one reply, in linear time', { tags: ['all'] }, () => {
  const ids = Array.from({ length: 60_000 }, (_, at) => `c${at}`);
  const thoughts = ids.map((id) => ({ type: 'reasoning', summary: [{ text: id }] }));
  const calls = ids.map((id) => ({ type: 'function_call', call_id: id, name: 'ls', arguments: '{}' }));
  const [reply, ...others] = mergeItems([...thoughts, ...calls]) as { reasoning_content: string; tool_calls: Row[] }[];
  expect(others).toEqual([]);
  expect(reply?.reasoning_content).toBe(ids.join('\n\n'));
  expect(reply?.tool_calls.map(({ id }) => id)).toEqual(ids);
});

test('parts of unknown types are reported with their count, and the rest is imported', async () => {
  const history = await read([
    { role: 'user', content: [{ type: 'hologram' }, { type: 'text', text: 'Look' }, { type: 'hologram' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'I see.' }, { type: 'sculpture' }, use('a', 'ls', {})] },
    { role: 'user', content: [result('a', 'x')] },
  ]);
  expect(history.problems.map(({ message }) => String(message))).toEqual([
    expect.stringContaining('hologram (2), sculpture (1)'),
  ]);
  expect(history.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
});

const examples = ['anthropic-messages.request.json', 'cline-3.0.65.messages.json'];
for (const [name, calls] of [
  [examples[0], 1],
  [examples[1], 2],
] as const) {
  const text = exampleSession(name ?? '');
  test.skipIf(text === null)(`${name} is imported completely (skipped without the examples)`, async () => {
    const history = await readOne(messagesFormat, name ?? '', text ?? '');
    const shared = sharedOf(history.messages) as { role: string; asked?: unknown[] }[];
    expect(shared.flatMap(({ asked }) => asked ?? [])).toHaveLength(calls);
    expect(shared.filter(({ role }) => role === 'tool')).toHaveLength(calls);
    expect(nextRequestBreaks(history)).toEqual([]);
  });
}
