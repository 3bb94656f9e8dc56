// Local model servers: real ones on loopback, and others that only look like one.

import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { withLocalFacts } from '../../electron/providers/catalog/localFacts.ts';
import { findLocalServers } from '../../electron/providers/catalog/localServers.ts';
import { createProviderRegistry } from '../../electron/providers/registry.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import { ok } from '../../shared/core/errors.ts';
import { defaultSettings } from '../../shared/features/settings/settings.ts';
import { cite } from '../support/cite.ts';
import { corpusFolder } from '../support/corpus.ts';
import { okValue } from '../support/result.ts';

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

/** A server with these paths; anything else is 404. A function receives the request's body. */
function serverOf(answers: Record<string, unknown>): Promise<number> {
  return listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = answers[request.url ?? ''];
    const body = Buffer.concat(chunks).toString('utf8');
    const given = typeof answer === 'function' ? answer(JSON.parse(body)) : answer;
    json(given ?? {}, given === undefined ? 404 : 200)(request, response);
  });
}

const list = (...ids: string[]) => ({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });

test(
  cite(['UI-7', 'PROVIDER-2'], 'a server that lists its models on loopback is found, and called without a key'),
  async () => {
    const asked: (string | undefined)[] = [];
    const port = await listen((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'no key'}`);
      if (request.url === '/v1/models') json(list('qwen', 'llama'))(request, response);
      else json({ detail: 'Not Found' }, 404)(request, response);
    });
    // Anything may use 8080 and 8000: an unidentified server has no name but its address.
    expect(await findLocalServers(fetch, [{ port }])).toEqual([
      {
        baseUrl: `http://127.0.0.1:${port}/v1`,
        name: `OpenAI-compatible server at 127.0.0.1:${port}`,
        kind: 'openai',
        models: [{ id: 'qwen' }, { id: 'llama' }],
        needsKey: false,
      },
    ]);
    expect(asked.toSorted()).toEqual(
      ['/api/tags', '/api/v0/models', '/api/v1/models', '/props', '/v1/models', '/version'].map(
        (path) => `GET ${path} no key`,
      ),
    );
  },
);

describe(cite('PROVIDER-2', 'a server is identified by its responses, and its models by what it reports'), () => {
  const found = async (port: number, more: object = {}) => (await findLocalServers(fetch, [{ port, ...more }]))[0];

  test('Ollama, used through its own API: context size, tools, thinking, images, loaded models', async () => {
    const shown: Record<string, object> = {
      'qwen:30b': {
        capabilities: ['completion', 'tools', 'thinking'],
        model_info: { 'qwen3.context_length': 262_144 },
      },
      'gemma:4b': { capabilities: ['completion', 'vision'], model_info: { 'gemma3.context_length': 8_192 } },
    };
    const port = await serverOf({
      '/v1/models': list('vectors:1', 'qwen:30b', 'gemma:4b'),
      '/api/tags': {
        models: [
          { name: 'vectors:1', details: { families: ['nomic-bert'] } },
          { name: 'qwen:30b', details: { families: ['qwen3'] } },
          { name: 'gemma:4b', details: { families: ['gemma3'] } },
        ],
      },
      '/api/ps': { models: [{ name: 'qwen:30b', context_length: 65_536 }] },
      '/api/show': ({ model }: { model: string }) => shown[model],
    });
    expect(await found(port)).toEqual({
      baseUrl: `http://127.0.0.1:${port}`,
      name: 'Ollama',
      kind: 'ollama',
      models: [
        { id: 'qwen:30b', contextWindow: 65_536, tools: true, thinking: true, loaded: true },
        { id: 'gemma:4b', contextWindow: 8_192, tools: false, images: true },
      ],
      needsKey: false,
    });
  });

  test("LM Studio since 0.4: a loaded model's actual context size", async () => {
    const model = (key: string, more: object) => ({ type: 'llm', key, loaded_instances: [], ...more });
    const port = await serverOf({
      '/v1/models': list('qwen/qwen3.5-9b', 'google/gemma-3-4b', 'text-vectors'),
      '/api/v1/models': {
        models: [
          model('qwen/qwen3.5-9b', {
            loaded_instances: [{ id: 'qwen/qwen3.5-9b', config: { context_length: 4_096 } }],
            max_context_length: 262_144,
            capabilities: { vision: true, trained_for_tool_use: true, reasoning: { allowed_options: ['on', 'off'] } },
          }),
          model('google/gemma-3-4b', {
            max_context_length: 131_072,
            capabilities: { vision: true, trained_for_tool_use: false },
          }),
          model('text-vectors', { type: 'embedding', max_context_length: 2_048 }),
        ],
      },
    });
    expect(await found(port)).toMatchObject({
      name: 'LM Studio',
      kind: 'openai',
      models: [
        { id: 'qwen/qwen3.5-9b', contextWindow: 4_096, tools: true, images: true, thinking: true, loaded: true },
        { id: 'google/gemma-3-4b', contextWindow: 131_072, tools: false, images: true },
      ],
    });
  });

  test('LM Studio before that', async () => {
    const row = { object: 'model', compatibility_type: 'gguf' };
    const port = await serverOf({
      '/v1/models': list('qwen2-vl-7b', 'llama-3.1-8b', 'vectors'),
      // It answers unknown paths with 200.
      '/api/v1/models': { error: 'Unexpected endpoint or method.' },
      '/api/v0/models': {
        data: [
          { id: 'qwen2-vl-7b', ...row, type: 'vlm', state: 'not-loaded', max_context_length: 32_768 },
          {
            id: 'llama-3.1-8b',
            ...row,
            type: 'llm',
            state: 'loaded',
            max_context_length: 131_072,
            loaded_context_length: 8_192,
            capabilities: ['tool_use'],
          },
          { id: 'vectors', ...row, type: 'embeddings', max_context_length: 2_048 },
        ],
      },
    });
    expect(await found(port)).toMatchObject({
      name: 'LM Studio',
      models: [
        { id: 'qwen2-vl-7b', contextWindow: 32_768, images: true },
        { id: 'llama-3.1-8b', contextWindow: 8_192, tools: true, loaded: true },
      ],
    });
  });

  const props = {
    default_generation_settings: { n_ctx: 4_096, params: {} },
    chat_template: "{{ messages[0].content }}{{ '<think>' }}",
    chat_template_caps: { supports_tools: false, supports_parallel_tool_calls: false },
    modalities: { vision: false, audio: false },
    total_slots: 4,
  };
  const llamaList = {
    models: [{ name: 'q.gguf', capabilities: ['completion'] }],
    object: 'list',
    data: [{ id: 'q.gguf', owned_by: 'llamacpp', meta: { n_ctx: 4_096, n_ctx_train: 40_960 } }],
  };

  test('llama.cpp, though it answers Ollama’s path, too: its real context size, and that its template drops tools', async () => {
    const port = await serverOf({ '/v1/models': llamaList, '/props': props, '/api/tags': llamaList });
    expect(await found(port)).toEqual({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      name: 'llama.cpp',
      kind: 'openai',
      models: [{ id: 'q.gguf', contextWindow: 4_096, tools: false, images: false, thinking: true, loaded: true }],
      needsKey: false,
    });
  });

  test('llama.cpp with a key for everything but its list', async () => {
    const port = await serverOf({ '/v1/models': llamaList, '/api/tags': llamaList });
    expect(await found(port)).toMatchObject({ name: 'llama.cpp', models: [{ id: 'q.gguf', contextWindow: 4_096 }] });
  });

  test('vLLM by its version and its list together', async () => {
    const vllm = { data: [{ id: 'Qwen/Qwen3-8B', owned_by: 'vllm', max_model_len: 40_960 }] };
    const port = await serverOf({ '/v1/models': vllm, '/version': { version: '0.11.0' } });
    expect(await found(port)).toMatchObject({
      name: 'vLLM',
      models: [{ id: 'Qwen/Qwen3-8B', contextWindow: 40_960 }],
    });
    const other = await serverOf({ '/v1/models': list('x'), '/version': { version: '1' } });
    expect(await found(other)).toMatchObject({ name: `OpenAI-compatible server at 127.0.0.1:${other}` });
  });

  test('an unidentified one on an unusual port, with its own path', async () => {
    const port = await serverOf({ '/engines/v1/models': list('ai/smollm2') });
    expect(await found(port, { name: 'Docker Model Runner', path: '/engines/v1' })).toEqual({
      baseUrl: `http://127.0.0.1:${port}/engines/v1`,
      name: 'Docker Model Runner',
      kind: 'openai',
      models: [{ id: 'ai/smollm2' }],
      needsKey: false,
    });
  });

  test.skipIf(corpusFolder === null)('the recorded responses of llama.cpp and of Ollama', async () => {
    const recorded = (name: string) =>
      JSON.parse(readFileSync(path.join(corpusFolder as string, 'models', name), 'utf8')) as Record<string, never>;
    const llama = await serverOf({
      '/v1/models': recorded('llamacpp-models.json'),
      '/props': recorded('llamacpp-props.json'),
    });
    expect(await found(llama)).toMatchObject({
      name: 'llama.cpp',
      models: [{ contextWindow: 4_096, tools: true, loaded: true }],
    });
    const tags = recorded('ollama-tags.json') as unknown as { models: { name: string }[] };
    const ollama = await serverOf({ '/v1/models': list(...tags.models.map(({ name }) => name)), '/api/tags': tags });
    expect(await found(ollama)).toMatchObject({
      name: 'Ollama',
      kind: 'ollama',
      models: ['qwen3:4b', 'gemma3:4b', 'llava:latest', 'llama3.2:latest'].map((id) => ({ id })),
    });
  });
});

test(
  cite(
    'PROVIDER-4',
    'Ollama used through Chat Completions has the context size it allocated: known only for loaded models',
  ),
  async () => {
    const port = await serverOf({
      '/v1/models': list('llama:8b', 'qwen:30b'),
      '/api/tags': { models: [{ name: 'llama:8b' }, { name: 'qwen:30b' }] },
      '/api/ps': { models: [{ name: 'qwen:30b', context_length: 4_096 }] },
      '/api/show': () => ({ capabilities: ['completion', 'tools'], model_info: { 'x.context_length': 131_072 } }),
    });
    expect(
      await withLocalFacts(fetch, `http://127.0.0.1:${port}/v1`, [{ id: 'llama:8b' }, { id: 'qwen:30b' }]),
    ).toEqual([
      { id: 'llama:8b', tools: true, runsModels: true },
      { id: 'qwen:30b', contextWindow: 4_096, tools: true, loaded: true, runsModels: true },
    ]);
  },
);

test(cite('PROVIDER-4', 'it is queried the same way if the environment names it'), async () => {
  const port = await listen((request, response) => {
    const models = request.url === '/api/tags' ? [{ name: 'llama', capabilities: ['completion', 'tools'] }] : [];
    json(request.url === '/v1/models' ? { data: [{ id: 'llama' }] } : { models })(request, response);
  });
  const settings = { read: async () => ({ settings: defaultSettings }), update: async () => ok(defaultSettings) };
  const keychain = createKeychain({ service: 'throughline-test', memoryOnly: true });
  const env = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_MODEL: 'llama' };
  const registry = createProviderRegistry({ settings, keychain, env, log: () => {} });
  const models = await okValue(await registry.get('environment')).listModels(new AbortController().signal);
  expect(okValue(models)).toEqual([{ id: 'llama', tools: true, runsModels: true }]);
  await registry.close();
});

test('one that requires a key is found without models', async () => {
  const port = await listen(json({ error: 'no key' }, 401));
  expect(await findLocalServers(fetch, [{ port, name: 'vLLM' }])).toMatchObject([{ models: [], needsKey: true }]);
});

test('anything else listening is skipped, and delays nothing', { tags: ['all'] }, async () => {
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
  const named = ports.map((port) => ({ port, name: 'x' }));
  expect(await findLocalServers(fetch, named)).toEqual([]);
});
