// The test button: if an address returns no model list, the likely correct one is suggested, and can be applied.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { openRegistry } from '../../support/openRegistry.ts';
import { errorOf, okValue } from '../../support/result.ts';

const lists: Record<string, unknown> = {
  chat: { object: 'list', data: [{ id: 'm' }] },
  gemini: { models: [{ name: 'models/m', supportedGenerationMethods: ['generateContent'] }] },
  ollama: { models: [{ name: 'm', model: 'm', details: {} }] },
};

/** Answers at these paths; elsewhere with a web page, as gateways do. */
async function startAt(paths: Record<string, string>, otherwise = 200): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    const { pathname } = new URL(url, 'http://local');
    const list = paths[pathname];
    if (list !== undefined && headers.authorization === 'Bearer refused') return void response.writeHead(401).end('{}');
    if (list === undefined)
      return void response.writeHead(otherwise, { 'content-type': 'text/html' }).end('<title>Hi</title>');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(lists[list]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function listOf(kind: ProviderKind, baseUrl: string, key = '') {
  const { registry } = openRegistry();
  return okValue(await registry.typed({ provider: null, kind, baseUrl, key })).listModels(new AbortController().signal);
}

test.each<[string, Record<string, string>, ProviderKind, string, ProviderKind, string, string]>([
  ['the version is missing', { '/v1/models': 'chat' }, 'openai', '', 'openai', '/v1', 'Its address should be '],
  ['behind a path', { '/llm/v1/models': 'chat' }, 'openai', '/llm', 'openai', '/llm/v1', 'Its address should be '],
  [
    'Gemini as Chat',
    { '/v1beta/models': 'gemini' },
    'openai',
    '/v1beta',
    'gemini',
    '/v1beta',
    'This address uses the Gemini API. Choose it instead of Chat Completions.',
  ],
  ['Ollama as Anthropic', { '/api/tags': 'ollama' }, 'anthropic', '', 'ollama', '', 'This address uses the Ollama API'],
  [
    'Chat as Ollama',
    { '/v1/models': 'chat' },
    'ollama',
    '',
    'openai',
    '/v1',
    'This server offers the Chat Completions API at ',
  ],
  [
    'Chat as Gemini',
    { '/v1/models': 'chat' },
    'gemini',
    '/v1',
    'openai',
    '/v1',
    'This address uses the Chat Completions API. Choose it instead of Gemini.',
  ],
])(cite('PROVIDER-3', '%s'), async (_what, paths, kind, path, better, betterPath, words) => {
  for (const otherwise of [200, 404]) {
    const server = await startAt(paths, otherwise);
    const error = errorOf(await listOf(kind, server.address + path));
    expect(error.details?.suggestion).toEqual({ kind: better, baseUrl: server.address + betterPath });
    // Without the wrong place's answer.
    expect(error.message.startsWith(words)).toBe(true);
    // The suggestion works.
    expect((await listOf(better, server.address + betterPath)).ok).toBe(true);
  }
});

test(
  cite('PROVIDER-3', 'a server that has nothing anywhere: its response is reported, and nothing is suggested'),
  async () => {
    const server = await startAt({}, 404);
    const error = errorOf(await listOf('openai', `${server.address}/v1`));
    expect(error.message).toContain('404');
    expect(error.details?.suggestion).toBeUndefined();
    expect(server.asked.length).toBeLessThan(12);
  },
);

test(cite('PROVIDER-3', 'with a rejected key, or without a server, nothing else is tried'), async () => {
  const server = await startAt({ '/v1/models': 'chat' });
  const error = errorOf(await listOf('openai', `${server.address}/v1`, 'refused'));
  expect(error).toMatchObject({ code: 'LLM_AUTH_FAILED' });
  expect(server.asked).toEqual(['/v1/models']);
  expect(errorOf(await listOf('openai', 'http://127.0.0.1:2/v1')).message).toContain('Nothing responds at 127.0.0.1:2');
});

test(cite('PROVIDER-3', 'the key goes nowhere but to the entered server'), async () => {
  const server = await startAt({ '/v1/models': 'chat' });
  const error = errorOf(await listOf('openai', server.address, 'key-0123456789'));
  expect(error.details?.suggestion).toEqual({ kind: 'openai', baseUrl: `${server.address}/v1` });
  expect(JSON.stringify(error)).not.toContain('key-0123456789');
});
