// Everything that can fail before a reply, each from a real socket: the code, the sentence, what is kept.

import { afterEach, describe, expect, test } from 'vitest';
import type { ModelFailure, Provider } from '../../../electron/ports/provider.ts';
import { cite } from '../../support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../support/fakeModelServer.ts';
import { failureOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';

let server: FakeModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(...replies: Reply[]): Promise<Provider> {
  server = await startFakeModelServer({ replies });
  return openAiProvider(server.url);
}

const host = (): string => `127.0.0.1:${server?.port}`;
const error = (message: string, rest: object = {}) => ({
  error: { message, type: 'x', param: null, code: null, ...rest },
});
const nothing = { text: '', reasoning: '' };

describe('a response with an error status', () => {
  const cases: [status: number, body: unknown, failure: Partial<ModelFailure>][] = [
    [400, error('bad'), { code: 'LLM_HTTP_ERROR', retryable: false }],
    [400, error('x', { code: 'context_length_exceeded' }), { code: 'LLM_CONTEXT_TOO_LONG', retryable: false }],
    [400, error("This model's maximum context length is 8192 tokens."), { code: 'LLM_CONTEXT_TOO_LONG' }],
    [400, error('prompt is too long: 210000 tokens > 200000 maximum'), { code: 'LLM_CONTEXT_TOO_LONG' }],
    [400, error("Invalid 'messages[2].tool_calls[0].id': string too long."), { code: 'LLM_HTTP_ERROR' }],
    [413, 'too large', { code: 'LLM_CONTEXT_TOO_LONG' }],
    [401, error('Incorrect API key provided.'), { code: 'LLM_AUTH_FAILED', retryable: false }],
    [403, error('Forbidden'), { code: 'LLM_AUTH_FAILED', retryable: false }],
    [402, error('Insufficient balance'), { code: 'LLM_QUOTA_EXCEEDED', retryable: false }],
    [404, error('The model `x` does not exist'), { code: 'LLM_HTTP_ERROR', retryable: false }],
    [408, '', { code: 'LLM_HTTP_ERROR', retryable: true }],
    [409, '', { code: 'LLM_HTTP_ERROR', retryable: true }],
    [422, { detail: [{ msg: 'field required' }] }, { code: 'LLM_HTTP_ERROR', retryable: false }],
    [429, error('Rate limit reached'), { code: 'LLM_RATE_LIMITED', retryable: true }],
    [
      429,
      error('You exceeded your current quota.', { code: 'insufficient_quota' }),
      { code: 'LLM_QUOTA_EXCEEDED', retryable: false },
    ],
    [429, error('Please check your plan and billing details.'), { code: 'LLM_QUOTA_EXCEEDED', retryable: false }],
    [
      429,
      error('You exceeded your current quota, it will reset after 39s'),
      { code: 'LLM_RATE_LIMITED', retryable: true },
    ],
    [500, error('overloaded'), { code: 'LLM_HTTP_ERROR', retryable: true }],
    [503, '<html><title>Bad gateway</title></html>', { code: 'LLM_HTTP_ERROR', retryable: true }],
  ];
  test.each(cases)(cite('LOOP-10', '%i %j'), async (status, body, expected) => {
    const failure = await failureOf(await serve({ status, body }));
    expect(failure).toMatchObject({ status, ...expected, partial: nothing });
    expect(failure.message.startsWith(`${host()} returned ${status}: `)).toBe(true);
  });

  test.each<[unknown, string]>([
    [error('overloaded'), 'overloaded'],
    [{ error: 'overloaded' }, 'overloaded'],
    [{ message: 'overloaded' }, 'overloaded'],
    [{ detail: 'overloaded' }, 'overloaded'],
    [{ error: { message: { text: 'a' } } }, '{"text":"a"}'],
    ['overloaded\nplease wait', '“overloaded please wait”'],
    ['', 'an empty body'],
    ['<!doctype html><title>Bad gateway</title>', 'a web page (“Bad gateway”)'],
  ])('the sentence includes what %j says', async (body, said) => {
    expect((await failureOf(await serve({ status: 500, body }))).message).toBe(`${host()} returned 500: ${said}`);
  });

  test('the sentence is bounded, and so is what is read', async () => {
    const failure = await failureOf(await serve({ status: 500, body: error('x'.repeat(5_000_000)) }));
    expect(failure.message.length).toBeLessThanOrEqual(500);
  });

  test('a redirect is reported with its target, not followed', async () => {
    const failure = await failureOf(
      await serve({ status: 308, headers: { location: 'http://127.0.0.1:1/v1' }, body: '' }),
    );
    expect(failure).toMatchObject({ code: 'LLM_HTTP_ERROR', status: 308, retryable: false });
    expect(failure.message).toContain('http://127.0.0.1:1/v1');
  });

  test.each<[Record<string, string>, number | undefined]>([
    [{ 'retry-after-ms': '1250' }, 1250],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])(cite('STREAM-10', '%j requests a delay of %s ms'), async (headers, expected) => {
    const failure = await failureOf(await serve({ status: 429, headers, body: error('slow down') }));
    expect(failure.retryAfterMs).toBe(expected);
  });

  test(cite('STREAM-10', 'a date in retry-after is relative to now'), async () => {
    const date = new Date('2030-01-01T00:00:30Z');
    server = await startFakeModelServer({ replies: [{ status: 503, headers: { 'retry-after': date.toUTCString() } }] });
    const clock = { now: () => new Date('2030-01-01T00:00:00Z'), elapsed: () => 0, wait: () => Promise.resolve() };
    expect((await failureOf(openAiProvider(server.url, { clock }))).retryAfterMs).toBe(30_000);
  });

  test('a server that forbids retrying is obeyed', async () => {
    const failure = await failureOf(await serve({ status: 500, headers: { 'x-should-retry': 'false' } }));
    expect(failure.retryable).toBe(false);
  });
});

describe('a 200 response that is not a reply', () => {
  const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
  const cases: [name: string, raw: string, type: string, failure: Partial<ModelFailure>, words: string][] = [
    [
      'an error chunk',
      event(error('boom')),
      'text/event-stream',
      { code: 'LLM_BAD_RESPONSE', retryable: false },
      'reported an error: boom',
    ],
    [
      'an error chunk with a status',
      event({ error: { message: 'busy', code: 502 }, choices: [] }),
      'text/event-stream',
      { code: 'LLM_HTTP_ERROR', status: 502, retryable: true },
      'busy',
    ],
    [
      'an error chunk that limits the rate',
      event({ error: { message: 'slow', code: 'rate_limit_exceeded' } }),
      'text/event-stream',
      { code: 'LLM_RATE_LIMITED', retryable: true },
      'slow',
    ],
    [
      'an error event',
      `event: error\n${event({ message: 'boom' })}`,
      'text/event-stream',
      { code: 'LLM_BAD_RESPONSE' },
      'boom',
    ],
    [
      'an error object as an event',
      `${event({ object: 'error', message: 'too long: maximum context', code: 400 })}data: [DONE]\n\n`,
      'text/event-stream',
      { code: 'LLM_CONTEXT_TOO_LONG' },
      'maximum context',
    ],
    [
      'an error inside a choice',
      event({ choices: [{ delta: { content: '' }, finish_reason: 'error', error: { message: 'upstream died' } }] }),
      'text/event-stream',
      { code: 'LLM_BAD_RESPONSE' },
      'upstream died',
    ],
    [
      'an error as JSON',
      JSON.stringify(error('boom')),
      'application/json',
      { code: 'LLM_BAD_RESPONSE' },
      'reported an error: boom',
    ],
    [
      'a JSON body',
      '{"hello":1}',
      'application/json',
      { code: 'LLM_BAD_RESPONSE' },
      'returned 200 with JSON ({"hello":1}) instead of a stream of events.',
    ],
    [
      'HTML',
      '<!DOCTYPE html><title>Log in</title>',
      'text/html',
      { code: 'LLM_BAD_RESPONSE' },
      'a web page (“Log in”) instead',
    ],
    ['text', 'hello there', 'text/plain', { code: 'LLM_BAD_RESPONSE' }, '“hello there” instead'],
    ['nothing', '', 'text/event-stream', { code: 'LLM_BAD_RESPONSE' }, 'an empty body instead'],
    ['an event that is no JSON', 'data: {"choi\n\n', 'text/event-stream', { code: 'LLM_BAD_RESPONSE' }, 'not JSON'],
  ];
  test.each(cases)(cite('STREAM-6', '%s'), async (_name, raw, contentType, expected, words) => {
    const failure = await failureOf(await serve({ raw: [raw], contentType }));
    expect(failure).toMatchObject({ ...expected, partial: nothing });
    expect(failure.message).toContain(host());
    expect(failure.message).toContain(words);
  });

  test(cite('STREAM-6', 'an error in mid-stream keeps the displayed text'), async () => {
    const failure = await failureOf(await serve([{ text: 'So far' }, { reasoning: 'hm' }, { chunk: error('boom') }]));
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', partial: { text: 'So far', reasoning: 'hm' } });
  });
});

describe('keys', () => {
  const key = 'key/secret-0123+456789abcdef';

  test(cite('SEC-6', 'a key that the server echoes is masked, in an error, an error chunk and a page'), async () => {
    server = await startFakeModelServer({
      replies: [
        { status: 401, body: error(`Incorrect API key provided: ${key}.`) },
        { status: 500, body: `You sent Authorization: Bearer ${key} and ${encodeURIComponent(key)}` },
        { chunk: error(`no access for ${key}`) },
        { raw: [`<html><title>${key}</title>`], contentType: 'text/html' },
        { status: 500, body: error(`${'x'.repeat(480)}${key}`) },
      ],
    });
    for (let n = 0; n < 5; n++) {
      const failure = await failureOf(openAiProvider(server.url, { key }));
      expect(JSON.stringify(failure)).not.toContain('secret-0123');
      if (n < 4) expect(failure.message).toContain('[key]');
      expect(failure.message).not.toContain('[key]]');
    }
  });

  test(
    cite('UI-10', 'a local server that requires a key after all is reported as one whose key is missing'),
    async () => {
      server = await startFakeModelServer({ key: 'sk-gone-0123456789' });
      const failure = await failureOf(openAiProvider(server.url, { key: null }));
      expect(failure).toMatchObject({ code: 'LLM_AUTH_FAILED', status: 401, retryable: false });
      expect(failure.message).toContain('No key was sent because none is saved for this server.');
      expect(failure.message).toContain('must be entered again');
    },
  );

  test(cite('SEC-6', 'a key that no header can contain is rejected without being named'), async () => {
    const failure = await failureOf(openAiProvider('http://127.0.0.1:1/v1', { key: 'sk-bad\nkey-0123456789' }));
    expect(failure).toMatchObject({ code: 'LLM_AUTH_FAILED', retryable: false });
    expect(failure.message).not.toContain('0123456789');
  });
});
