// INTEROP-8: a chain as OpenTelemetry spans, and the sender that a run never waits for.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tracesAddress } from '../../../electron/features/traces/postTraces.ts';
import { createOtlpSender } from '../../../electron/features/traces/sender.ts';
import type { ExportSource } from '../../../electron/interop/history.ts';
import { protobufRequest } from '../../../electron/interop/otlp/protobuf.ts';
import { type Span, tracesRequest } from '../../../electron/interop/otlp/span.ts';
import { toSpans } from '../../../electron/interop/otlp/toSpans.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { textOf } from '../../../shared/core/sentence.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { otlpFromProtobuf } from '../../support/otlpProtobuf.ts';
import { randomHistory } from '../../support/randomHistory.ts';
import { readTraces } from '../../support/sessionRules/otlp.ts';
import { createSteppedClock } from '../../support/steppedClock.ts';
import { volume } from '../../support/volume.ts';
import { givenOf } from '../web/files.ts';
import { startReceiver } from './receiver.ts';

const options = { content: false, mask: (text: string) => text };

const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 80, reasoningTokens: 5 };
const chain = conversationOf<Message>([
  userMessage('How many?'),
  assistantMessage('', [call('c1', 'count', '{"a":1}'), call('c2', 'open')], {
    model: 'demo',
    usage,
    finishReason: 'tool_calls',
    reasoning: 'hm',
    providerData: { anthropic: { provider: 'anthropic' } },
  }),
  toolMessage('c1', '12', { toolName: 'count', startedAt: '2026-01-02T03:04:06.500Z', duration: 250 }),
  toolMessage('c2', 'no', { toolName: 'open', outcome: 'denied' }),
  assistantMessage('Twelve.', [], { model: 'demo', finishReason: 'stop' }),
  userMessage('Sure?'),
  assistantMessage('', [], {
    partType: 'error',
    error: { code: 'LLM_ERROR', cause: 'LLM_RATE_LIMITED', message: 'too many' },
  }),
]);

function given(messages: Message[], more: Partial<ExportSource> = {}): ExportSource {
  return {
    ...givenOf({ title: 'Boats', folder: null, model: null, messages, headId: messages.at(-1)?.id ?? null }),
    ...more,
  };
}

const read = (spans: Span[]) => readTraces(JSON.parse(JSON.stringify(tracesRequest(spans, { version: '1.0.0' }))));

test("a secret at an attribute's truncation point is masked before truncating", async () => {
  const token = `ghp_${'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7c'}`;
  const secrets = createSecretMask(
    () => [],
    () => true,
  );
  const text = `${' '.padStart(64 * 1024 - token.length + 1, 'x')}${token} end`;
  const messages = conversationOf<Message>([
    userMessage(text),
    assistantMessage(text, [call('c', 'plain', text)], { reasoning: text }),
    toolMessage('c', text),
    assistantMessage('Done.'),
  ]);
  const spans = await toSpans(given(messages), { content: true, mask: (all) => secrets.text(all) });
  expect(JSON.stringify(spans)).toContain('xxx');
  expect(JSON.stringify(spans)).not.toContain(token.slice(0, 12));
});

test(
  cite('INTEROP-8', 'each turn is a trace: the agent, below it each reply and each call, with their times'),
  async () => {
    const spans = read(await toSpans(given(chain), options));
    const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
    expect(
      spans.map(({ name, parentSpanId, failed, kind }) => [
        name,
        parentSpanId === undefined ? null : names.get(parentSpanId),
        failed,
        kind,
      ]),
    ).toEqual([
      ['invoke_agent Throughline', null, false, 1],
      ['chat demo', 'invoke_agent Throughline', false, 3],
      ['execute_tool count', 'invoke_agent Throughline', false, 1],
      ['execute_tool open', 'invoke_agent Throughline', true, 1],
      ['chat demo', 'invoke_agent Throughline', false, 3],
      ['invoke_agent Throughline', null, true, 1],
      ['chat', 'invoke_agent Throughline', true, 3],
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
    const [, chat, count, open] = spans;
    expect(chat?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.conversation.id': given(chain).id,
      'gen_ai.request.model': 'demo',
      'gen_ai.response.model': 'demo',
      'gen_ai.response.finish_reasons': ['tool_call'],
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 20,
      'gen_ai.usage.cache_read.input_tokens': 80,
      'gen_ai.usage.reasoning.output_tokens': 5,
    });
    expect(Number((count?.end ?? 0n) - (count?.start ?? 0n)) / 1e6).toBe(250);
    expect(open?.attributes).toMatchObject({
      'gen_ai.tool.call.id': 'c2',
      'gen_ai.tool.name': 'open',
      'error.type': 'denied',
    });
    expect(spans.at(-1)?.attributes).toMatchObject({
      'error.type': 'LLM_RATE_LIMITED',
      'gen_ai.response.finish_reasons': ['error'],
    });
  },
);

test('content is only included on request, and masked', async () => {
  const quiet = JSON.stringify(await toSpans(given(chain), options));
  for (const said of ['How many?', 'Twelve.', 'too many', '{\\"a\\":1}', '"12"']) expect(quiet).not.toContain(said);
  const spans = read(
    await toSpans(given(chain), { content: true, mask: (text) => text.replaceAll('Twelve', '[key removed]') }),
  );
  const [, chat, count, , last] = spans;
  expect(JSON.parse(String(chat?.attributes['gen_ai.input.messages']))).toEqual([
    { role: 'user', parts: [{ type: 'text', content: 'How many?' }] },
  ]);
  expect(JSON.parse(String(chat?.attributes['gen_ai.output.messages']))).toEqual([
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: 'hm' },
        { type: 'tool_call', id: 'c1', name: 'count', arguments: { a: 1 } },
        { type: 'tool_call', id: 'c2', name: 'open', arguments: {} },
      ],
      finish_reason: 'tool_call',
    },
  ]);
  expect(count?.attributes).toMatchObject({ 'gen_ai.tool.call.arguments': '{"a":1}', 'gen_ai.tool.call.result': '12' });
  expect(String(last?.attributes['gen_ai.output.messages'])).toContain('[key removed].');
});

test('an agent is below the call that started it, and the same chain produces the same spans', async () => {
  const inner = conversationOf<Message>([userMessage('Look.'), assistantMessage('Found.', [], { model: 'small' })]);
  const agents = [
    { source: given(inner, { id: 'inner', title: 'Looker' }), call: { messageId: chain[1]?.id ?? '', index: 0 } },
  ];
  const whole = given(chain, { agents });
  const spans = read(await toSpans(whole, options));
  const agent = spans.find(({ name }) => name === 'invoke_agent Looker');
  expect(spans.find(({ spanId }) => spanId === agent?.parentSpanId)?.name).toBe('execute_tool count');
  expect(agent?.traceId).toBe(spans[0]?.traceId);
  expect(await toSpans(whole, options)).toEqual(await toSpans(whole, options));
});

test('whatever the log contains, the spans are valid', async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory(), fc.boolean(), async ({ messages }, content) => {
      const written = await toSpans(given(messages), { content, mask: (text) => text });
      const spans = read(written);
      expect(readTraces(otlpFromProtobuf(protobufRequest(written, { version: '1.0.0' })))).toEqual(spans);
      const ids = new Set(spans.map(({ spanId }) => spanId));
      expect(spans.every(({ parentSpanId }) => parentSpanId === undefined || ids.has(parentSpanId))).toBe(true);
    }),
    { numRuns: volume({ short: 40, all: 200 }) },
  );
});

test('any JSON value in the fields that become attributes and times leaves the spans valid', async () => {
  const odd = fc.constantFrom(
    Number.POSITIVE_INFINITY,
    1e300,
    -1e300,
    2 ** 53,
    1.5,
    '',
    '\ud800',
    '9999-12-31T00:00:00Z',
  );
  const value = fc.oneof(odd, fc.constant({ toString: 1 }), fc.jsonValue({ maxDepth: 1 }));
  const names = ['model', 'usage', 'inputTokens', 'id', 'finishReason', 'cause', 'code', 'startedAt', 'duration'];
  const fields = fc.record(Object.fromEntries(names.map((name) => [name, value])));
  await fc.assert(
    fc.asyncProperty(fields, fc.boolean(), async ({ usage, inputTokens, id, cause, code, ...more }, isUsageOdd) => {
      const extra = {
        ...more,
        usage: isUsageOdd ? usage : { inputTokens },
        response: { id },
        partType: 'error',
        error: { cause, code },
      } as object;
      const messages = conversationOf<Message>([
        userMessage('Go.'),
        assistantMessage('', [call('c', 'count')], extra),
        toolMessage('c', '1', extra),
        assistantMessage('Done.', [], extra),
      ]);
      expect(read(await toSpans(given(messages), options)).length).toBeGreaterThan(2);
    }),
    { numRuns: volume({ short: 100, all: 1_000 }) },
  );
});

async function someSpans(count: number): Promise<Span[]> {
  const [span] = await toSpans(given(chain), options);
  return Array.from({ length: count }, (_, at) => ({
    ...(span as Span),
    spanId: (at + 1).toString(16).padStart(16, '0'),
  }));
}

test('spans arrive in batches, with the headers, at /v1/traces', async () => {
  const receiver = await startReceiver();
  const sender = createOtlpSender({
    endpoint: receiver.endpoint,
    headers: { authorization: 'Bearer x' },
    version: '1.0.0',
  });
  sender.send(await someSpans(1300));
  await sender.close(10_000);
  expect(
    receiver.requests.map(({ path, status, problem, headers }) => [path, status, problem, headers.authorization]),
  ).toEqual([1, 2, 3].map(() => ['/v1/traces', 200, null, 'Bearer x']));
  expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(1300);
  expect(sender.state()).toEqual({ queued: 0, sent: 1300, dropped: 0, problem: null });
});

test('a server that is down, busy or disconnects is retried after a growing pause, or the one it requests', async () => {
  const receiver = await startReceiver();
  const clock = createSteppedClock();
  const sender = createOtlpSender({ endpoint: receiver.endpoint, version: '1', clock, random: () => 1 });
  receiver.answers.push(503, 'cut', { status: 429, headers: { 'retry-after': '30' } });
  sender.send(await someSpans(3));
  const asked: number[] = [];
  for (const [at, pause] of [1000, 1000, 2000, 30_000].entries()) {
    await clock.advance(pause - 1);
    expect(receiver.requests).toHaveLength(at);
    await clock.advance(1);
    await receiver.asked(at + 1);
    // The answer must come back before the next pause starts.
    await expect
      .poll(() => textOf(sender.state().problem ?? 'none'))
      .toMatch(['HTTP 503', /socket|reset|hang up|other side/i, 'HTTP 429', 'none'][at] ?? '');
    asked.push(receiver.requests.length);
  }
  await expect.poll(() => sender.state().sent).toBe(3);
  expect(sender.state()).toMatchObject({ queued: 0, dropped: 0 });
});

test(cite('INTEROP-8', 'protobuf has the same spans, and its answer is read'), async () => {
  const receiver = await startReceiver();
  const spans = await toSpans(given(chain), options);
  const sender = createOtlpSender({ endpoint: receiver.endpoint, version: '1', encoding: 'protobuf' });
  // ExportTraceServiceResponse { partial_success { rejected_spans: 2, error_message: "old" } }
  const body = Buffer.from([0x0a, 7, 0x08, 2, 0x12, 3, ...Buffer.from('old')]);
  receiver.answers.push({ status: 200, headers: { 'content-type': 'application/x-protobuf' }, body });
  sender.send(spans);
  await sender.close(10_000);
  expect(receiver.requests.map(({ problem, headers }) => [problem, headers['content-type']])).toEqual([
    [null, 'application/x-protobuf'],
  ]);
  expect(receiver.spans).toEqual(read(spans));
  expect(sender.state()).toEqual({ queued: 0, sent: spans.length - 2, dropped: 2, problem: 'old' });
});

test('a server that does not accept the encoding is named, and not asked again', async () => {
  const receiver = await startReceiver();
  const sender = createOtlpSender({ endpoint: receiver.endpoint, version: '1' });
  receiver.answers.push(415);
  sender.send(await someSpans(1));
  await sender.close(10_000);
  expect(sender.state()).toMatchObject({ dropped: 1, problem: expect.anything() });
  expect(textOf(sender.state().problem ?? '')).toContain('does not accept this encoding');
});

test(
  cite('INTEROP-8', 'a call of an MCP server has the attributes of its protocol, and its own kind of error'),
  async () => {
    const mcp = { server: 'weather', tool: 'forecast', protocol: '2025-11-25', transport: 'stdio' };
    const messages = conversationOf<Message>([
      userMessage('Go.'),
      assistantMessage('', [call('a', 'mcp__weather__forecast'), call('b', 'mcp__weather__forecast')]),
      toolMessage('a', 'Rain.', { toolName: 'mcp__weather__forecast', details: { mcp } }),
      toolMessage('b', 'No.', {
        toolName: 'mcp__weather__forecast',
        outcome: 'error',
        details: { errorCode: 'TOOL_EXEC_FAILED', mcp: { ...mcp, transport: 'http' } },
      }),
      assistantMessage('Done.'),
    ]);
    const calls = read(await toSpans(given(messages), options)).filter(({ name }) => name.startsWith('execute_tool'));
    expect(calls.map(({ attributes }) => attributes)).toMatchObject([
      { 'mcp.method.name': 'tools/call', 'mcp.protocol.version': '2025-11-25', 'network.transport': 'pipe' },
      { 'error.type': 'tool_error', 'network.transport': 'tcp', 'network.protocol.name': 'http' },
    ]);
  },
);

test('what the server rejects is not sent again, and what it drops from a batch is counted', async () => {
  const receiver = await startReceiver();
  const sender = createOtlpSender({ endpoint: receiver.endpoint, version: '1' });
  receiver.answers.push(400, {
    status: 200,
    body: '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}',
  });
  sender.send(await someSpans(600));
  await sender.close(10_000);
  expect(receiver.requests.map(({ status }) => status)).toEqual([400, 200]);
  expect(sender.state()).toEqual({ queued: 0, sent: 86, dropped: 514, problem: 'too old' });
});

test('a redirect is not followed: the headers go nowhere else', async () => {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  receiver.answers.push({ status: 307, headers: { location: `${other.endpoint}/v1/traces` } });
  const sender = createOtlpSender({
    endpoint: receiver.endpoint,
    headers: { authorization: 'Bearer x' },
    version: '1',
  });
  sender.send(await someSpans(1));
  await sender.close(10_000);
  expect(other.requests).toEqual([]);
  expect(sender.state()).toMatchObject({ sent: 0, dropped: 1 });
});

test('nothing waits: a server that never responds fills a bounded queue, and closing finishes in time', async () => {
  const sender = createOtlpSender({
    endpoint: 'http://127.0.0.1:9/x',
    version: '1',
    fetch: (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  });
  const spans = await someSpans(500);
  for (let at = 0; at < 20; at++) sender.send(spans);
  expect(sender.state().queued).toBeLessThanOrEqual(4096);
  expect(sender.state().dropped).toBeGreaterThan(5000);
  await sender.close(50);
  expect(sender.state()).toMatchObject({ queued: 0, sent: 0, dropped: 10_000 });
  sender.send(spans);
  expect(sender.state().dropped).toBe(10_500);
});

test('an endpoint with and without its path', () => {
  expect(
    ['http://a.example', 'http://a.example/', 'https://a.example/otlp/', 'http://a.example/v1/traces?x=1'].map(
      tracesAddress,
    ),
  ).toEqual([
    'http://a.example/v1/traces',
    'http://a.example/v1/traces',
    'https://a.example/otlp/v1/traces',
    'http://a.example/v1/traces?x=1',
  ]);
  expect(() => tracesAddress('file:///etc/passwd')).toThrow(TypeError);
});
