// Servers of models on this machine: real ones on loopback, and what only looks like one.

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findLocalServers } from '../../electron/providers/catalogue/localServers.ts';
import { createProviderRegistry } from '../../electron/providers/registry.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import { ok } from '../../shared/errors.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { cite } from '../support/cite.ts';
import { okValue } from '../support/result.ts';
import { promised } from '../support/time.ts';

const servers: Server[] = [];

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

test(
  cite(['UI-7', 'PROVIDER-2'], 'a server that lists its models on loopback is found, with their names'),
  async () => {
    const asked: (string | undefined)[] = [];
    const port = await listen((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'no key'}`);
      json({ object: 'list', data: [{ id: 'qwen' }, { id: 'llama' }] })(request, response);
    });
    expect(await findLocalServers(fetch, [{ port, name: 'Ollama' }])).toEqual([
      {
        baseUrl: `http://127.0.0.1:${port}/v1`,
        name: 'Ollama',
        models: [{ id: 'qwen' }, { id: 'llama' }],
        needsKey: false,
      },
    ]);
    expect(asked.toSorted()).toEqual(
      ['/api/ps', '/api/tags', '/api/v0/models', '/v1/models'].map((path) => `GET ${path} no key`),
    );
  },
);

test(
  cite(
    'PROVIDER-4',
    'what a server on this machine tells beside its list is taken: what chats, room, what is in memory',
  ),
  async () => {
    const answers: Record<string, unknown> = {
      '/v1/models': { data: [{ id: 'nomic:latest' }, { id: 'llama:8b' }, { id: 'qwen:30b' }, { id: 'vectors:1' }] },
      '/api/tags': {
        models: [
          { name: 'vectors:1', details: { families: ['nomic-bert'] } },
          { name: 'llama:8b', capabilities: ['completion'] },
          { name: 'qwen:30b', capabilities: ['completion', 'tools'] },
        ],
      },
      '/api/ps': { models: [{ name: 'qwen:30b', context_length: 65_536 }] },
    };
    const port = await listen((request, response) => {
      const answer = answers[request.url ?? ''];
      json(answer ?? {}, answer ? 200 : 404)(request, response);
    });
    const [found] = await findLocalServers(fetch, [{ port, name: 'Ollama' }]);
    expect(found?.models).toEqual([
      { id: 'nomic:latest' },
      { id: 'llama:8b', tools: false },
      { id: 'qwen:30b', contextWindow: 65_536, tools: true, loaded: true },
    ]);
  },
);

test(cite('PROVIDER-4', 'it is asked in the same way where the environment names it'), async () => {
  const port = await listen((request, response) => {
    const models = request.url === '/api/tags' ? [{ name: 'llama', capabilities: ['completion', 'tools'] }] : [];
    json(request.url === '/v1/models' ? { data: [{ id: 'llama' }] } : { models })(request, response);
  });
  const settings = { read: async () => ({ settings: defaultSettings }), update: async () => ok(defaultSettings) };
  const keychain = createKeychain({ service: 'throughline-test', memoryOnly: true });
  const env = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_MODEL: 'llama' };
  const registry = createProviderRegistry({ settings, keychain, env, log: () => {} });
  const models = await okValue(await registry.get('environment')).listModels(new AbortController().signal);
  expect(okValue(models)).toEqual([{ id: 'llama', tools: true }]);
  await registry.close();
});

test('one that wants a key is found without models', async () => {
  const port = await listen(json({ error: 'no key' }, 401));
  expect(await findLocalServers(fetch, [{ port, name: 'vLLM' }])).toMatchObject([{ models: [], needsKey: true }]);
});

test('what is there but is no such server is left out, and holds nobody up', async () => {
  const elsewhere = await listen(json({ data: [{ id: 'far' }] }));
  const ports = [
    await listen((_request, response) => response.end('<h1>My blog</h1>')),
    await listen(json({ data: 'no list' })),
    await listen(json({ data: [{ name: 'without id' }] })),
    await listen(json({}, 500)),
    await listen((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${elsewhere}/v1/models` }).end();
    }),
    await listen((_request, response) => {
      response.write('[');
      const more = setInterval(() => response.write(' '.repeat(100_000)), 1);
      response.on('close', () => clearInterval(more));
    }),
    await listen(() => {
      // It never answers.
    }),
    1,
  ];
  const before = performance.now();
  const named = ports.map((port) => ({ port, name: 'x' }));
  expect(await findLocalServers(fetch, named)).toEqual([]);
  expect(performance.now() - before).toBeLessThan(promised(5000));
});
