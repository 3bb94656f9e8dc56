// The source of a model's price and context size: the settings, the server, this machine, the catalog; or none.

import { expect, onTestFinished, test } from 'vitest';
import { createProviderRegistry } from '../../electron/providers/registry.ts';
import { createKeychain } from '../../electron/stores/keychain.ts';
import { ok } from '../../shared/core/errors.ts';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import { settingsSchema } from '../../shared/features/settings/settings.ts';
import { cite } from '../support/cite.ts';
import { okValue } from '../support/result.ts';

/** A provider at an address whose server lists these models; an unknown address is unreachable. */
function open(
  kind: ProviderKind,
  baseUrl: string,
  models: object[],
  prices: object = {},
  more: Record<string, object> = {},
) {
  const settings = settingsSchema.parse({ providers: [{ id: 'p', name: 'p', kind, baseUrl }], prices });
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const { pathname, origin } = new URL(String(input));
    const body = pathname.endsWith('/models') ? { data: models, object: 'list' } : more[pathname];
    const here = origin === new URL(baseUrl).origin && body !== undefined;
    return here ? Response.json(body) : new Response('no', { status: 404 });
  };
  const registry = createProviderRegistry({
    settings: { read: async () => ({ settings }), update: async () => ok(settings) },
    keychain: createKeychain({ service: 'throughline-test', memoryOnly: true }),
    env: {},
    log: () => {},
    fetch,
  });
  onTestFinished(() => registry.close());
  const of = async (model: string) => {
    // The list is loaded with the model's context size, before its first request.
    const window = await registry.contextWindow({ provider: 'p', model });
    return { window, price: await registry.price({ provider: 'p', model }) };
  };
  const list = async () => okValue(await registry.models('p', new AbortController().signal));
  return { registry, of, list };
}

const openAi = 'https://api.openai.com/v1';

test(
  cite('WORK-4', 'a list of names takes context size, images and price from the catalogue, which is reported'),
  async () => {
    const { of, list } = open('responses', openAi, [{ id: 'gpt-5-mini' }, { id: 'gpt-99-unheard-of' }]);
    const price = { input: 0.25, output: 2, cacheRead: 0.025, by: 'catalogue', date: '2026-11-10' };
    expect(await of('gpt-5-mini')).toEqual({ window: { tokens: 272_000, source: 'catalogue' }, price });
    expect((await of('gpt-99-unheard-of')).price).toBeNull();
    expect(await list()).toEqual([
      { id: 'gpt-5-mini', contextWindow: 272_000, tools: true, images: true, source: 'catalogue', price },
      { id: 'gpt-99-unheard-of' },
    ]);
  },
);

test(cite('WORK-4', "the server's list overrides the catalogue, and the settings override both"), async () => {
  const pricing = { prompt: '0.000001', completion: '0.000002', input_cache_read: '0.0000001' };
  const row = { id: 'anthropic/claude-sonnet-5', context_length: 500_000, pricing };
  const told = open('openai', 'https://openrouter.ai/api/v1', [row]);
  expect(await told.of('anthropic/claude-sonnet-5')).toEqual({
    window: { tokens: 500_000, source: 'server' },
    price: { input: 1, output: 2, cacheRead: 0.1, by: 'server' },
  });
  expect((await told.list())[0]).toMatchObject({ contextWindow: 500_000, source: 'server', price: { by: 'server' } });
  const set = open('openai', 'https://openrouter.ai/api/v1', [row], { '*sonnet*': { input: 7, output: 8 } });
  expect((await set.of('anthropic/claude-sonnet-5')).price).toEqual({ input: 7, output: 8, by: 'settings' });
});

test.each([
  ['Ollama’s own wire', 'ollama', 'http://127.0.0.1:40001', 'llama3:8b', {}],
  ['a port where models run', 'openai', 'http://127.0.0.1:1234/v1', 'q', {}],
  [
    'llama.cpp',
    'openai',
    'http://127.0.0.1:40001/v1',
    'q',
    { '/props': { default_generation_settings: { n_ctx: 4_096 } } },
  ],
] as const)(
  cite('WORK-4', 'a model known to run on this machine is free: %s'),
  async (_name, kind, url, model, more) => {
    expect((await open(kind, url, [{ id: model }], {}, more).of(model)).price).toEqual({
      input: 0,
      output: 0,
      by: 'local',
    });
  },
);

test(cite('WORK-4', 'a local gateway, and what Ollama sells, are not known to be free'), async () => {
  expect((await open('openai', 'http://127.0.0.1:4000/v1', [{ id: 'gpt-4o' }]).of('gpt-4o')).price).toBeNull();
  const sold = open('ollama', 'http://127.0.0.1:11434', []);
  expect((await sold.of('gpt-oss:120b-cloud')).price).toBeNull();
  expect(await sold.registry.price({ provider: 'demo', model: 'demo-script' })).toMatchObject({ by: 'local' });
  expect(await sold.registry.price({ provider: 'gone', model: 'gpt-4o' })).toBeNull();
});

test('the maximum reply comes from the catalogue if the API does not report it, and is unlimited on this machine', async () => {
  const at = async (kind: ProviderKind, url: string, model: string) =>
    okValue(await open(kind, url, []).registry.get('p')).abilities?.(model).maxOutputTokens;
  expect(await at('openai', 'https://gateway.example.com/v1', 'kimi-k3')).toBeGreaterThan(1_000);
  expect(await at('openai', 'http://127.0.0.1:8000/v1', 'kimi-k3')).toBeNull();
});

test(cite(['PROVIDER-2', 'WORK-4'], 'a reloaded list applies from then on'), async () => {
  const models = [{ id: 'x', context_length: 20_000, pricing: { prompt: '0.000001', completion: '0.000002' } }];
  const { of, list } = open('openai', 'https://models.example/v1', models);
  expect(await of('x')).toMatchObject({ window: { tokens: 20_000 }, price: { input: 1, by: 'server' } });
  models.splice(0, 1, { id: 'x', context_length: 90_000, pricing: { prompt: '0.000003', completion: '0.000002' } });
  await list();
  expect(await of('x')).toMatchObject({ window: { tokens: 90_000 }, price: { input: 3, by: 'server' } });
});
