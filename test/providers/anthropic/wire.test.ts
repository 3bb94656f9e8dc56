// The URL of requests, their headers, and a conversation over a real connection: a reply is sent back unchanged.

import { afterEach, describe, expect, test } from 'vitest';
import { replyRecord } from '../../../electron/chat/turn/replyRecord.ts';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { parseMessage } from '../../../electron/conversation/readMessage.ts';
import { systemClock } from '../../../electron/lib/clock.ts';
import { createIdSource } from '../../../electron/lib/ids.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import type { ModelReply, ModelRequest } from '../../../electron/ports/provider.ts';
import { anthropicApi } from '../../../electron/providers/anthropic/api.ts';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { maskedProvider } from '../../../electron/providers/maskedProvider.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { cite } from '../../support/cite.ts';
import { conversationOf, messageIdAt, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { type MessagesServer, messageOf, type Row, startMessagesServer } from '../../support/messagesServer.ts';
import { modelRequest, replyOf } from '../../support/modelCall.ts';

let server: MessagesServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const model = 'claude-fable-5-2';
const content = [
  { type: 'thinking', thinking: 'Where is it?', signature: 'c2ln' },
  { type: 'text', text: 'I look.' },
  { type: 'tool_use', id: 'toolu_1', name: 'look', input: { path: 'a' }, caller: { type: 'direct' } },
];

/** The reply as the conversation stores it, read again from disk. */
function stored(reply: ModelReply): Message {
  const turn = { kind: 'reply', messageId: messageIdAt(1), reply } as const;
  const record = replyRecord(turn, model, [], createIdSource(systemClock));
  const [placed] = conversationOf([{ v: 1, parentId: null, createdAt: '', ...record } as Message]);
  const parsed = parseMessage(JSON.parse(JSON.stringify(placed)));
  if (!parsed.ok) throw new Error('no record');
  return { ...parsed.message, id: '', createdAt: '' };
}

function requestOf(messages: readonly Message[]): ModelRequest {
  return modelRequest({ model, messages: toApiMessages(conversationOf(messages)).messages });
}

describe('the destination', () => {
  async function sent(baseUrl: string, of = model): Promise<{ url: string; headers: Headers }> {
    const calls: { url: string; headers: Headers }[] = [];
    const key = 'sk-key-1234567890';
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      calls.push({ url, headers: new Headers(init.headers) });
      return Response.json({ type: 'message', content: [{ type: 'text', text: 'x' }], stop_reason: 'end_turn' });
    };
    const provider = createApiProvider(anthropicApi, { id: 'p', baseUrl, key, fetch });
    await replyOf(provider, { request: modelRequest({ model: of }) });
    return calls[0] as { url: string; headers: Headers };
  }

  test.each([
    ['https://api.anthropic.com', 'https://api.anthropic.com/v1/messages', true, false],
    ['https://api.anthropic.com/v1', 'https://api.anthropic.com/v1/messages', true, false],
    ['https://x.services.ai.azure.com/anthropic', 'https://x.services.ai.azure.com/anthropic/v1/messages', true, false],
    ['https://bedrock-mantle.eu-west-1.api.aws/anthropic/v1', undefined, false, true],
    ['https://x.amazonaws.com/anthropic/v1', undefined, false, true],
    ['https://amazonaws.com.example/v1', undefined, true, true],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/v1/messages', true, true],
  ])('%s, with the key in the expected header', async (baseUrl, url, own, bearer) => {
    const call = await sent(baseUrl);
    expect(call.url).toBe(url ?? `${baseUrl}/messages`);
    expect(call.headers.get('x-api-key')).toBe(own ? 'sk-key-1234567890' : null);
    expect(call.headers.get('authorization')).toBe(bearer ? 'Bearer sk-key-1234567890' : null);
    expect(call.headers.get('anthropic-version')).toBe('2023-06-01');
  });

  test(cite('PROVIDER-7', 'thinking binding is sent only to models that support it'), async () => {
    const beta = async (of: string) => (await sent('https://api.anthropic.com', of)).headers.get('anthropic-beta');
    expect(await beta('claude-fable-5-1')).toBe('thinking-binding-controls-2026-08-01');
    expect(await beta('claude-opus-5')).toBeNull();
    expect(await beta('somebody-elses')).toBeNull();
  });

  test("a model's abilities are known, and search is offered only where supported", () => {
    const of = (baseUrl: string) =>
      createApiProvider(anthropicApi, { id: 'p', baseUrl, key: null, fetch: () => Promise.reject() }).abilities?.(
        'claude-opus-4-6',
      );
    expect(of('https://api.anthropic.com')).toEqual({
      efforts: ['none', 'low', 'medium', 'high', 'max'],
      temperature: true,
      maxOutputTokens: 128_000,
      thinking: true,
      providerSearch: true,
    });
    expect(of('https://bedrock-mantle.eu-west-1.api.aws/anthropic/v1')).toMatchObject({ providerSearch: false });
  });

  test(cite('PROVIDER-2', 'the model list reports context sizes'), async () => {
    server = await startMessagesServer([
      {
        data: [
          {
            type: 'model',
            id: 'claude-opus-5',
            display_name: 'Claude Opus 5',
            max_input_tokens: 1_000_000,
            max_tokens: 128_000,
            capabilities: { image_input: { supported: true }, thinking: { supported: true } },
          },
        ],
        has_more: false,
      },
    ]);
    expect(await server.provider.listModels(new AbortController().signal)).toEqual({
      ok: true,
      value: [{ id: 'claude-opus-5', contextWindow: 1_000_000, images: true }],
    });
    expect(server.headers[0]).toMatchObject({ 'x-api-key': 'sk-ant-test-1234567890' });
  });
});

describe('a conversation', () => {
  test(cite('PROVIDER-7', 'sends back what arrived, byte for byte, after it was stored and read again'), async () => {
    server = await startMessagesServer([
      messageOf(content, { model, stop: 'tool_use' }),
      messageOf([{ type: 'text', text: 'Done.' }], { model }),
    ]);
    const asked = [userMessage('look')];
    const reply = await replyOf(server.provider, { request: requestOf(asked) });
    const next = [...asked, stored(reply), toolMessage('toolu_1', 'A')];
    await replyOf(server.provider, { request: requestOf(next) });
    const [first, second] = server.bodies.map((body) => body.messages as Row[]);
    expect(JSON.stringify(second?.[1])).toBe(JSON.stringify({ role: 'assistant', content }));
    expect(second?.[0]).toEqual(first?.[0]);
  });

  test(
    cite('PROVIDER-7', 'reports the number of replies whose thinking was omitted, both theirs and ours'),
    async () => {
      const dropped = [
        { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'prefix_binding_mismatch' },
        { type: 'thinking_dropped', path: 'messages.1.content.2', reason: 'prefix_binding_mismatch' },
        { type: 'thinking_dropped', path: 'messages.11.content.0', reason: 'prefix_binding_mismatch' },
        { type: 'thinking_mismatch_allowed', path: 'messages.13.content.0', reason: 'prefix_binding_mismatch' },
      ];
      const text = [{ type: 'text', text: 'x' }];
      server = await startMessagesServer([
        messageOf(content, { model, stop: 'tool_use' }),
        messageOf(text, { model, message: { input_transformations: dropped } }),
        messageOf(text, { model, message: { input_transformations: [] } }),
      ]);
      const asked = [userMessage('look')];
      const first = stored(await replyOf(server.provider, { request: requestOf(asked) }));
      expect(first).not.toHaveProperty('droppedThinking');
      const next = requestOf([...asked, first, toolMessage('toolu_1', 'A')]);
      const second = stored(await replyOf(server.provider, { request: next }));
      expect(second).toMatchObject({
        droppedThinking: 2,
        providerData: { anthropic: { input_transformations: dropped } },
      });
      const edited = requestOf([...asked, { ...first, content: 'I see.' } as Message, toolMessage('toolu_1', 'A')]);
      expect(stored(await replyOf(server.provider, { request: edited }))).toMatchObject({ droppedThinking: 1 });
    },
  );

  test(cite('STORE-16', 'with hidden content keeps none of its signed data'), async () => {
    const secret = 'a-secret-of-mine';
    const mask = createSecretMask(
      () => [secret],
      () => false,
    );
    const said = [{ ...content[0], thinking: `It is ${secret}.` }, ...content.slice(1)];
    server = await startMessagesServer([messageOf(said, { model, stop: 'tool_use' })]);
    const reply = await replyOf(maskedProvider(server.provider, mask), { request: requestOf([userMessage('look')]) });
    expect(JSON.stringify(reply)).not.toContain(secret);
    expect(reply).toMatchObject({ text: 'I look.', calls: [{ id: 'toolu_1' }], providerData: {} });
  });
});
