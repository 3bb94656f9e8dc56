// GET /models, as servers answer it.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { cite } from '../../support/cite.ts';
import { startFakeModelServer } from '../../support/fakeModelServer.ts';
import { openAiProvider } from '../../support/openAiProvider.ts';
import { errorOf, okValue } from '../../support/result.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function answering(status: number, type: string, body: string): Promise<string> {
  const made = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/v1`;
}

const ask = (url: string, key = 'sk-key-0123456789') =>
  openAiProvider(url, { key }).listModels(new AbortController().signal);

test('names and context sizes, under all their field names', async () => {
  const data = [
    { id: 'a', context_length: 1_000 },
    { id: 'b', max_model_len: 2_000 },
    { id: 'c', context_window: 3_000 },
    { id: 'd', max_context_length: 100_000_000 },
    { id: 'e', context_length: null, max_model_len: 5_000 },
    { id: 'f', context_length: 'many' },
    { id: 'a', context_length: 9_000 },
    { name: 'g' },
    'h',
    {},
    null,
  ];
  const models = okValue(await ask(await answering(200, 'application/json', JSON.stringify({ object: 'list', data }))));
  expect(models).toEqual([
    { id: 'a', contextWindow: 1_000 },
    { id: 'b', contextWindow: 2_000 },
    { id: 'c', contextWindow: 3_000 },
    { id: 'd', contextWindow: 100_000_000 },
    { id: 'e', contextWindow: 5_000 },
    { id: 'f' },
    { id: 'g' },
    { id: 'h' },
  ]);
});

test(cite('COMPACT-1', 'an impossible context size is ignored'), async () => {
  const sizes = [0, -1, 1, 600, 999, 4_096.5, 100_000_001, 1e308];
  const data = [
    ...sizes.map((size, at) => ({ id: `m${at}`, context_length: size })),
    { id: 'x', context_length: 600, max_model_len: 8_192 },
  ];
  const models = okValue(await ask(await answering(200, 'application/json', JSON.stringify({ data }))));
  expect(models).toEqual([...sizes.map((_, at) => ({ id: `m${at}` })), { id: 'x', contextWindow: 8_192 }]);
});

test.each([
  ['a bare list', '[{"id":"a"}]', 'application/json'],
  ['under "models"', '{"models":[{"name":"a"}]}', 'application/json'],
  ['with the wrong content type', '{"data":[{"id":"a"}]}', 'text/plain'],
])('a list that arrives as %s', async (_name, body, type) => {
  expect(okValue(await ask(await answering(200, type, body)))).toEqual([{ id: 'a' }]);
});

test.each([
  [
    401,
    'application/json',
    '{"error":{"message":"Incorrect API key provided: sk-key-0123456789"}}',
    'LLM_AUTH_FAILED',
    'returned 401: Incorrect API key provided: [key]. Check this provider’s key',
  ],
  [404, 'text/html', '<html><title>Not here</title></html>', 'LLM_HTTP_ERROR', 'returned 404: a web page (“Not here”)'],
  [
    200,
    'text/html',
    '<html><title>Log in</title></html>',
    'LLM_BAD_RESPONSE',
    'returned 200 with a web page (“Log in”) instead of a list of models',
  ],
  [200, 'application/json', '{"data":"none"}', 'LLM_BAD_RESPONSE', 'instead of a list of models'],
  [200, 'application/json', '{', 'LLM_BAD_RESPONSE', 'JSON ({) instead of a list'],
  [200, 'application/json', '', 'LLM_BAD_RESPONSE', 'an empty body'],
])('%i %s %s is an error that says what arrived', async (status, type, body, code, words) => {
  const url = await answering(status, type, body);
  const error = errorOf(await ask(url));
  expect(error.code).toBe(code);
  expect(error.message).toContain(new URL(url).host);
  expect(error.message).toContain(words);
});

test(cite('SEC-6', 'a wrong key is reported as such, never shown'), async () => {
  const strict = await startFakeModelServer({ key: 'sk-right' });
  const error = errorOf(await ask(strict.url));
  expect(error.code).toBe('LLM_AUTH_FAILED');
  expect(error.message).not.toContain('sk-key');
  expect(okValue(await ask(strict.url, 'sk-right'))).toEqual([{ id: 'fake-model' }]);
  await strict.close();
});

test('an address without /v1 is suspected', async () => {
  const url = (await answering(404, 'text/plain', 'not found')).replace('/v1', '');
  expect(errorOf(await ask(url)).message).toContain('usually ends with /v1');
});

test('a canceled query says so', async () => {
  const url = await answering(200, 'application/json', '{}');
  expect(errorOf(await openAiProvider(url).listModels(AbortSignal.abort())).code).toBe('CANCELLED');
});
