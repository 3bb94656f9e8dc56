// Random stored histories as fast-check arbitraries: what the program itself could have stored, and what a crash, a
// merge, another app or a manual edit may have left. Every record passes the schema, like records that the store reads.
// Relevant texts contain a unique word (`said-17`, `result-4`), so that a test can look for it in the request.

import fc from 'fast-check';
import { parseMessage } from '../../electron/conversation/readMessage.ts';
import type { Mark } from '../../shared/conversation/marks.ts';
import type { Message } from '../../shared/conversation/message.ts';

export interface RandomHistory {
  /** One branch, oldest first. */
  messages: Message[];
  marks: Record<string, Mark>;
}

const callId = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c', 'call_1', 'call_2') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'x y',
      'x.y',
      'functions.run:0',
      'a very long id '.repeat(5),
      'id\ud800',
      'ö',
      '__',
      'AbCdEf123',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
);
const blank = fc.constantFrom('', ' ', '\n\t', '\u0000', ' \u0000\n', '\ufeff', '\u0085');
const odd = fc.constantFrom('\ud800', 'x\u0000y', '\u001b[31mred\u001b[0m', '\udc00\ud800', 'a\u0007', '🙂', '中文');
const plain = fc.constantFrom('hello', 'do it', 'a longer text\nwith lines', 'trailing space ');
const text = fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: blank }, { weight: 2, arbitrary: odd });

const argumentText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('{}', '{"path":"a.txt"}', '{"a": {"b": [1, 2]}}') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      'not json',
      '[1]',
      '"text"',
      'null',
      '7',
      '{"cut":',
      '{"half":"\\ud83d"}',
      '{"half":"\ud83d"}',
      '{"\\ud83d":1}',
      '{"nul":"\\u0000"}',
      '{"__proto__":{"x":1}}',
      `${'{"a":'.repeat(120)}1${'}'.repeat(120)}`,
      `${'['.repeat(9000)}${']'.repeat(9000)}`,
    ),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

const toolName = fc.constantFrom(
  'read_file',
  'run_command',
  'bad name!',
  '',
  'a.b.c',
  '9lives',
  '-x',
  'n'.repeat(80),
  'nämé',
  '\ud800',
);

const calls = fc.array(
  fc.record({
    id: callId,
    type: fc.constant('function'),
    function: fc.record({ name: toolName, arguments: argumentText }),
  }),
  { maxLength: 4 },
);

/** Parts as another app, an older version or a damaged file may contain them. */
const part = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('text'), text }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<object>(
      { type: 'text' },
      { type: 'text', text: null },
      { type: 'text', text: 7 },
      { type: 'mention' },
      { type: 'mention', path: '', hash: 'h' },
      { type: 'mention', path: 'a.txt', hash: 'h1', kind: 'file' },
      { type: 'mention', path: 'b\ud800.txt', hash: 'h2', range: { start: 1, end: null } },
      { type: 'mention', path: 'gone.txt', problem: 'it is not there' },
      { type: 'image' },
      { type: 'image', hash: 'i1', mediaType: 'image/png' },
      { type: 'image', hash: 'i2', mediaType: 'image/tiff' },
      { type: 'file', hash: 'f1', mediaType: 'text/plain', name: 'a\u0000' },
      { type: 'file' },
      { type: 'hologram', url: 'x' },
      { type: '' },
    ),
  },
);

const reasoningData = fc.constantFrom<object | undefined>(
  undefined,
  undefined,
  { openai: { provider: 'deepseek', reasoning: 'reasoning_content' } },
  { anthropic: 'as it came' },
  { anthropic: 'as it came' },
  { anthropic: { provider: 'anthropic', model: 'gemini-3-pro', content: [{ type: 'thinking', signature: 'c2ln' }] } },
  { anthropic: { provider: 'other', model: 'gemini-3-pro', content: [{ type: 'redacted_thinking', data: 'x' }] } },
  { anthropic: 'damaged', gemini: 7, responses: [] },
  { responses: 'as it came' },
  { responses: 'as it came, broken off' },
  {
    responses: {
      provider: 'responses',
      model: 'gemini-3-pro',
      items: [{ type: 'reasoning', id: 'rs_2', summary: [] }],
    },
  },
  { openai: { provider: 'deepseek', model: 'gemini-3-pro', content: [{ type: 'text', text: 'other words' }, 7] } },
  { openai: { provider: 'somewhere', reasoning: 'reasoning_content' } },
  { ollama: { provider: 'ollama', model: 'gemini-3-pro', thinking: 'hm \ud800' } },
  { ollama: { provider: 'ollama', model: 'gemini-3-pro', thinking: 7 } },
  { ollama: 'damaged' },
  { gemini: { provider: 'gemini', model: 'gemini-3-pro', parts: 'damaged' } },
  { gemini: { provider: 'gemini', model: 'gemini-3-pro', parts: [{ text: 'other words' }, null, 7] } },
  { gemini: { provider: 'gemini', model: 'gemini-3-pro', parts: [{ text: 'hm', thought: true }] } },
  {
    gemini: {
      provider: 'gemini',
      model: 'gemini-3-pro',
      parts: [
        { functionCall: { id: 'g', name: 'read_file', args: { path: 'a' } }, thoughtSignature: 'c2ln' },
        { text: '', thoughtSignature: 'not base64' },
      ],
    },
  },
);

interface RandomReply {
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  providerData: object | undefined;
}

/** Anthropic's blocks, with its own search, truncated thinking, and blank text. */
function withBlocks<R extends RandomReply>(made: R): R {
  if ((made.providerData as { anthropic?: unknown } | undefined)?.anthropic !== 'as it came') return made;
  const uses = (made.tool_calls ?? []).map((call) => ({
    type: 'tool_use',
    id: call.id,
    name: call.function.name,
    input: inputOf(call.function.arguments),
  }));
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
    { type: 'thinking', thinking: 'cut', signature: '' },
    { type: 'text', text: made.content ?? '' },
    ...uses,
  ];
  return { ...made, providerData: { anthropic: { provider: 'anthropic', model: 'gemini-3-pro', content } } };
}

/** Values nested too deep are not kept. */
function inputOf(text: string): unknown {
  if (text.length > 500) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A result's images, present or missing, and what a damaged log may contain instead. */
const attachments = fc.constantFrom<unknown>(
  undefined,
  undefined,
  undefined,
  [{ hash: 'i1', mediaType: 'image/png', name: 'a b.png' }],
  [
    { hash: 'i2', mediaType: 'image/jpeg' },
    { hash: 'gone', mediaType: 'image/png' },
  ],
  [{ hash: 'i3', mediaType: 'image/tiff', name: '] \ud800\u0000' }],
  [null, 7, {}, { hash: 7, mediaType: 'image/gif' }],
  [],
  'damaged',
);

const user = fc.record({ role: fc.constant('user'), content: fc.oneof(text, text, fc.array(part, { maxLength: 4 })) });
const reply = fc
  .record({
    role: fc.constant('assistant'),
    content: fc.option(text),
    reasoning: fc.option(text, { nil: undefined }),
    providerData: reasoningData,
    finishReason: fc.constantFrom(undefined, 'stop', 'stopped', 'interrupted', 'length'),
  })
  .map(withBlocks);
const asking = fc
  .record({
    role: fc.constant('assistant'),
    content: fc.option(text),
    tool_calls: calls,
    reasoning: fc.option(text, { nil: undefined }),
    providerData: reasoningData,
  })
  .map(withBlocks);
const result = fc.record({
  role: fc.constant('tool'),
  tool_call_id: callId,
  toolName,
  outcome: fc.constantFrom('ok', 'error', 'denied', 'cancelled', 'interrupted'),
  content: text,
  attachments,
  partType: fc.constantFrom(undefined, undefined, undefined, undefined, 'tool_run', 'note', 'something_new'),
});
const failed = fc.record({
  role: fc.constant('assistant'),
  content: fc.option(text),
  partType: fc.constantFrom('error', 'error', 'note', 'something_new'),
  tool_calls: fc.option(calls, { nil: undefined }),
  error: fc.constantFrom<object | undefined>(undefined, { code: 'LLM_ERROR', message: 'failed \ud800' }, { code: 'x' }),
});
const environment = fc.record({
  role: fc.constant('system'),
  partType: fc.constantFrom('environment', 'environment', undefined, 'something_new'),
  content: fc.oneof(fc.constantFrom('[Environment]\nDate: 2026-01-01', '[Environment]\nDate: 2026-01-02'), text),
});
const tombstone = fc.constantFrom<object>(
  { role: 'user', content: '[Removed for good]', removed: { at: '' } },
  {
    role: 'assistant',
    content: '[Removed for good]',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'read_file', arguments: '{}' } }],
    removed: { at: '' },
  },
  {
    role: 'tool',
    tool_call_id: 'a',
    toolName: 'read_file',
    outcome: 'ok',
    content: '[Removed for good]',
    removed: { at: '' },
  },
);
/** `at`: which earlier records it names, as fractions of the history. */
const summary = fc.record({
  role: fc.constant('system'),
  partType: fc.constant('summary'),
  content: fc.oneof(fc.constant('what was said so far'), text),
  at: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
  damaged: fc.constantFrom(false, false, false, true),
});

/** A call with its results as the loop stores them: in order of completion, sometimes with one missing. */
const turn = fc
  .record({
    ids: fc.array(callId, { minLength: 1, maxLength: 3 }),
    missing: fc.constantFrom(0, 0, 0, 1),
    backwards: fc.boolean(),
    attachments,
  })
  .map(({ ids, missing, backwards, attachments: images }): object[] => {
    const asked = ids.map((id) => ({
      id,
      type: 'function',
      function: { name: 'read_file', arguments: '{"path":"a"}' },
    }));
    const results = ids.slice(missing).map((id) => ({
      role: 'tool',
      tool_call_id: id,
      toolName: 'read_file',
      outcome: 'ok',
      content: 'found',
      attachments: images,
    }));
    return [{ role: 'assistant', content: null, tool_calls: asked }, ...(backwards ? results.reverse() : results)];
  });

const one = (arbitrary: fc.Arbitrary<object>): fc.Arbitrary<object[]> => arbitrary.map((fields) => [fields]);
const group = fc.oneof(
  { weight: 5, arbitrary: one(user) },
  { weight: 4, arbitrary: one(reply) },
  { weight: 5, arbitrary: turn },
  { weight: 3, arbitrary: one(asking) },
  { weight: 3, arbitrary: one(result) },
  { weight: 2, arbitrary: one(failed) },
  { weight: 2, arbitrary: one(environment) },
  { weight: 2, arbitrary: one(summary) },
  { weight: 1, arbitrary: one(tombstone) },
);

const mark = fc.constantFrom<Omit<Mark, 'at'>>(
  { hidden: true },
  { hidden: false },
  { pinned: true },
  { hidden: true, pinned: true },
);

/** Any history, with marks on some of its records. `longest`: maximum number of record groups. */
export function randomHistory(longest = 12): fc.Arbitrary<RandomHistory> {
  return fc
    .record({
      groups: fc.array(group, { maxLength: longest, size: 'max' }),
      marked: fc.array(fc.tuple(fc.nat(30), mark), { maxLength: 3 }),
      sameId: fc.constantFrom(false, false, false, false, true),
    })
    .map(({ groups, marked, sameId }) => {
      const messages = stored(groups.flat(), sameId);
      const marks: Record<string, Mark> = {};
      for (const [at, fields] of marked) {
        const message = messages[at];
        if (message) marks[message.id] = { ...fields, at: '2026-01-01T00:00:00Z' };
      }
      return { messages, marks };
    });
}

/** What the store would read of these fields. With `sameId`, two records share an ID, as in a damaged file. */
export function stored(records: readonly object[], sameId = false): Message[] {
  const messages: Message[] = [];
  records.forEach((fields, index) => {
    const id = sameId && index === 3 ? 'm1' : `m${index}`;
    const place = { v: 1, id, parentId: index === 0 ? null : `m${index - 1}`, createdAt: '' };
    const known = Object.fromEntries(
      Object.entries(withWord(withItems(fields), index, messages)).filter(([, value]) => value !== undefined),
    );
    const parsed = parseMessage({ ...place, ...known });
    if (parsed.ok) messages.push(parsed.message);
  });
  return messages;
}

/** Responses items, with their own search, unknown thinking, and IDs without a target. */
function withItems(fields: object): object {
  const {
    content,
    tool_calls: asked,
    providerData,
  } = fields as {
    content?: unknown;
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
    providerData?: { responses?: unknown };
  };
  const how = providerData?.responses;
  if (typeof how !== 'string') return fields;
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'e', status: 'completed' },
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
    { type: 'reasoning', id: 'rs_2', summary: [], content: [] },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      phase: 'commentary',
      content: [{ type: 'output_text', text: content ?? '', annotations: [], logprobs: [] }],
    },
    ...(asked ?? []).map((call) => ({
      type: 'function_call',
      id: 'fc_1',
      call_id: call.id,
      name: call.function.name,
      arguments: call.function.arguments,
      status: 'completed',
    })),
    { type: 'reasoning', id: 'rs_3', summary: [], encrypted_content: 'e' },
  ];
  const status = how === 'as it came' ? {} : { status: 'incomplete' };
  return { ...fields, providerData: { responses: { provider: 'responses', model: 'gemini-3-pro', items, ...status } } };
}

function withWord(fields: object, index: number, before: readonly Message[]): Record<string, unknown> {
  const { at, damaged, ...record } = fields as Record<string, unknown> & { at?: number[]; damaged?: boolean };
  if (record.removed) return record;
  if (at) return { ...record, compaction: compactionOf(at, damaged === true, before) };
  const { content } = record;
  if (typeof content !== 'string' || content.replaceAll('\u0000', '').trim() === '') return record;
  return { ...record, content: `${record.role === 'tool' ? 'result' : 'said'}-${index} ${content}` };
}

function compactionOf(at: readonly number[], damaged: boolean, before: readonly Message[]): object {
  const idAt = (share: number): string => before[Math.floor(share * (before.length - 1))]?.id ?? 'nobody';
  return {
    firstKeptId: damaged ? 'not on this branch' : idAt(at[0] as number),
    clearedIds: [idAt(at[1] as number)],
    pinnedIds: [idAt(at[2] as number)],
    tokensBefore: 2,
    tokensAfter: 1,
  };
}

export { callId as randomCallId, text as randomText };
