// The list of providers, and which one a new conversation uses.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderRegistry } from '../../electron/ports/provider.ts';
import { createProviderRegistry } from '../../electron/providers/registry.ts';
import { createKeychain, type RememberingKeychain } from '../../electron/stores/keychain.ts';
import { fail, ok } from '../../shared/core/errors.ts';
import { defaultSettings, type Settings, settingsSchema } from '../../shared/features/settings/settings.ts';
import { cite } from '../support/cite.ts';
import { startFakeModelServer } from '../support/fakeModelServer.ts';
import { failureOf, modelRequest, replyOf } from '../support/modelCall.ts';
import { errorOf, okValue } from '../support/result.ts';

let stored: Settings;
/** Nothing can be written. */
let full = false;
let keychain: RememberingKeychain;
let registry: ProviderRegistry;
const made: ProviderRegistry[] = [];

function open(env: Record<string, string> = {}): ProviderRegistry {
  const settings = {
    read: async () => ({ settings: stored }),
    update: async (patch: Record<string, unknown>) => {
      if (full) return fail('STORE_WRITE_FAILED', 'The disk is full.');
      stored = settingsSchema.parse({ ...stored, ...patch });
      return ok(stored);
    },
  };
  registry = createProviderRegistry({ settings, keychain, env, log: () => {} });
  made.push(registry);
  return registry;
}

beforeEach(() => {
  stored = defaultSettings;
  keychain = createKeychain({ service: 'throughline-test', memoryOnly: true });
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((each) => each.close()));
});

const demo = {
  id: 'demo',
  name: 'Demo: a script',
  kind: 'openai',
  baseUrl: '',
  key: 'not_needed',
  origin: 'demo',
  defaultModel: { provider: 'demo', model: 'demo-script' },
};

describe('the demo', () => {
  test(cite('START-3', 'is there when nothing else is, and answers'), { tags: ['all'] }, async () => {
    open();
    expect(await registry.list()).toEqual([demo]);
    expect(okValue(await registry.defaultModel())).toEqual({ provider: 'demo', model: 'demo-script' });
    const provider = okValue(await registry.get('demo'));
    expect((await replyOf(provider, { request: modelRequest({ model: 'demo-script' }) })).text).toContain('script');
    expect(okValue(await provider.listModels(new AbortController().signal))).toEqual([
      { id: 'demo-script', contextWindow: 128_000 },
    ]);
  });

  test('starts its server only when used, and once', { tags: ['all'] }, async () => {
    open();
    await registry.list();
    const [one, two] = await Promise.all([registry.get('demo'), registry.get('demo')]);
    const url = (each: typeof one) => replyOf(okValue(each), { request: modelRequest() }).then((reply) => reply.model);
    expect(await Promise.all([url(one), url(two)])).toEqual(['demo-script', 'demo-script']);
  });

  test('cannot be changed, removed or given a key', async () => {
    open();
    expect(errorOf(await registry.save({ id: 'demo', name: 'x', baseUrl: 'http://x/v1' })).code).toBe('NOT_SUPPORTED');
    expect(errorOf(await registry.remove('demo')).code).toBe('NOT_SUPPORTED');
    expect(errorOf(await registry.setKey('demo', 'k')).code).toBe('NOT_SUPPORTED');
  });
});

describe('the environment', () => {
  test('names address, key and model', async () => {
    const server = await startFakeModelServer({ replies: [{ text: 'hi' }], key: 'sk-environment-key' });
    open({
      OPENAI_BASE_URL: `${server.url}/`,
      OPENAI_API_KEY: 'sk-environment-key',
      OPENAI_MODEL: 'mine',
      OPENAI_ORG_ID: 'org-1',
    });
    expect((await registry.list())[1]).toEqual({
      id: 'environment',
      name: `Environment (127.0.0.1:${server.port})`,
      kind: 'openai',
      baseUrl: server.url,
      key: 'environment',
      origin: 'environment',
      defaultModel: { provider: 'environment', model: 'mine' },
    });
    expect(okValue(await registry.defaultModel())).toEqual({ provider: 'environment', model: 'mine' });
    await replyOf(okValue(await registry.get('environment')));
    expect(server.requests[0]?.headers['openai-organization']).toBe('org-1');
    await server.close();
  });

  test(cite('SEC-6', 'its key is known for masking and never listed'), async () => {
    open({ OPENAI_API_KEY: 'sk-environment-key', OPENAI_MODEL: 'm' });
    expect(keychain.knownSecrets()).toEqual(['sk-environment-key']);
    expect(JSON.stringify(await registry.list())).not.toContain('sk-environment-key');
    expect((await registry.list())[1]).toMatchObject({ baseUrl: 'https://api.openai.com/v1', key: 'environment' });
  });

  test('without a model the first one that can chat is used', async () => {
    const server = await startFakeModelServer({ models: ['text-embedding-3', 'local-model'] });
    open({ OPENAI_BASE_URL: server.url });
    expect(okValue(await registry.defaultModel())).toEqual({ provider: 'environment', model: 'local-model' });
    expect((await registry.list())[1]).toMatchObject({ key: 'not_needed', defaultModel: { model: 'local-model' } });
    await server.close();
  });

  test('a server that reports no models gets the default name', async () => {
    const server = await startFakeModelServer();
    await server.close();
    open({ OPENAI_BASE_URL: server.url });
    expect(okValue(await registry.defaultModel())).toEqual({ provider: 'environment', model: 'gpt-5-mini' });
  });

  test('an invalid address is reported, and the list still loads', async () => {
    open({ OPENAI_BASE_URL: 'my server', OPENAI_MODEL: 'm' });
    expect((await registry.list()).map((each) => each.id)).toEqual(['demo', 'environment']);
    expect(errorOf(await registry.get('environment')).message).toContain('OPENAI_BASE_URL');
  });
});

describe('the settings', () => {
  test('a provider is saved under an ID derived from its name, and is used with its key', async () => {
    const server = await startFakeModelServer({ replies: [{ text: 'hi' }, { text: 'ho' }] });
    open();
    const saved = okValue(
      await registry.save({ id: null, name: ' Mein Server (Büro) ', baseUrl: ` ${server.url}/chat/completions ` }),
    );
    expect(saved).toEqual({
      id: 'mein-server-buro',
      name: 'Mein Server (Büro)',
      kind: 'openai',
      baseUrl: server.url,
      key: 'not_needed',
      origin: 'settings',
      defaultModel: null,
    });
    expect(stored.providers).toEqual([
      { id: 'mein-server-buro', name: 'Mein Server (Büro)', kind: 'openai', baseUrl: server.url },
    ]);
    await replyOf(okValue(await registry.get(saved.id)));
    expect(okValue(await registry.setKey(saved.id, ' sk-saved-key-123\n'))).toBe('memory');
    await replyOf(okValue(await registry.get(saved.id)));
    expect(server.requests.map((request) => request.headers.authorization)).toEqual([
      'Bearer not-needed',
      'Bearer sk-saved-key-123',
    ]);
    expect((await registry.list())[1]?.key).toBe('memory');
    expect(okValue(await registry.setKey(saved.id, ''))).toBe('not_needed');
    await server.close();
  });

  test(
    cite('SEC-6', 'unsaved input is tested with its key, or with the saved one, and is stored nowhere'),
    async () => {
      const server = await startFakeModelServer({ replies: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] });
      open();
      const ask = async (provider: string | null, key: string) =>
        replyOf(okValue(await registry.typed({ provider, baseUrl: server.url, key })));
      await ask(null, ' sk-typed-key-123 ');
      expect([stored.providers, keychain.knownSecrets()]).toEqual([[], []]);
      const { id } = okValue(await registry.save({ id: null, name: 'A', baseUrl: server.url }));
      await registry.setKey(id, 'sk-saved-key-123');
      await ask(id, '');
      // The saved key belongs to that server: it is not sent to another.
      const elsewhere = await registry.typed({ provider: id, baseUrl: 'https://api.example.com/v1', key: '' });
      expect(errorOf(elsewhere).message).toContain('Enter the key again');
      await ask(id, 'sk-other-key-123');
      expect(server.requests.map((request) => request.headers.authorization)).toEqual(
        ['sk-typed-key-123', 'sk-saved-key-123', 'sk-other-key-123'].map((key) => `Bearer ${key}`),
      );
      expect(okValue(await keychain.get('provider:a'))).toBe('sk-saved-key-123');
      expect(errorOf(await registry.typed({ provider: null, baseUrl: 'nowhere', key: '' })).code).toBe(
        'SETTINGS_INVALID',
      );
      expect(errorOf(await registry.typed({ provider: null, baseUrl: server.url, key: 'a b' })).code).toBe(
        'SETTINGS_INVALID',
      );
      await server.close();
    },
  );

  test(cite('SEC-6', 'keys are in the keychain only'), async () => {
    open();
    const { id } = okValue(await registry.save({ id: null, name: 'A', baseUrl: 'https://api.example.com/v1' }));
    expect((await registry.list())[1]?.key).toBe('none');
    await registry.setKey(id, 'sk-saved-key-123');
    expect(JSON.stringify(stored)).not.toContain('sk-saved');
    expect(JSON.stringify(await registry.list())).not.toContain('sk-saved');
    expect(okValue(await keychain.get('provider:a'))).toBe('sk-saved-key-123');
    await registry.remove(id);
    expect(okValue(await keychain.get('provider:a'))).toBeNull();
    expect(errorOf(await registry.setKey('gone', 'k')).code).toBe('PROVIDER_NOT_FOUND');
  });

  test(
    cite('UI-10', 'a key that was only in memory is reported as missing after a restart, until it is entered again'),
    async () => {
      open();
      const { id } = okValue(await registry.save({ id: null, name: 'A', baseUrl: 'http://127.0.0.1:9/v1' }));
      const source = async () => (await registry.list())[1]?.key;
      expect(okValue(await registry.setKey(id, 'sk-saved-key-123'))).toBe('memory');
      keychain = createKeychain({ service: 'throughline-test', memoryOnly: true });
      open();
      expect(await source()).toBe('missing');
      // Other changes to the provider keep the note.
      okValue(await registry.save({ id, name: 'B', baseUrl: 'http://127.0.0.1:9/v1' }));
      expect(await source()).toBe('missing');
      expect(okValue(await registry.setKey(id, 'sk-saved-key-456'))).toBe('memory');
      // The key belongs to its address.
      okValue(await registry.save({ id, name: 'B', baseUrl: 'http://127.0.0.1:8/v1' }));
      expect(await source()).toBe('not_needed');
      await registry.setKey(id, 'sk-saved-key-789');
      expect(okValue(await registry.setKey(id, ''))).toBe('not_needed');
    },
  );

  test(cite('STREAM-10', 'without its saved key, nothing is sent; without any key, it is'), async () => {
    const server = await startFakeModelServer();
    try {
      open();
      const { id } = okValue(await registry.save({ id: null, name: 'A', baseUrl: server.url }));
      const provider = async () => okValue(await registry.get(id));
      server.push({ text: 'hello' });
      expect((await replyOf(await provider())).text).toBe('hello');
      okValue(await registry.setKey(id, 'sk-saved-key-123'));
      keychain = createKeychain({ service: 'throughline-test', memoryOnly: true });
      open();
      expect(await failureOf(await provider())).toMatchObject({
        code: 'LLM_AUTH_FAILED',
        retryable: false,
        message: expect.stringContaining('“A”'),
      });
      const models = await (await provider()).listModels(new AbortController().signal);
      expect(models).toMatchObject({ ok: false, error: { code: 'LLM_AUTH_FAILED' } });
      expect(server.requests).toHaveLength(1);
      okValue(await registry.setKey(id, 'sk-saved-key-456'));
      server.push({ text: 'again' });
      expect((await replyOf(await provider())).text).toBe('again');
    } finally {
      await server.close();
    }
  });

  test(cite('SEC-6', 'a key stays with its address if the new one cannot be saved'), async () => {
    open();
    const { id } = okValue(await registry.save({ id: null, name: 'A', baseUrl: 'https://api.example.com/v1' }));
    await registry.setKey(id, 'sk-saved-key-123');
    full = true;
    expect(errorOf(await registry.save({ id, name: 'A', baseUrl: 'https://other.example/v1' })).code).toBe(
      'STORE_WRITE_FAILED',
    );
    full = false;
    expect(okValue(await keychain.get('provider:a'))).toBe('sk-saved-key-123');
    expect(stored.providers).toMatchObject([{ baseUrl: 'https://api.example.com/v1' }]);
  });

  test('similar names get unique IDs, even when saved at the same time', async () => {
    open();
    const names = ['Local', 'local', 'LOCAL', 'Demo', 'environment', '本地', 'x'.repeat(80)];
    const saved = await Promise.all(
      names.map((name) => registry.save({ id: null, name, baseUrl: 'http://localhost:1/v1' })),
    );
    expect(saved.map((each) => okValue(each).id)).toEqual([
      'local',
      'local-2',
      'local-3',
      'demo-2',
      'environment-2',
      'provider',
      'x'.repeat(40),
    ]);
    expect(stored.providers).toHaveLength(7);
  });

  test('a saved provider is changed by its ID, and its other stored data stays', async () => {
    stored = settingsSchema.parse({
      providers: [{ id: 'a', name: 'A', kind: 'openai', baseUrl: 'http://x/v1', note: 'mine' }],
    });
    open();
    okValue(await registry.save({ id: 'a', name: 'B', baseUrl: 'https://y.example/v1/' }));
    expect(stored.providers).toEqual([
      { id: 'a', name: 'B', kind: 'openai', baseUrl: 'https://y.example/v1', note: 'mine' },
    ]);
    expect(errorOf(await registry.save({ id: 'b', name: 'B', baseUrl: 'https://y.example/v1' })).code).toBe(
      'PROVIDER_NOT_FOUND',
    );
  });

  test.each([
    '',
    'localhost:8080/v1',
    'ftp://x/v1',
    'https://',
    'https://me:secret@x.example/v1',
    'https://x.example/v1?key=secret',
    'javascript:alert(1)',
  ])('the address "%s" is rejected', async (baseUrl) => {
    open();
    const error = errorOf(await registry.save({ id: null, name: 'A', baseUrl }));
    expect(error.code).toBe('SETTINGS_INVALID');
    expect(error.message).not.toContain('secret');
    expect(stored.providers).toEqual([]);
  });

  test('a provider without a name, and an impossible key, are rejected', async () => {
    open();
    expect(errorOf(await registry.save({ id: null, name: ' \n', baseUrl: 'http://x/v1' })).code).toBe(
      'SETTINGS_INVALID',
    );
    const { id } = okValue(await registry.save({ id: null, name: 'A', baseUrl: 'http://x/v1' }));
    expect(errorOf(await registry.setKey(id, 'two words')).code).toBe('SETTINGS_INVALID');
  });

  test("the settings' model comes first, and belongs to its provider", async () => {
    open({ OPENAI_API_KEY: 'sk-environment-key', OPENAI_MODEL: 'm' });
    const { id } = okValue(await registry.save({ id: null, name: 'A', baseUrl: 'http://x/v1' }));
    stored = { ...stored, model: { provider: id, model: 'big' } };
    expect(okValue(await registry.defaultModel())).toEqual({ provider: 'a', model: 'big' });
    okValue(await registry.remove(id));
    expect(stored.model).toBeNull();
    expect(okValue(await registry.defaultModel())).toEqual({ provider: 'environment', model: 'm' });
    expect(errorOf(await registry.remove(id)).code).toBe('PROVIDER_NOT_FOUND');
    expect(errorOf(await registry.get(id)).code).toBe('PROVIDER_NOT_FOUND');
  });
});

test(cite('PROVIDER-2', 'what a server reported about its models is forgotten with its address'), async () => {
  const before = await startFakeModelServer({ window: 20_000 });
  const now = await startFakeModelServer({ window: 90_000 });
  const { save, contextWindow } = open();
  const model = { provider: 'mine', model: 'fake-model' };
  okValue(await save({ id: null, name: 'Mine', baseUrl: before.url }));
  expect(await contextWindow(model)).toEqual({ tokens: 20_000, source: 'server' });
  okValue(await save({ id: 'mine', name: 'Mine', baseUrl: now.url }));
  expect(await contextWindow(model)).toEqual({ tokens: 90_000, source: 'server' });
  await Promise.all([before.close(), now.close()]);
});
