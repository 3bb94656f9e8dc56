// The request: the exact body, with only the API's keys.

import { afterEach, expect, test } from 'vitest';
import type { ApiMessage, ApiTool } from '../../../shared/conversation/apiMessage.ts';
import { cite } from '../../support/cite.ts';
import { type FakeModelServer, startFakeModelServer } from '../../support/fakeModelServer.ts';
import { modelRequest, replyOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';

let server: FakeModelServer;
afterEach(() => server?.close());

const tool = {
  type: 'function',
  function: { name: 'read_file', description: 'Reads.', parameters: { type: 'object', properties: {} } },
} as const satisfies ApiTool;

const mark = { openai: { provider: 'test', reasoning: 'reasoning_content' } };

/** A history in which every message has more fields than the API accepts. */
const history = [
  { role: 'user', content: 'read “ü” 🙂', id: '01K' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path": "ü"}', extra: 1 }, index: 0 },
      { id: 'b', type: 'function', function: { name: 'read_file', arguments: '' } },
    ],
    reasoning: 'thinking',
    providerData: mark,
    outcome: 'ok',
  },
  { role: 'tool', tool_call_id: 'a', content: 'x', toolName: 'read_file', outcome: 'ok' },
  { role: 'tool', tool_call_id: 'b', content: 'Error: no path' },
  { role: 'assistant', content: 'done', reasoning: 'more', providerData: mark },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'see' },
      { type: 'image', hash: 'ab', mediaType: 'image/png' },
    ],
  },
] as unknown as ApiMessage[];

test(cite('SEQ-5', "body() is what is sent, byte for byte, and has only the API's keys"), async () => {
  server = await startFakeModelServer({ replies: [{ text: 'ok' }] });
  const provider = openAiProvider(server.url);
  const request = modelRequest({
    system: 'You help.',
    messages: history,
    tools: [{ ...tool, kind: 'read', function: { ...tool.function, hidden: true } } as ApiTool],
  });
  await replyOf(provider, { request });
  expect(server.requests[0]?.text).toBe(JSON.stringify(provider.body(request)));
  expect(server.requests[0]?.body).toEqual({
    model: 'fake-model',
    messages: [
      { role: 'system', content: 'You help.' },
      { role: 'user', content: 'read “ü” 🙂' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'thinking',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path": "ü"}' } },
          { id: 'b', type: 'function', function: { name: 'read_file', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: no path' },
      { role: 'assistant', content: 'done' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'text', text: '[Attachment not sent: image/png]' },
        ],
      },
    ],
    tools: [tool],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('without a system prompt and tools neither is sent', async () => {
  server = await startFakeModelServer({ replies: [{ text: 'ok' }] });
  await replyOf(openAiProvider(server.url));
  expect(server.requests[0]?.text).toBe(
    '{"model":"fake-model","messages":[{"role":"user","content":"hello"}],"stream":true,"stream_options":{"include_usage":true}}',
  );
});

test(cite('STREAM-8', 'thinking is only sent back to the provider that sent it as reasoning_content'), () => {
  const body = (providerData: Record<string, unknown> | undefined, id: string) => {
    const call = { id: 'a', type: 'function' as const, function: { name: 'x', arguments: '{}' } };
    const message = { role: 'assistant' as const, content: null, tool_calls: [call], reasoning: 'hm' };
    const messages: ApiMessage[] = [{ ...message, ...(providerData ? { providerData } : {}) }];
    return JSON.stringify(openAiProvider('http://127.0.0.1:1/v1', { id }).body(modelRequest({ messages })));
  };
  expect(body(mark, 'test')).toContain('"reasoning_content":"hm"');
  expect(body(mark, 'other')).not.toContain('hm');
  expect(body({ openai: { provider: 'test', reasoning: 'reasoning' } }, 'test')).not.toContain('hm');
  expect(body(undefined, 'test')).not.toContain('hm');
});

test(
  cite('SEC-6', 'the key is only in its header, and nothing identifies the machine or the environment'),
  async () => {
    server = await startFakeModelServer({ replies: [{ text: 'ok' }, { text: 'ok' }] });
    const before = process.env.OPENAI_CUSTOM_HEADERS;
    process.env.OPENAI_CUSTOM_HEADERS = 'x-company-secret: abc';
    try {
      await replyOf(openAiProvider(server.url, { key: 'sk-secret-0123456789' }));
      await replyOf(openAiProvider(server.url, { key: null }));
    } finally {
      if (before === undefined) delete process.env.OPENAI_CUSTOM_HEADERS;
      else process.env.OPENAI_CUSTOM_HEADERS = before;
    }
    const [withKey, without] = server.requests.map((request) => request.headers);
    expect(withKey?.authorization).toBe('Bearer sk-secret-0123456789');
    expect(without?.authorization).toBe('Bearer not-needed');
    const own = Object.keys(withKey ?? {}).filter((name) => /^(x-|openai-)/.test(name));
    expect(own).toEqual([]);
    expect(server.requests[0]?.text).not.toContain('secret');
  },
);
