// Connections that break, go silent or are stopped: what is kept and what is reported.

import { afterEach, describe, expect, test } from 'vitest';
import type { Provider } from '../../../electron/ports/provider.ts';
import { networkProblem } from '../../../electron/providers/http/network.ts';
import { type ByteServer, startByteServer, streamHead } from '../../support/byteServer.ts';
import { cite } from '../../support/cite.ts';
import { type FakeModelServer, type Reply, startFakeModelServer } from '../../support/fakeModelServer.ts';
import { callModel, failureOf } from '../../support/modelCall.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';

let server: FakeModelServer | undefined;
let bytes: ByteServer | undefined;
afterEach(async () => {
  await bytes?.close();
  await server?.close();
  bytes = undefined;
  server = undefined;
});

async function serve(...replies: Reply[]): Promise<Provider> {
  server = await startFakeModelServer({ replies });
  return openAiProvider(server.url);
}

const host = (): string => `127.0.0.1:${server?.port ?? bytes?.port}`;
const nothing = { text: '', reasoning: '' };

describe('a connection that breaks', () => {
  test.each<[string, Reply]>([
    ['cut', [{ text: ['So', ' far'] }, { closeAfter: 2 }]],
    ['ended without a finish', [{ text: ['So', ' far'] }, { finish: null }, { usage: null }, { done: false }]],
  ])(cite('STREAM-6', '%s: an error with the partial text, not success'), async (_name, reply) => {
    const failure = await failureOf(await serve(reply));
    expect(failure).toEqual({
      code: 'LLM_BAD_RESPONSE',
      message: `${host()} closed the connection before the reply was complete.`,
      retryable: true,
      partial: { text: 'So far', reasoning: '' },
    });
  });

  test(cite('STREAM-6', "in the middle of a call's arguments: no call is made"), async () => {
    const calls = [{ name: 'write_file', arguments: '{"path":"a","content":""}', pieces: 3 }];
    expect((await failureOf(await serve([{ calls }, { closeAfter: 4 }]))).code).toBe('LLM_BAD_RESPONSE');
  });

  test('refused', async () => {
    const closed = await startByteServer(() => {});
    await closed.close();
    const failure = await failureOf(openAiProvider(closed.url));
    expect(failure).toEqual({
      code: 'LLM_NETWORK',
      message: `Nothing responds at 127.0.0.1:${closed.port}: the connection was refused. Is the server running?`,
      retryable: true,
      neverAnswered: true,
      partial: nothing,
    });
  });

  test('a port that cannot be connected to: reported, and not retried', async () => {
    const failure = await failureOf(openAiProvider('http://127.0.0.1:9/v1'));
    expect(failure).toMatchObject({ code: 'LLM_NETWORK', retryable: false });
    expect(failure.message).toBe(
      '127.0.0.1:9 uses a port reserved for other services, so nothing was sent. Use a different port.',
    );
  });

  test('for a reason without a code: what happened is reported, with one full stop', () => {
    const thrown = new Error('Connection error.', {
      cause: new TypeError('fetch failed', { cause: new Error('Odd.') }),
    });
    expect(networkProblem(thrown, 'host').message).toEqual('The connection to host failed: Odd.');
    expect(networkProblem(new Error('Connection error.'), 'host').message).toEqual(
      'The connection to host failed: Connection error.',
    );
  });

  test('a name that does not exist', async () => {
    const failure = await failureOf(openAiProvider('http://no-such-host.invalid/v1'));
    expect(failure).toMatchObject({ code: 'LLM_NETWORK', retryable: true });
    expect(failure.message).toContain('no-such-host.invalid');
  });

  test('reset before a response', async () => {
    bytes = await startByteServer((socket) => void socket.resetAndDestroy());
    const failure = await failureOf(openAiProvider(bytes.url));
    expect(failure).toMatchObject({ code: 'LLM_NETWORK', retryable: true });
    expect(failure.message).toBe(`${host()} closed the connection before it responded.`);
  });

  test('a response that is not HTTP', async () => {
    bytes = await startByteServer((socket) => void socket.end('SSH-2.0-OpenSSH\r\n'));
    expect((await failureOf(openAiProvider(bytes.url))).code).toBe('LLM_NETWORK');
  });

  test(cite('STREAM-11', 'an endless stream is abandoned at its limit, keeping what arrived'), async () => {
    bytes = await startByteServer((socket) => {
      socket.write(`${streamHead}data: {"choices":[{"delta":{"content":"hi"}}]}\n\n`);
      const more = (): void =>
        void (socket.writable && socket.write(`: ${'x'.repeat(8192)}\n`, () => setImmediate(more)));
      more();
    });
    const failure = await failureOf(openAiProvider(bytes.url, { maxBytes: 100_000 }));
    expect(failure).toMatchObject({ code: 'LLM_BAD_RESPONSE', retryable: false, partial: { text: 'hi' } });
  });
});

describe('silence', () => {
  test.each<[string, Reply]>([
    ['before the headers', [{ until: new Promise(() => {}) }, { status: 200 }]],
    ['after the headers', [{ hang: true }]],
  ])(cite('STREAM-9', '%s'), async (_name, reply) => {
    const failure = await failureOf(await serve(reply), { idleTimeoutMs: 100 });
    expect(failure).toEqual({
      code: 'LLM_TIMEOUT',
      message: `${host()} sent nothing for 100 milliseconds, so the request was canceled.`,
      retryable: true,
      partial: nothing,
    });
  });

  test(cite('STREAM-9', 'in mid-reply keeps the text'), async () => {
    const failure = await failureOf(await serve([{ text: 'So far' }, { hang: true }]), { idleTimeoutMs: 100 });
    expect(failure).toMatchObject({ code: 'LLM_TIMEOUT', partial: { text: 'So far' } });
    await server?.requests[0]?.ended;
  });

  test(cite('STREAM-9', 'keep-alive comments count as activity'), { tags: ['all'] }, async () => {
    bytes = await startByteServer((socket) => {
      socket.write(streamHead);
      let left = 12;
      const timer = setInterval(() => {
        if (left-- > 0) return void socket.write(': keep-alive\n\n');
        clearInterval(timer);
        socket.end('data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\n');
      }, 50);
    });
    const { outcome } = await callModel(openAiProvider(bytes.url), { idleTimeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: 'reply', reply: { text: 'hi' } });
  });
});

describe('stop', () => {
  test('before the request nothing is sent', async () => {
    const provider = await serve();
    const { outcome } = await callModel(provider, { signal: AbortSignal.abort() });
    expect(outcome).toEqual({ kind: 'aborted', partial: nothing });
    expect(server?.requests).toEqual([]);
  });

  test('while waiting', async () => {
    const provider = await serve({ hang: true });
    const stop = new AbortController();
    const call = callModel(provider, { signal: stop.signal });
    await server?.request(1);
    stop.abort();
    expect((await call).outcome).toEqual({ kind: 'aborted', partial: nothing });
  });

  test('in mid-reply keeps the text, and the server sees the connection close', async () => {
    const provider = await serve([{ text: 'So far' }, { hang: true }]);
    const stop = new AbortController();
    const { outcome } = await callModel(provider, { signal: stop.signal, onText: () => stop.abort() });
    expect(outcome).toMatchObject({ kind: 'aborted', partial: { text: 'So far', reasoning: '' } });
    await server?.requests[0]?.ended;
  });
});
