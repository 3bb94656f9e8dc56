// Everything that can fail before a reply, the same for every API, from real sockets: the code, the sentence, what is
// kept, and whether it can be retried.

import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { ModelFailure } from '../../../electron/ports/provider.ts';
import type { ApiProviderOptions } from '../../../electron/providers/http/apiProvider.ts';
import { type ProviderKind, providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { type CallOptions, callModel, failureOf, modelRequest, replyOf } from '../../support/modelCall.ts';
import { sample } from '../../support/volume.ts';
import { refusal } from '../../support/wires/refusals.ts';
import {
  contentType,
  errorEvent,
  frame,
  opening,
  type Speech,
  silentEvent,
  speak,
  textEvent,
} from '../../support/wires/speech.ts';
import { startWireServer, type WireAnswer } from '../../support/wires/wireServer.ts';
import { testKey, wireProvider } from '../../support/wireUnderTest.ts';

const of = { model: 'fake-model', number: 1 };
const nothing = { text: '', reasoning: '' };

async function serve(kind: ProviderKind, answer: WireAnswer, options: Partial<ApiProviderOptions> = {}) {
  const server = await startWireServer(() => answer);
  return { provider: wireProvider(kind, server.address, options), host: `127.0.0.1:${server.port}`, server };
}

async function failed(kind: ProviderKind, answer: WireAnswer, options: Partial<ApiProviderOptions> & CallOptions = {}) {
  const { provider, host } = await serve(kind, answer, options);
  const failure = await failureOf(provider, options);
  return { failure, said: failure.message.replaceAll(host, 'HOST') };
}

const answered =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  };

/** The start of a stream, before the given events. */
const begun =
  (
    kind: ProviderKind,
    events: readonly unknown[],
    then: (response: ServerResponse) => void = (response) => response.end(),
  ) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': contentType(kind) });
    const all = [...opening(kind, of), ...events];
    response.write(all.map((event) => (typeof event === 'string' ? event : frame(kind, event))).join(''), () =>
      then(response),
    );
  };

type Expected = Partial<ModelFailure>;
const auth: Expected = { code: 'LLM_AUTH_FAILED', retryable: false };
const plain: Expected = { code: 'LLM_HTTP_ERROR', retryable: false };
const again: Expected = { code: 'LLM_HTTP_ERROR', retryable: true };
const limited: Expected = { code: 'LLM_RATE_LIMITED', retryable: true };

const statuses: [status: number, headers: Record<string, string>, expected: Expected][] = [
  [400, {}, plain],
  [401, {}, auth],
  [403, {}, auth],
  [404, {}, plain],
  [408, {}, again],
  [409, {}, again],
  [413, {}, { code: 'LLM_CONTEXT_TOO_LONG', retryable: false }],
  [429, {}, limited],
  [429, { 'retry-after': '3' }, { ...limited, retryAfterMs: 3000 }],
  [429, { 'retry-after-ms': '1250' }, { ...limited, retryAfterMs: 1250 }],
  [500, {}, again],
  [500, { 'x-should-retry': 'false' }, plain],
  [502, {}, again],
  [503, { 'retry-after': '7' }, { ...again, retryAfterMs: 7000 }],
  [529, {}, again],
];

/** Each API's message when the quota is used up. */
const quota: Record<ProviderKind, [number, unknown]> = {
  openai: [429, refusal('openai', 429, 'You exceeded your current quota.', 'insufficient_quota')],
  responses: [429, refusal('responses', 429, 'You exceeded your current quota.', 'insufficient_quota')],
  anthropic: [400, refusal('anthropic', 400, 'Your credit balance is too low to access the Anthropic API.')],
  gemini: [429, refusal('gemini', 429, 'You exceeded your current quota, please check your plan and billing details.')],
  ollama: [402, refusal('ollama', 402, 'this model needs a subscription')],
};

/** Each API's message for a request that is too long, and the context size it names. */
const tooLong: Record<ProviderKind, [number, unknown, number | undefined]> = {
  openai: [
    400,
    refusal('openai', 400, "This model's maximum context length is 8192 tokens.", 'context_length_exceeded'),
    8192,
  ],
  responses: [
    400,
    refusal('responses', 400, 'Your input exceeds the context window of this model.', 'context_length_exceeded'),
    undefined,
  ],
  anthropic: [400, refusal('anthropic', 400, 'prompt is too long: 210000 tokens > 200000 maximum'), 200_000],
  gemini: [
    400,
    refusal('gemini', 400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
    1_048_576,
  ],
  ollama: [400, refusal('ollama', 400, 'the input length exceeds the context length'), undefined],
};

/** Each API's name for an overloaded server, once the stream has started. */
const busyCode: Record<ProviderKind, string> = {
  openai: 'server_error',
  responses: 'server_error',
  anthropic: 'overloaded_error',
  gemini: 'UNAVAILABLE',
  ollama: '',
};

describe.each(sample(2, providerKinds))('%s', (kind) => {
  describe('a response with an error status', () => {
    test.each(statuses)(cite(['LOOP-10', 'STREAM-10'], '%i %j'), async (status, headers, expected) => {
      const { failure, said } = await failed(kind, answered(status, refusal(kind, status, 'It said no.'), headers));
      expect(failure).toMatchObject({ status, ...expected, partial: nothing });
      expect(failure.retryAfterMs).toBe(expected.retryAfterMs);
      expect(said.startsWith(`HOST returned ${status}: It said no.`)).toBe(true);
      expect(said).not.toContain(testKey);
      // No advice about a correct address.
      expect(said).not.toContain('/v1');
    });

    test(cite('STREAM-10', 'an exhausted quota is not retried'), async () => {
      const { failure } = await failed(kind, answered(...quota[kind]));
      expect(failure).toMatchObject({ code: 'LLM_QUOTA_EXCEEDED', retryable: false });
    });

    test(
      cite('LOOP-10', 'a request that is too long is reported as such, with the context size if known'),
      async () => {
        const [status, body, contextWindow] = tooLong[kind];
        const { failure } = await failed(kind, answered(status, body));
        expect(failure).toMatchObject({ code: 'LLM_CONTEXT_TOO_LONG', retryable: false });
        expect(failure.contextWindow).toBe(contextWindow);
      },
    );

    test.each<[string, string, string]>([
      ['a web page', '<!doctype html><title>Bad gateway</title>', 'a web page (“Bad gateway”)'],
      ['nothing', '', 'an empty body'],
      ['words', 'upstream\nis gone', '“upstream is gone”'],
    ])('%s as its body', async (_name, body, words) => {
      const { failure, said } = await failed(kind, answered(502, body));
      expect(failure).toMatchObject({ ...again, status: 502 });
      expect(said).toBe(`HOST returned 502: ${words}`);
    });

    test('a redirect is reported with its target, and not followed', async () => {
      const { failure } = await failed(kind, answered(308, '', { location: 'http://127.0.0.1:1/elsewhere' }));
      expect(failure).toMatchObject({ status: 308, retryable: false });
      expect(failure.message).toContain('http://127.0.0.1:1/elsewhere');
    });

    test('a key that it repeats is masked, and so are other secrets', async () => {
      const words = `key ${testKey} with ${'other-secret-123456'} is wrong`;
      const { failure } = await failed(kind, answered(401, refusal(kind, 401, words)), {
        headers: { 'x-more': 'other-secret-123456' },
      });
      expect(failure.message).toContain('is wrong');
      expect(JSON.stringify(failure)).not.toContain(testKey);
      expect(JSON.stringify(failure)).not.toContain('other-secret-123456');
    });
  });

  describe('no response', () => {
    test(cite('STREAM-10', 'a refused connection'), async () => {
      const closed = createServer();
      await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
      const { port } = closed.address() as { port: number };
      await new Promise<void>((resolve) => closed.close(() => resolve()));
      const failure = await failureOf(wireProvider(kind, `http://127.0.0.1:${port}`));
      expect(failure).toMatchObject({ code: 'LLM_NETWORK', retryable: true, partial: nothing });
      expect(failure.message).toContain(`Nothing responds at 127.0.0.1:${port}`);
      expect(failure.neverAnswered).toBe(true);
    });

    test(cite('STREAM-10', 'a connection closed before the response'), async () => {
      const { failure } = await failed(kind, (response) => void response.destroy());
      expect(failure).toMatchObject({ code: 'LLM_NETWORK', retryable: true });
    });

    test('a key that no header can contain is reported before anything is sent', async () => {
      const { provider, server } = await serve(kind, { text: 'x' }, { key: 'ключ' });
      expect(await failureOf(provider)).toMatchObject(auth);
      expect(server.requests).toEqual([]);
    });
  });

  describe('a 200 response that is not a reply', () => {
    test.each<[string, (response: ServerResponse) => void, Expected, RegExp]>([
      [
        'a web page',
        answered(200, '<!doctype html><title>Sign in</title>'),
        { retryable: false },
        /a web page \(“Sign in”\)/,
      ],
      ['nothing', answered(200, ''), {}, /an empty body/],
      ['no content', answered(204, ''), { retryable: false }, /returned 204 with an empty body/],
      [
        'a JSON value that is none',
        answered(200, { status: 'ok' }),
        { retryable: false },
        /JSON \(\{"status":"ok"\}\)/,
      ],
      ['words', answered(200, 'hello there'), { retryable: false }, /./],
    ])(cite('STREAM-6', '%s'), async (_name, answer, expected, words) => {
      const { failure, said } = await failed(kind, answer);
      expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', ...expected, partial: nothing });
      expect(said).toMatch(words);
    });

    test(cite('STREAM-6', 'an error as the first event reports what the server says'), async () => {
      const { failure, said } = await failed(kind, (response) => {
        response.writeHead(200, { 'content-type': contentType(kind) });
        response.end(frame(kind, errorEvent(kind, 'It broke.', busyCode[kind])));
      });
      expect(said).toBe('HOST reported an error: It broke.');
      expect(failure.partial).toEqual(nothing);
      if (kind !== 'ollama') expect(failure.retryable).toBe(true);
    });
  });

  describe('a stream that fails', () => {
    const some = textEvent(kind, 'Some words');

    test(cite('STREAM-6', 'the connection closes in mid-reply'), async () => {
      const { failure } = await failed(kind, begun(kind, [some]));
      expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: true, partial: { text: 'Some words' } });
    });

    test(cite('STREAM-6', 'a connection that breaks in mid-reply'), async () => {
      const { failure } = await failed(
        kind,
        begun(kind, [some], (response) => void response.destroy()),
      );
      expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: true, partial: { text: 'Some words' } });
    });

    test(cite('STREAM-6', 'an error in mid-reply keeps the text'), async () => {
      const error = errorEvent(kind, 'It broke.', busyCode[kind]);
      const { failure, said } = await failed(kind, begun(kind, [some, error]));
      expect(said).toBe('HOST reported an error: It broke.');
      expect(failure.partial.text).toBe('Some words');
    });

    test(cite('STREAM-6', 'an event that is not JSON'), async () => {
      const { failure } = await failed(kind, begun(kind, [some, kind === 'ollama' ? '{"mess\n' : 'data: {"mess\n\n']));
      expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', partial: { text: 'Some words' } });
    });

    test(cite('STREAM-9', 'silence from the start'), async () => {
      const { failure } = await failed(kind, () => {}, { idleTimeoutMs: 30 });
      expect(failure).toMatchObject({ code: 'LLM_TIMEOUT', retryable: true, partial: nothing });
    });

    test(cite('STREAM-9', 'silence in mid-reply keeps the text'), { tags: ['all'] }, async () => {
      const { failure } = await failed(
        kind,
        begun(kind, [some], () => {}),
        { idleTimeoutMs: 300 },
      );
      expect(failure).toMatchObject({ code: 'LLM_TIMEOUT', partial: { text: 'Some words' } });
    });

    test('stopped in the middle: what arrived is kept', async () => {
      const controller = new AbortController();
      const { provider } = await serve(
        kind,
        begun(kind, [some], () => {}),
      );
      const { outcome } = await callModel(provider, { signal: controller.signal, onText: () => controller.abort() });
      expect(outcome).toMatchObject({ kind: 'aborted', partial: { text: 'Some words' } });
    });

    test.each<[string, (kind: ProviderKind) => string]>([
      ['text', () => frame(kind, textEvent(kind, 'some words '.repeat(400)))],
      ['events that say nothing', () => frame(kind, silentEvent(kind))],
      ['what keeps it alive', () => (kind === 'ollama' ? ' \n' : ': x\n\n').repeat(200)],
    ])(cite('STREAM-11', 'without an end, of %s'), async (name, more) => {
      const piece = more(kind).repeat(20);
      const { failure } = await failed(
        kind,
        begun(kind, [some], (response) => {
          const go = (): void => {
            while (response.writable && !response.destroyed && response.write(piece));
          };
          response.on('drain', go);
          go();
        }),
        { maxBytes: name === 'what keeps it alive' ? 1_000_000 : 24_000_000 },
      );
      expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: false });
      expect(failure.message).toContain('The rest was not read. Everything before');
      expect(failure.partial.text.startsWith('Some words')).toBe(true);
    });
  });

  describe('an unusual reply', () => {
    const speech: Speech = {
      text: 'a\u0000b \ud800 end',
      calls: [{ id: 'call_1', name: 'look', arguments: { __proto__x: 1, path: 'ü\u0000' } }],
    };

    test(cite('STREAM-11', 'NUL and lone surrogates arrive unchanged'), async () => {
      const { provider } = await serve(kind, speech);
      const reply = await replyOf(provider);
      expect(reply.text).toBe(speech.text);
      expect(JSON.parse(reply.calls[0]?.arguments ?? '')).toEqual(speech.calls?.[0]?.arguments);
    });

    test(cite('STREAM-11', 'a line of 10 MB is read'), async () => {
      const padding = { padding: 'y'.repeat(10_000_000) };
      const [first = '', ...rest] = speak(kind, { text: 'Some words' }, of);
      const { provider } = await serve(kind, (response) => {
        response.writeHead(200, { 'content-type': contentType(kind) });
        response.end([first.replace(/\}\n/, `,${JSON.stringify(padding).slice(1)}\n`), ...rest].join(''));
      });
      expect((await replyOf(provider)).text).toBe('Some words');
    });

    test(cite('STREAM-11', 'keys such as __proto__ are inert'), async () => {
      const odd = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"type":"__proto__"}';
      const oddEvents = [
        odd,
        '{"type":"constructor"}',
        '[]',
        'null',
        '7',
        '"text"',
        '{"type":"toString","index":"__proto__"}',
      ];
      const odds = oddEvents.map((event) => (kind === 'ollama' ? `${event}\n` : `data: ${event}\n\n`));
      const { provider } = await serve(kind, (response) => {
        response.writeHead(200, { 'content-type': contentType(kind) });
        const good = speak(kind, { text: 'Fine.', calls: speech.calls ?? [] }, of);
        response.end(good.flatMap((event) => [...(event.includes('[DONE]') ? [] : odds), event]).join(''));
      });
      const reply = await replyOf(provider);
      expect(reply.text).toBe('Fine.');
      expect(reply.calls).toHaveLength(1);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });

    test(cite('STREAM-5', 'a reply without text or a call is a failure'), async () => {
      const { failure } = await failed(kind, {});
      expect(failure).toMatchObject({ code: 'LLM_EMPTY_RESPONSE' });
    });

    test(cite('STREAM-5', 'a reply cut off at its limit says so, and has its call'), async () => {
      const { provider } = await serve(kind, { text: 'Half', cutOff: true });
      expect(await replyOf(provider)).toMatchObject({ text: 'Half', finishReason: 'length' });
    });

    test(cite(['STREAM-7', 'STREAM-8'], 'everything it has: thinking, text, calls and usage'), async () => {
      const calls = ['a', 'b'].map((name) => ({ id: `call_${name}`, name, arguments: { of: name } }));
      const { provider } = await serve(kind, { thought: 'Let me see.', text: 'So it is.', calls });
      const { outcome, observed } = await callModel(provider, { request: modelRequest({ model: 'fake-model' }) });
      if (outcome.kind !== 'reply') throw new Error(JSON.stringify(outcome));
      const { reply } = outcome;
      expect(reply).toMatchObject({ text: 'So it is.', reasoning: 'Let me see.', finishReason: 'tool_calls' });
      expect(reply.calls.map(({ id, name, arguments: given }) => [id, name, JSON.parse(given)])).toEqual(
        calls.map(({ id, name, arguments: given }) => [id, name, given]),
      );
      expect(reply.usage).toMatchObject({ inputTokens: 17, outputTokens: 5 });
      if (kind !== 'ollama') expect(reply.usage).toMatchObject({ cachedInputTokens: 4, reasoningTokens: 2 });
      expect([observed.texts.join(''), observed.reasonings.join('')]).toEqual(['So it is.', 'Let me see.']);
    });
  });
});

// In parallel, since they mostly wait.
test(cite('STREAM-9', 'keep-alive data counts as activity, on every API'), { tags: ['all'] }, async () => {
  const replies = providerKinds.map(async (kind) => {
    const life = kind === 'ollama' ? '\n' : ': keep-alive\n\n';
    const rest = speak(kind, { text: 'Late.' }, of).join('');
    const { provider } = await serve(kind, (response) => {
      response.writeHead(200, { 'content-type': contentType(kind) });
      let left = 7;
      const timer = setInterval(() => {
        if (left-- > 0) return void response.write(life);
        clearInterval(timer);
        response.end(rest);
      }, 90);
    });
    return (await replyOf(provider, { idleTimeoutMs: 500 })).text;
  });
  expect(await Promise.all(replies)).toEqual(providerKinds.map(() => 'Late.'));
});
