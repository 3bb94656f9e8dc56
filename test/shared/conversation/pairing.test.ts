import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { parseMessage } from '../../../electron/conversation/readMessage.ts';
import { checkSequence } from '../../../electron/conversation/sequence.ts';
import { pairCalls } from '../../../shared/conversation/chain.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { openAiRuleBreaks } from '../../support/openAiRules.ts';
import { volume } from '../../support/volume.ts';

const callId = fc.constantFrom('a', 'b', 'c', '', 'x y', 'a very long id '.repeat(5));
const text = fc.constantFrom('', ' ', '\u0000', '\u0000\u0000', ' \u0000\n', 'hi', '\ud800', 'x\u0000y', '\ufeff');

/** Parts as another app, an older version or a damaged file may contain them. */
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.constantFrom<object>(
    { type: 'text' },
    { type: 'text', text: null },
    { type: 'text', text: 7 },
    { type: 'mention' },
    { type: 'mention', path: '', hash: 'h' },
    { type: 'mention', path: 'a.txt', hash: 'h' },
    { type: 'image' },
    { type: 'image', hash: 'h', mediaType: 'image/png' },
    { type: 'file', hash: 'h', mediaType: 'text/plain', name: 'a' },
    { type: 'video', url: 'x' },
    { type: '' },
    { type: 'input_text', text: 'other words' },
  ),
);

const calls = fc.array(
  fc.record({
    id: callId,
    type: fc.constant('function'),
    function: fc.record({ name: fc.constantFrom('read_file', 'bad name!', ''), arguments: text }),
  }),
  { maxLength: 4 },
);

const record = fc.oneof(
  fc.record({ role: fc.constant('user'), content: fc.oneof(text, fc.array(part, { maxLength: 3 })) }),
  fc.record({ role: fc.constant('assistant'), content: fc.option(text) }),
  fc.record({ role: fc.constant('assistant'), content: fc.option(text), tool_calls: calls }),
  fc.record({
    role: fc.constant('tool'),
    tool_call_id: callId,
    toolName: fc.constantFrom('read_file', ''),
    outcome: fc.constantFrom('ok', 'error'),
    content: fc.constant(''),
    partType: fc.constantFrom(undefined, undefined, undefined, 'tool_run'),
  }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.option(text),
    partType: fc.constantFrom('error', 'note', 'something_new'),
    tool_calls: fc.option(calls, { nil: undefined }),
    error: fc.constant({ code: 'LLM_ERROR', message: 'failed' }),
  }),
  fc.record({
    role: fc.constant('system'),
    partType: fc.constantFrom('environment', 'summary', undefined, 'something_new'),
    content: text,
  }),
);

/** What the store would read: every record has passed the schema. Each result names its record. */
function read(fields: object, index: number): Message[] {
  const place = { v: 1, id: `m${index}`, parentId: index === 0 ? null : `m${index - 1}`, createdAt: '' };
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const marked = 'tool_call_id' in fields ? { content: `result m${index}` } : {};
  const parsed = parseMessage({ ...place, ...known, ...marked });
  return parsed.ok ? [parsed.message] : [];
}

const history = fc
  .array(record, { maxLength: 14 })
  .map((records) => [...records, { role: 'user', content: 'last' }].flatMap(read));

const bare = fc.array(record, { minLength: 1, maxLength: 8 }).map((records) => records.flatMap(read));

function breaks(messages: readonly Message[]) {
  const sent = toApiMessages(messages).messages;
  if (sent.length === 0) return [];
  // The provider's own folder converts parts; text parts represent all of them here.
  const wire = sent.map((message) =>
    message.role === 'user' && Array.isArray(message.content)
      ? {
          ...message,
          content: message.content.map((one) => (one.type === 'text' ? one : { type: 'text', text: one.type })),
        }
      : message,
  );
  const body = { model: 'm', messages: [{ role: 'system', content: 'you are' }, ...wire] };
  return [...checkSequence(sent), ...openAiRuleBreaks(body)];
}

test(
  cite(['SEQ-2', 'SEQ-3', 'SEQ-4'], 'whatever an odd or damaged log contains, the request follows the rules'),
  () => {
    fc.assert(
      fc.property(history, (messages) => {
        expect(breaks(messages)).toEqual([]);
      }),
      { numRuns: volume({ short: 600, all: 3_000 }) },
    );
  },
);

test(cite(['SEQ-2', 'SEQ-3'], 'even without a last user message'), () => {
  fc.assert(
    fc.property(bare, (messages) => {
      expect(breaks(messages)).toEqual([]);
    }),
    { numRuns: volume({ short: 400, all: 2_000 }) },
  );
});

const odd: [string, object[]][] = [
  ['a message of only NUL', [{ role: 'user', content: '\u0000' }]],
  ['parts of only NUL', [{ role: 'user', content: [{ type: 'text', text: '\u0000' }] }]],
  ['a text part without text', [{ role: 'user', content: [{ type: 'text' }] }]],
  ['a mention without a path', [{ role: 'user', content: [{ type: 'mention' }] }]],
  ['a part of an unknown type', [{ role: 'user', content: [{ type: 'hologram', size: 3 }] }]],
  ['an empty row of the environment', [{ role: 'system', partType: 'environment', content: '' }]],
  ['a row of the environment of only NUL', [{ role: 'system', partType: 'environment', content: '\u0000' }]],
  [
    'a reply of only NUL',
    [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: '\u0000' },
    ],
  ],
  [
    'an empty list of calls',
    [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: [] },
    ],
  ],
];

test.each(odd)('%s is sent as nothing or as something that a provider accepts', (_name, records) => {
  const messages = [...records, { role: 'user', content: 'last' }].flatMap(read);
  expect(messages).toHaveLength(records.length + 1);
  expect(breaks(messages)).toEqual([]);
  expect(toApiMessages(messages).messages.at(-1)?.content).toContain('last');
});

test(cite('SEQ-2', 'the chain shows for each call the result that is sent for it, and no other'), () => {
  fc.assert(
    fc.property(history, (messages) => {
      const counted = messages.filter(({ partType }) => partType !== 'note' && partType !== 'error');
      if (counted.some(({ partType }) => partType === 'summary')) return;
      const shown = pairCalls(counted).map(({ result }) => (result ? result.content : null));
      const sent = toApiMessages(counted).messages.flatMap((message) =>
        message.role === 'tool' ? [/^result (m\d+)/.exec(String(message.content)) ? message.content : null] : [],
      );
      expect(shown).toEqual(sent);
    }),
    { numRuns: volume({ short: 600, all: 3_000 }) },
  );
});

test('two calls with one ID in one reply have separate results, in log order', () => {
  const asked = { id: 'x', type: 'function', function: { name: 'read_file', arguments: '{}' } };
  const result = { role: 'tool', tool_call_id: 'x', toolName: 'read_file', outcome: 'ok' };
  const messages = [
    { role: 'user', content: 'both' },
    { role: 'assistant', content: null, tool_calls: [asked, asked] },
    result,
    result,
  ].flatMap(read);
  expect(pairCalls(messages).map((pair) => pair.result?.id)).toEqual(['m2', 'm3']);
  expect(toApiMessages(messages).messages.slice(-2)).toMatchObject([
    { content: 'result m2' },
    { content: 'result m3' },
  ]);
});

test('a result before its call is shown with it, as it is sent with it', () => {
  const asked = { id: 'x', type: 'function', function: { name: 'read_file', arguments: '{}' } };
  const result = { role: 'tool', tool_call_id: 'x', toolName: 'read_file', outcome: 'ok' };
  const messages = [
    { role: 'user', content: 'do' },
    result,
    { role: 'assistant', content: null, tool_calls: [asked] },
  ].flatMap(read);
  expect(pairCalls(messages).map((pair) => pair.result?.id)).toEqual(['m1']);
  expect(toApiMessages(messages).messages.at(-1)).toMatchObject({ role: 'tool', content: 'result m1' });
});
