// OpenCode sessions as conversations and back, and others' conversations as files that its import accepts.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportSource, History } from '../../../electron/interop/history.ts';
import { openCodeFormat } from '../../../electron/interop/openCode/format.ts';
import { openCodeWriter } from '../../../electron/interop/openCode/writeSession.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { randomConversation } from '../../support/randomConversation.ts';
import { openCodeBreaks } from '../../support/sessionRules/openCode.ts';
import { volume } from '../../support/volume.ts';
import { exampleSession, givenOf, nextRequestBreaks, readAll, readOne, sharedOf, textFile } from '../textFile.ts';
import { withoutIds } from './sessions.ts';

type Row = Record<string, unknown>;
const example = exampleSession('opencode-1.18.33.export.json');
const read = (text: string) => readOne(openCodeFormat, 'export.json', text);

async function written(given: ExportSource): Promise<string> {
  const [file] = await openCodeWriter.write(given);
  return file?.text ?? '';
}

function historyOf(messages: History['messages']): History {
  const headId = messages.at(-1)?.id ?? null;
  const rest = { title: '', folder: '/home/ada', model: null, agents: [], attachments: new Map(), problems: [] };
  return { program: 'throughline', session: 'x', messages, headId, ...rest };
}

const info = {
  id: 'ses_1',
  slug: 's',
  projectID: 'global',
  directory: '/home/ada',
  title: 'T',
  version: '1',
  time: { created: 1, updated: 1 },
};
const user = (id: string, parts: Row[]): Row => ({
  info: {
    role: 'user',
    time: { created: 1 },
    agent: 'build',
    model: { providerID: 'p', modelID: 'm' },
    id,
    sessionID: 'ses_1',
  },
  parts: parts.map((part, at) => ({ ...part, id: `prt_${id}${at}`, sessionID: 'ses_1', messageID: id })),
});
const assistant = (id: string, parent: string, parts: Row[], more: Row = {}): Row => {
  const tokens = { input: 1, output: 2, reasoning: 3, cache: { read: 4, write: 5 } };
  const fixed = {
    role: 'assistant',
    mode: 'build',
    agent: 'build',
    path: { cwd: '/', root: '/' },
    cost: 0,
    tokens,
    modelID: 'm',
    providerID: 'p',
  };
  const own = { ...fixed, time: { created: 2, completed: 3 }, id, parentID: parent, sessionID: 'ses_1', ...more };
  return {
    info: own,
    parts: parts.map((part, at) => ({ ...part, id: `prt_${id}${at}`, sessionID: 'ses_1', messageID: id })),
  };
};
const tool = (callID: string, state: Row, name = 'bash'): Row => ({ type: 'tool', tool: name, callID, state });
const ended = (output: string, metadata: Row = {}): Row => ({
  status: 'completed',
  input: { command: 'ls' },
  output,
  title: 'ls',
  metadata,
  time: { start: 5, end: 9 },
});
const text = (words: string): Row => ({ type: 'text', text: words });

test.skipIf(example === null)(
  'a real session is imported completely and written back unchanged (skipped without the examples)',
  async () => {
    const real = JSON.parse(example as string) as { info: Row; messages: { info: Row; parts: Row[] }[] };
    const history = await read(example as string);
    const tools = real.messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool'));
    expect(history.messages.flatMap(callsOf).map(({ id }) => id)).toEqual(tools.map((part) => part.callID));
    expect(history.messages.filter(({ role }) => role === 'tool')).toHaveLength(tools.length);
    expect(history.messages.filter(({ role }) => role !== 'tool')).toHaveLength(real.messages.length);
    expect(history).toMatchObject({ title: 'A title', folder: '/home/ada/harbour', model: 'gpt-x', problems: [] });
    expect(nextRequestBreaks(history)).toEqual([]);
    const back = await written(givenOf(history));
    expect(withoutIds(JSON.parse(back))).toEqual(withoutIds(real));
    expect(openCodeBreaks(back)).toEqual([]);
  },
);

test("a call's outcome, its box's content, several steps in one message, a compaction with its tail", async () => {
  const todos = [{ content: 'A', status: 'pending', priority: 'low' }];
  const file = { type: 'file', mime: 'image/png', filename: 'a.png', url: 'data:image/png;base64,aGk=' };
  const denied = {
    status: 'error',
    input: {},
    error: 'The user rejected permission to use this specific tool call.',
    time: { start: 1, end: 2 },
  };
  const given = [
    user('msg_1', [text('Look'), file, { type: 'agent', name: 'x' }]),
    assistant('msg_2', 'msg_1', [
      { type: 'step-start' },
      text('First'),
      tool('a', ended('x', { exit: 3 })),
      tool('b', denied),
      { type: 'step-start' },
      text('Second'),
      tool('c', ended('[]', { todos }), 'todowrite'),
    ]),
    user('msg_3', [{ type: 'compaction', auto: true, tail_start_id: 'msg_2' }]),
    assistant('msg_4', 'msg_3', [text('In short.')], { summary: true, finish: 'stop' }),
    assistant('msg_5', 'msg_3', [], { error: { name: 'APIError', data: { message: 'down', isRetryable: false } } }),
    user('msg_6', [text('Go')]),
    assistant('msg_7', 'msg_6', [tool('d', { status: 'running', input: {}, time: { start: 1 } })]),
  ];
  const source = JSON.stringify({ info, messages: given });
  const history = await read(source);
  expect(history.messages).toMatchObject([
    { role: 'user', content: [{ text: 'Look' }, { type: 'image', name: 'a.png' }] },
    {
      content: 'First',
      tool_calls: [{ id: 'a' }, { id: 'b' }],
      usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4 },
    },
    { content: 'x', outcome: 'error', duration: 4, details: { exitCode: 3 } },
    { outcome: 'denied' },
    { content: 'Second', tool_calls: [{ id: 'c' }] },
    { details: { todos: { before: [], after: [{ content: 'A', status: 'pending' }] } } },
    { partType: 'summary', content: 'In short.', compaction: { firstKeptId: history.messages[1]?.id } },
    { partType: 'error', error: { message: 'down' } },
    { role: 'user', content: 'Go' },
    { role: 'assistant', tool_calls: [{ id: 'd' }] },
  ]);
  expect(nextRequestBreaks(history)).toEqual([]);
  expect(withoutIds(JSON.parse(await written(givenOf(history))))).toEqual(withoutIds(JSON.parse(source)));
});

test('undone messages are a branch', async () => {
  const messages = [user('msg_1', [text('One')]), user('msg_2', [text('Two')])];
  const history = await read(JSON.stringify({ info: { ...info, revert: { messageID: 'msg_2' } }, messages }));
  expect(history.headId).toBe(history.messages[0]?.id);
});

test('our calls become its own where they fit', async () => {
  const calls = [
    call('a', 'run_command', '{"command":"ls","timeout_seconds":5}'),
    call('b', 'edit_file', '{"path":"a.txt","old_text":"x","new_text":"y"}'),
    call('c', 'run_command', '{"command":"serve","background":true}'),
    call('d', 'anything', 'no json'),
  ];
  const results = calls.map(({ id }) => toolMessage(id, `result of ${id}`));
  const back = await written(
    givenOf(historyOf(conversationOf([userMessage('Go'), assistantMessage('', calls), ...results]))),
  );
  expect(openCodeBreaks(back)).toEqual([]);
  const tools = (JSON.parse(back).messages[1].parts as Row[]).filter((part) => part.type === 'tool');
  expect(tools).toMatchObject([
    { tool: 'bash', state: { input: { command: 'ls', timeout: 5000 }, output: 'result of a' } },
    { tool: 'edit', state: { input: { filePath: '/home/ada/a.txt', oldString: 'x', newString: 'y' } } },
    { tool: 'run_command', state: { input: { command: 'serve', background: true } } },
    { tool: 'anything', state: { input: { arguments: 'no json' } } },
  ]);
});

test('for any conversation: the import accepts it, every call has its result, and a second pass gives the same', async () => {
  await fc.assert(
    fc.asyncProperty(randomConversation(5), async (requests) => {
      const messages = requests.at(-1)?.messages ?? [];
      const back = await written(givenOf(historyOf(messages)));
      expect(openCodeBreaks(back)).toEqual([]);
      const once = await read(back);
      expect(once.messages.flatMap(callsOf)).toHaveLength(messages.flatMap(callsOf).length);
      const results = (given: History['messages']) =>
        given.flatMap((one) => (one.role === 'tool' && one.partType !== 'tool_run' ? [one.content] : []));
      expect(results(once.messages)).toEqual(
        expect.arrayContaining(results(messages).map((one) => one.toWellFormed())),
      );
      const twice = await read(await written(givenOf(once)));
      expect(sharedOf(twice.messages)).toEqual(sharedOf(once.messages));
    }),
    { numRuns: volume({ short: 12, all: 60 }) },
  );
});

test('no file content throws', async () => {
  const loose = fc.jsonValue({ maxDepth: 3 });
  const part = fc.record(
    {
      type: fc.constantFrom('text', 'tool', 'file', 'reasoning', 'compaction', 'step-start'),
      text: loose,
      state: loose,
      url: loose,
      callID: loose,
    },
    { requiredKeys: ['type'] },
  );
  const message = fc.record({
    info: fc.record({
      role: fc.constantFrom('user', 'assistant', 'x'),
      id: loose,
      time: loose,
      tokens: loose,
      error: loose,
      summary: loose,
    }),
    parts: fc.oneof(fc.array(part), loose),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(message, loose)), async (messages) => {
      const source = JSON.stringify({ info: { ...info, revert: messages[0] }, messages });
      const history = await read(source);
      expect(nextRequestBreaks(history)).toEqual([]);
      expect(typeof (await written(givenOf(history)))).toBe('string');
    }),
    { numRuns: volume({ short: 30, all: 150 }) },
  );
});

test('a truncated or foreign file is reported', async () => {
  for (const broken of ['{"info": {"id": "ses_1"', '[]', '{"info": {"id": "ses_1"}, "messages": 7}']) {
    expect(await readAll(openCodeFormat, textFile('export.json', broken))).toMatchObject([
      { file: 'export.json', line: null },
    ]);
  }
});
