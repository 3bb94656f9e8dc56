// Anthropic's streams, read over a real connection.

import { afterEach, describe, expect, test } from 'vitest';
import type { ModelReply } from '../../../electron/ports/provider.ts';
import { cite } from '../../support/cite.ts';
import {
  type MessageParts,
  type MessagesAnswer,
  type MessagesServer,
  messageEvents,
  messageOf,
  type Row,
  startMessagesServer,
  streamed,
} from '../../support/messagesServer.ts';
import { callModel, failureOf, modelRequest, replyOf } from '../../support/modelCall.ts';

let server: MessagesServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const request = modelRequest({ model: 'claude-opus-4-7' });

async function serve(...answers: (MessagesAnswer | Row)[]): Promise<MessagesServer['provider']> {
  server = await startMessagesServer(answers);
  return server.provider;
}

async function read(...answers: (MessagesAnswer | Row)[]): Promise<ModelReply> {
  return replyOf(await serve(...answers), { request });
}

function contentOf({ providerData = {} }: ModelReply): Row[] {
  return (providerData.anthropic as { content: Row[] }).content;
}

function sentBodies(): Row[] {
  return server?.bodies ?? [];
}

const thinking = { type: 'thinking', thinking: 'Where is it?', signature: 'c2ln' };
const use = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { a: 1, b: [true] }, caller: { type: 'direct' } };

describe('a reply', () => {
  test(cite('PROVIDER-7', 'is kept complete and in order, with every field, and reported as it arrives'), async () => {
    const content = [
      thinking,
      { type: 'text', text: 'I look.' },
      { type: 'redacted_thinking', data: 'c2VhbGVk' },
      { type: 'something_new', held: { deep: [1] } },
      { type: 'text', text: 'Now.' },
      use,
      { ...use, id: 'toolu_2', input: {} },
    ];
    const { outcome, observed } = await callModel(await serve(messageOf(content, { stop: 'tool_use' })), { request });
    expect(outcome).toMatchObject({ kind: 'reply', response: { id: 'msg_1' } });
    const reply = (outcome as { reply: ModelReply }).reply;
    expect(reply).toMatchObject({
      text: 'I look.\n\nNow.',
      reasoning: 'Where is it?',
      calls: [
        { id: 'toolu_1', name: 'look', arguments: '{"a":1,"b":[true]}' },
        { id: 'toolu_2', name: 'look', arguments: '{}' },
      ],
      finishReason: 'tool_calls',
      model: 'claude-opus-4-7',
    });
    expect(reply.providerData).toEqual({ anthropic: { provider: 'p', model: 'claude-opus-4-7', content } });
    expect(observed.texts.join('')).toBe(reply.text);
    expect(observed.reasonings.join('')).toBe(reply.reasoning);
    expect(observed.calls.at(-1)).toEqual([1, 'look', 2]);
  });

  test(cite('PROVIDER-7', 'keeps the signature of hidden thinking'), async () => {
    const silent = { type: 'thinking', thinking: '', signature: 'c2ln' };
    const reply = await read(messageOf([silent, { type: 'text', text: 'Done.' }]));
    expect(reply.reasoning).toBe('');
    expect(contentOf(reply)[0]).toEqual(silent);
  });

  test(cite('PROVIDER-7', 'keeps the data next to its blocks'), async () => {
    const container = { id: 'container_1', expires_at: 'x' };
    const message = { input_transformations: [], context_management: null, provider: 'elsewhere' };
    const reply = await read(messageOf([{ type: 'text', text: 'x' }], { message, delta: { container } }));
    expect(reply.providerData?.anthropic).toMatchObject({ container, provider: 'p' });
    expect(reply.providerData?.anthropic).not.toHaveProperty('input_transformations');
  });

  test(cite('PROVIDER-7', 'keeps its sources'), async () => {
    const citation = { type: 'web_search_result_location', url: 'https://a.example', encrypted_index: 'x' };
    const events = messageEvents([
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Said.' } },
      { type: 'content_block_stop', index: 0 },
      ...streamed(1, { type: 'text', text: ' And more.' }),
    ]);
    const reply = await read({ events });
    expect(reply.text).toBe('Said. And more.');
    expect(contentOf(reply)[0]).toEqual({ type: 'text', text: 'Said.', citations: [citation] });
  });

  test(cite('STREAM-4', 'has the exact arguments: whole, in pieces, or not JSON at all'), async () => {
    const whole = { type: 'tool_use', id: 'a', name: 'look', input: { at: 'once' } };
    const cut = '{"path": "a';
    const blocks = [
      { type: 'content_block_start', index: 0, content_block: whole },
      { type: 'content_block_stop', index: 0 },
      ...streamed(1, { type: 'tool_use', id: 'b', name: 'look' }, cut),
      ...streamed(2, { type: 'tool_use', id: 'c', name: 'look' }, '{ "n" : 1.0 }'),
      ...streamed(3, { type: 'tool_use', id: 'd', name: 'look' }, `${'['.repeat(9000)}${']'.repeat(9000)}`),
    ];
    const reply = await read({ events: messageEvents(blocks, { stop: 'tool_use' }) });
    expect(reply.calls.slice(0, 3).map((call) => call.arguments)).toEqual(['{"at":"once"}', cut, '{ "n" : 1.0 }']);
    expect(contentOf(reply).map(({ input }) => input)).toEqual([{ at: 'once' }, {}, { n: 1 }, {}]);
  });

  test(cite('STREAM-11', 'is not changed by names from Object.prototype'), async () => {
    const delta = JSON.parse('{"type":"odd_delta","__proto__":"x","constructor":"y","text":"!"}') as Row;
    const events = messageEvents(
      [
        ...streamed(0, { type: 'text', text: 'Hi' }).slice(0, -1),
        { type: 'content_block_delta', index: 0, delta },
        JSON.parse('{"type":"__proto__"}') as Row,
        { type: 'toString' },
      ],
      { stop: 'constructor' },
    );
    const reply = await read({ events });
    expect(reply).toMatchObject({ text: 'Hi!', finishReason: 'constructor' });
    expect(Object.keys(contentOf(reply)[0] ?? {})).toEqual(['type', 'text', '__proto__', 'constructor']);
    expect(Object.getPrototypeOf(contentOf(reply)[0])).toBe(Object.prototype);
  });

  test(cite('STREAM-11', 'omits an event nested too deep to keep'), async () => {
    const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`) as unknown;
    const block = { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'no', deep } };
    const reply = await read({ events: messageEvents([...streamed(0, { type: 'text', text: 'yes' }), block]) });
    expect(reply.text).toBe('yes');
  });

  test(cite('STREAM-2', 'with too many calls keeps the first ones, and says so'), async () => {
    const calls = Array.from({ length: 130 }, (_one, at) => ({ ...use, id: `toolu_${at}` }));
    const reply = await read(messageOf(calls, { stop: 'tool_use' }));
    expect(reply.callsLeftOut).toBe(true);
    expect(reply.calls).toHaveLength(128);
    await server?.close();
    expect((await read(messageOf(calls.slice(0, 128), { stop: 'tool_use' }))).callsLeftOut).toBeUndefined();
  });

  test(cite('STREAM-1', 'ends at its end mark even if the connection stays open'), async () => {
    const { events } = messageOf([{ type: 'text', text: 'Done.' }]);
    expect((await read({ events, end: 'open' })).text).toBe('Done.');
  });

  test('that arrives whole, not streamed, is the same', async () => {
    const message = { id: 'msg_9', type: 'message', role: 'assistant', model: 'claude-opus-4-7' };
    const reply = await read({ ...message, content: [thinking, use], stop_reason: 'tool_use', usage: {} });
    expect(reply).toMatchObject({ reasoning: 'Where is it?', calls: [{ id: 'toolu_1' }], finishReason: 'tool_calls' });
    expect(contentOf(reply)).toEqual([thinking, use]);
  });
});

describe('an end', () => {
  test.each([
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['stop_sequence', 'stop'],
    [null, null],
  ])(cite('STREAM-5', '%s is reported as %s'), async (stop, finishReason) => {
    const reply = await read(messageOf([{ type: 'text', text: 'So far' }, use], { stop }));
    expect(reply).toMatchObject({ text: 'So far', finishReason });
  });

  test(cite('STREAM-5', 'without content is a failure that names it'), async () => {
    const failure = await failureOf(await serve(messageOf([], { stop: 'stop_sequence' })), { request });
    expect(failure).toMatchObject({ code: 'LLM_EMPTY_RESPONSE' });
  });

  test(cite('STREAM-5', 'by refusal is a failure, and a started call does not count'), async () => {
    const refused = messageOf([{ type: 'text', text: 'Well' }, use], { stop: 'refusal' });
    const failure = await failureOf(await serve(refused), { request });
    expect(failure).toMatchObject({ code: 'LLM_CONTENT_FILTER', retryable: false, partial: { text: 'Well' } });
  });

  test(cite('STREAM-5', 'by refusal says why, if the provider does'), async () => {
    const refused = messageOf([{ type: 'text', text: 'Well' }], { stop: 'refusal' });
    const events = refused.events.map((event) => {
      if (event.type !== 'message_delta') return event;
      const details = { type: 'refusal', category: 'cyber', explanation: 'This request was blocked.' };
      return { ...event, delta: { ...(event.delta as object), stop_details: details } };
    });
    const failure = await failureOf(await serve({ ...refused, events }), { request });
    expect(failure.code).toBe('LLM_CONTENT_FILTER');
    expect(failure.message).toMatch(/because of its content filter \(This request was blocked\.\)\.$/);
  });

  test(cite('STREAM-6', 'at any event before the last is not an end: the reply is rejected'), async () => {
    const { events } = messageOf([thinking, { type: 'text', text: 'Half' }, use], { stop: 'tool_use' });
    const last = events.findIndex(({ type }) => type === 'message_delta');
    for (let at = 1; at < last; at += 3) {
      const failure = await failureOf(await serve({ events: events.slice(0, at), end: 'cut' }), { request });
      expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: true });
      await server?.close();
    }
  });

  test(cite('STREAM-6', 'by an overload can be retried, and keeps the text so far'), async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const begun = messageOf([{ type: 'text', text: 'Half' }]).events.slice(0, 4);
    for (const events of [[error], [...begun, error]]) {
      const failure = await failureOf(await serve({ events }), { request });
      expect(failure).toMatchObject({
        retryable: true,
        partial: { text: events.length > 1 ? 'Half'.slice(0, 2) : '' },
      });
      expect(failure.message).toContain('reported an error: Overloaded');
      await server?.close();
    }
    const own = { type: 'error', error: { type: 'api_error', message: 'Internal server error' } };
    expect(await failureOf(await serve({ events: [own] }), { request })).toMatchObject({ retryable: true });
  });

  test(cite('STREAM-6', 'after a retry by a proxy contains only the second attempt'), async () => {
    const first = messageOf([thinking, { type: 'text', text: 'One' }, use]).events.slice(0, -5);
    const second = messageOf(
      [
        { ...thinking, thinking: 'Again' },
        { ...use, id: 'toolu_9' },
      ],
      { stop: 'tool_use' },
    );
    const reply = await read({ events: [...first, ...second.events] });
    expect(reply).toMatchObject({ text: '', reasoning: 'Again', calls: [{ id: 'toolu_9' }] });
    expect(contentOf(reply)).toHaveLength(2);
    expect(reply.usage).toMatchObject({ inputTokens: 10 });
  });
});

describe('a pause', () => {
  const searching = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } };
  const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ type: 'web_search_result' }] };
  const first = messageOf([{ type: 'text', text: 'I search. ' }, searching], { stop: 'pause_turn' });
  const second = messageOf([found, thinking], { stop: 'pause_turn' });
  const third = messageOf([{ type: 'text', text: 'Found.' }, use], { stop: 'tool_use' });

  test(cite('PROVIDER-7', 'is continued: the content is sent back unchanged, and it is one reply'), async () => {
    const reply = await read(first, second, third);
    const all = [
      { type: 'text', text: 'I search. ' },
      searching,
      found,
      thinking,
      { type: 'text', text: 'Found.' },
      use,
    ];
    expect(contentOf(reply)).toEqual(all);
    expect(reply).toMatchObject({
      text: 'I search. \n\nFound.',
      finishReason: 'tool_calls',
      calls: [{ id: 'toolu_1' }],
    });
    expect(reply.usage).toMatchObject({ inputTokens: 30, outputTokens: 15 });
    const [asked = {}, again, more] = sentBodies();
    const messages = asked.messages as Row[];
    expect(again).toEqual({ ...asked, messages: [...messages, { role: 'assistant', content: all.slice(0, 2) }] });
    expect(more).toEqual({ ...asked, messages: [...messages, { role: 'assistant', content: all.slice(0, 4) }] });
  });

  test(cite('STREAM-6', 'that is not continued is a failure with all its text'), async () => {
    for (const count of [0, 1, 4]) {
      const cut: MessagesAnswer = { events: third.events.slice(0, count), end: 'cut' };
      const failure = await failureOf(await serve(first, cut), { request });
      const text = count === 4 ? 'I search. \n\nFou' : 'I search. ';
      expect(failure).toMatchObject({ retryable: true, partial: { text } });
      await server?.close();
    }
  });

  test('does not end with white space, which is rejected', async () => {
    await read(messageOf([{ type: 'text', text: 'Wait \n' }], { stop: 'pause_turn' }), third);
    const messages = sentBodies()[1]?.messages;
    expect((messages as Row[]).at(-1)?.content).toEqual([{ type: 'text', text: 'Wait' }]);
  });
});

describe('usage', () => {
  const text = [{ type: 'text', text: 'x' }];
  const cases: [string, MessageParts, Row][] = [
    [
      'the cache is part of the input, its minutes and its hour apart',
      {
        usage: {
          input_tokens: 3,
          cache_read_input_tokens: 100,
          cache_creation_input_tokens: 3269,
          cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 3259 },
          output_tokens: 1,
        },
        later: { input_tokens: 3, cache_creation_input_tokens: 3269, output_tokens: 6 },
      },
      { inputTokens: 3372, outputTokens: 6, cachedInputTokens: 100, cacheWriteTokens: 10, cacheWriteHourTokens: 3259 },
    ],
    [
      'the later count stands, null does not',
      {
        usage: { input_tokens: 43, cache_creation_input_tokens: 4, cache_read_input_tokens: null, output_tokens: 1 },
        later: {
          input_tokens: 61,
          cache_creation_input_tokens: null,
          output_tokens: 2,
          output_tokens_details: { thinking_tokens: 1 },
        },
      },
      { inputTokens: 65, outputTokens: 2, cacheWriteTokens: 4, reasoningTokens: 1 },
    ],
    [
      'searches are counted, and a price that is told',
      { later: { output_tokens: 5, server_tool_use: { web_search_requests: 2 }, cost: 0.000112 } },
      { inputTokens: 10, outputTokens: 5, webSearches: 2, reportedCost: 0.000112 },
    ],
    [
      'a compaction of its own is counted, an adviser of another model is not',
      {
        usage: { input_tokens: 100, cache_read_input_tokens: 500, output_tokens: 7 },
        later: {
          input_tokens: 181,
          cache_read_input_tokens: 0,
          output_tokens: 8,
          iterations: [
            { type: 'compaction', input_tokens: 100, cache_read_input_tokens: 500, output_tokens: 83 },
            { type: 'message', input_tokens: 181, cache_read_input_tokens: 0, output_tokens: 8 },
            { type: 'advisor_message', model: 'other', input_tokens: 9000, output_tokens: 9000 },
          ],
        },
      },
      { inputTokens: 781, outputTokens: 91, cachedInputTokens: 500 },
    ],
    [
      'more thinking than output is all of it',
      { later: { output_tokens: 5, output_tokens_details: { thinking_tokens: 9 } } },
      { inputTokens: 10, outputTokens: 5, reasoningTokens: 5, clamped: true },
    ],
    ['what is no count is none', { usage: { input_tokens: 'x', output_tokens: -1 }, later: {} }, {}],
  ];
  test.each(cases)(cite('STREAM-7', '%s'), async (_name, parts, usage) => {
    const reply = await read(messageOf(text, parts));
    if (Object.keys(usage).length === 0) expect(reply.usage).toBeNull();
    else {
      const { raw, ...counts } = reply.usage ?? {};
      expect(counts).toEqual(usage);
      expect(raw).toMatchObject({ output_tokens: parts.later?.output_tokens });
    }
  });
});
