// Providers named by environment variables under their usual names, and those named on the command line.

import { describe, expect, test } from 'vitest';
import { keyNames } from '../../../scripts/keyAside.mjs';
import { chatAtOpenAi, findKnownProvider, knownProviders } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { callModel, replyOf } from '../../support/modelCall.ts';
import { openRegistry } from '../../support/openRegistry.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { startWireServer, type WireRequest } from '../../support/wires/wireServer.ts';
import { baseUrlOf } from '../../support/wireUnderTest.ts';

const key = 'k-environment-0123456789';

describe('each preset', () => {
  /** Variables, the resulting address, and the API if it is not the preset's. */
  const table: [string, Record<string, string>, string, string, ProviderKind?][] = [
    ['openai', { OPENAI_API_KEY: key }, 'environment', 'https://api.openai.com/v1', 'responses'],
    ['openai', { OPENAI_BASE_URL: 'http://gpu:8000/v1/' }, 'environment', 'http://gpu:8000/v1', 'openai'],
    ['anthropic', { ANTHROPIC_API_KEY: key }, 'environment-anthropic', 'https://api.anthropic.com/v1'],
    [
      'anthropic',
      { ANTHROPIC_AUTH_TOKEN: key, ANTHROPIC_BASE_URL: 'https://gate.example' },
      'environment-anthropic',
      'https://gate.example',
    ],
    ['gemini', { GEMINI_API_KEY: key }, 'environment-gemini', 'https://generativelanguage.googleapis.com/v1beta'],
    [
      'gemini',
      { GOOGLE_API_KEY: key, GOOGLE_GEMINI_BASE_URL: 'https://g.example' },
      'environment-gemini',
      'https://g.example',
    ],
    ['mistral', { MISTRAL_API_KEY: key }, 'environment-mistral', 'https://api.mistral.ai/v1'],
    ['openrouter', { OPENROUTER_API_KEY: key }, 'environment-openrouter', 'https://openrouter.ai/api/v1'],
    ['deepseek', { DEEPSEEK_API_KEY: key }, 'environment-deepseek', 'https://api.deepseek.com/v1'],
    ['groq', { GROQ_API_KEY: key }, 'environment-groq', 'https://api.groq.com/openai/v1'],
    ['xai', { XAI_API_KEY: key }, 'environment-xai', 'https://api.x.ai/v1'],
    ['together', { TOGETHER_API_KEY: key }, 'environment-together', 'https://api.together.xyz/v1'],
    [
      'azure',
      { AZURE_OPENAI_API_KEY: key, AZURE_OPENAI_BASE_URL: 'https://me.openai.azure.com/openai/v1' },
      'environment-azure',
      'https://me.openai.azure.com/openai/v1',
    ],
    ['github', { GITHUB_MODELS_TOKEN: key }, 'environment-github', 'https://models.github.ai/inference'],
    [
      'bedrock',
      { AWS_BEARER_TOKEN_BEDROCK: key, AWS_REGION: 'eu-west-1' },
      'environment-bedrock',
      'https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1',
    ],
    [
      'bedrock-anthropic',
      { AWS_BEARER_TOKEN_BEDROCK: key, AWS_DEFAULT_REGION: 'us-east-1' },
      'environment-bedrock-anthropic',
      'https://bedrock-mantle.us-east-1.api.aws/anthropic/v1',
    ],
    ['ollama', { OLLAMA_HOST: 'gpu' }, 'environment-ollama', 'http://gpu:11434'],
  ];

  test.each(table)(
    cite('PROVIDER-4', '%s by %j'),
    async (preset, env, id, baseUrl, kind = findKnownProvider(preset)?.kind) => {
      const { registry, keychain } = openRegistry(env);
      const info = (await registry.list()).find((each) => each.id === id);
      const hasKey = Object.values(env).includes(key);
      expect(info).toMatchObject({ kind, baseUrl, key: hasKey ? 'environment' : 'not_needed', origin: 'environment' });
      expect(okValue(await registry.resolve(preset, null))).toBe(id);
      expect(keychain.knownSecrets()).toEqual(hasKey ? [key] : []);
      expect(JSON.stringify(await registry.list())).not.toContain(key);
    },
  );

  test('each has its row', () => {
    const byAddress = new Set(['lm-studio', 'llama-cpp', 'vllm']);
    const rows = new Set(table.map(([preset]) => preset));
    expect(knownProviders.map(({ id }) => id).filter((id) => !rows.has(id) && !byAddress.has(id))).toEqual([]);
  });

  test.each<Record<string, string>>([
    {},
    { OPENAI_API_KEY: ' ' },
    { AZURE_OPENAI_API_KEY: key },
    { AWS_BEARER_TOKEN_BEDROCK: key },
    { AWS_BEARER_TOKEN_BEDROCK: key, AWS_REGION: 'evil.example/#' },
    { OLLAMA_API_KEY: key },
    { GITHUB_TOKEN: key },
  ])('%j is not enough: the demo answers', async (env) => {
    const { registry } = openRegistry(env);
    expect((await registry.list()).map(({ id }) => id)).toEqual(['demo']);
    expect(okValue(await registry.defaultModel()).provider).toBe('demo');
  });
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:11434'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:1234', 'http://127.0.0.1:1234'],
  [':1234', 'http://127.0.0.1:1234'],
  ['[::]:1234', 'http://127.0.0.1:1234'],
  ['[::1]', 'http://[::1]:11434'],
  ['gpu.local', 'http://gpu.local:11434'],
  ['gpu.local:80', 'http://gpu.local'],
  ['gpu.local:1234/ollama/', 'http://gpu.local:1234/ollama'],
  ['http://gpu.local', 'http://gpu.local'],
  ['https://gpu.local', 'https://gpu.local'],
  ['http://gpu.local:1234/v1', 'http://gpu.local:1234'],
])(cite('PROVIDER-4', 'OLLAMA_HOST=%s leads to %s'), async (host, baseUrl) => {
  const { registry } = openRegistry({ OLLAMA_HOST: host });
  expect((await registry.list())[1]).toMatchObject({ kind: 'ollama', baseUrl });
});

describe('each variable of each provider', () => {
  const presets = [...knownProviders, chatAtOpenAi];
  const keys = presets.flatMap(({ id, keyNames, tokenName }) =>
    [...keyNames, ...(tokenName ? [tokenName] : [])].map((name) => [id, name] as const),
  );

  test.each(keys)(cite('PROVIDER-4', '--provider %s sends the key of %s, which no tool sees'), async (id, name) => {
    const server = await startWireServer(() => ({ text: 'hi' }));
    const kind = (presets.find((preset) => preset.id === id)?.kind ?? 'openai') as ProviderKind;
    // An address that is not OpenAI's own uses Chat Completions.
    const wire = id === 'openai' ? 'openai' : kind;
    const { registry } = openRegistry({ [name]: key });
    const provider = okValue(await registry.resolve(id, baseUrlOf(wire, server.address)));
    await replyOf(okValue(await registry.get(provider)));
    expect(server.requests.map((request) => request.kind)).toEqual([wire]);
    expect(JSON.stringify(server.requests[0]?.headers)).toContain(key);
    expect(keyNames).toContain(name);
  });

  const addresses = presets.flatMap(({ id, addressNames = [] }) => addressNames.map((name) => [id, name] as const));

  test.each(addresses)(
    cite('PROVIDER-4', '--provider %s sends nothing to another address than that of %s'),
    async (id, name) => {
      const server = await startWireServer(() => ({ text: 'hi' }));
      const preset = presets.find((each) => each.id === id);
      const wire = id === 'openai' ? 'openai' : (preset?.kind ?? 'openai');
      const [keyName = ''] = preset?.keyNames ?? [];
      const { registry } = openRegistry({ [name]: baseUrlOf(wire, server.address), [keyName]: key });
      const provider = okValue(await registry.resolve(id, null));
      const reply = await replyOf(okValue(await registry.get(provider)));
      expect(reply.text).toBe('hi');
      expect(server.requests.map((request) => request.kind)).toEqual([wire]);
    },
  );

  test(cite('PROVIDER-4', 'both OpenAI APIs read the same variables'), () => {
    const { id: _id, name: _name, kind: _kind, ...names } = chatAtOpenAi;
    expect(findKnownProvider('openai')).toMatchObject(names);
  });
});

describe('what is sent', () => {
  const sentBy = async (env: (address: string) => Record<string, string>, id: string): Promise<WireRequest> => {
    const server = await startWireServer(() => ({ text: 'hi' }));
    await replyOf(okValue(await openRegistry(env(server.address)).registry.get(id)));
    return server.requests[0] as WireRequest;
  };

  test(
    cite('PROVIDER-4', 'ANTHROPIC_AUTH_TOKEN is a bearer token, ANTHROPIC_API_KEY a key, and the key takes precedence'),
    async () => {
      const token = await sentBy(
        (address) => ({ ANTHROPIC_BASE_URL: address, ANTHROPIC_AUTH_TOKEN: key }),
        'environment-anthropic',
      );
      expect(token.headers).toMatchObject({ authorization: `Bearer ${key}` });
      expect(token.headers['x-api-key']).toBeUndefined();
      const both = await sentBy(
        (address) => ({ ANTHROPIC_BASE_URL: address, ANTHROPIC_AUTH_TOKEN: 'other', ANTHROPIC_API_KEY: key }),
        'environment-anthropic',
      );
      expect(both.headers['x-api-key']).toBe(key);
    },
  );

  test(cite('PROVIDER-4', 'GEMINI_API_KEY goes in its header, and overrides GOOGLE_API_KEY'), async () => {
    const sent = await sentBy(
      (address) => ({ GOOGLE_GEMINI_BASE_URL: address, GOOGLE_API_KEY: 'other', GEMINI_API_KEY: key }),
      'environment-gemini',
    );
    expect(sent.headers['x-goog-api-key']).toBe(key);
  });
});

describe('command-line words', () => {
  test.each<[string, ProviderKind]>([
    ['openai', 'openai'],
    ['openai-chat', 'openai'],
    ['responses', 'responses'],
    ['anthropic', 'anthropic'],
    ['gemini', 'gemini'],
    ['ollama', 'ollama'],
    ['mistral', 'openai'],
    ['lm-studio', 'openai'],
    ['azure', 'responses'],
    ['bedrock-anthropic', 'anthropic'],
  ])(cite('PROVIDER-1', '%s with an address speaks %s'), async (word, kind) => {
    const server = await startWireServer(() => ({ text: 'hi' }));
    const { registry } = openRegistry();
    const baseUrl = baseUrlOf(kind, server.address);
    const id = okValue(await registry.resolve(word, baseUrl));
    await replyOf(okValue(await registry.get(id)));
    expect(server.requests.map((request) => request.kind)).toEqual([kind]);
    // The same address is the same provider, another one is another.
    expect(okValue(await registry.resolve(word, `${baseUrl}/`))).toBe(id);
    expect(okValue(await registry.resolve(word, baseUrlOf(kind, 'http://127.0.0.1:1')))).not.toBe(id);
    expect((await registry.list()).filter((each) => each.id === id)).toMatchObject([{ kind, origin: 'environment' }]);
  });

  test('a provider in the settings overrides a preset of the same name, and its own address is kept', async () => {
    const { registry, save } = openRegistry({ OPENAI_API_KEY: key });
    const { id } = await save({ baseUrl: 'http://x/v1' });
    expect(okValue(await registry.resolve(id, null))).toBe(id);
    expect(errorOf(await registry.resolve(id, 'http://y/v1')).message).toContain(`“${id}” has its own address`);
    okValue(await registry.save({ id: null, name: 'openai', baseUrl: 'http://x/v1' }));
    expect(okValue(await registry.resolve('openai', null))).toBe('openai');
    expect(okValue(await registry.resolve('openai', 'http://y/v1'))).toMatch(/^cli-openai-y-/);
  });

  test('the model: from the environment, else from the server, else none', async () => {
    const { registry } = openRegistry({ ANTHROPIC_MODEL: 'claude-mine', ANTHROPIC_API_KEY: key });
    expect(okValue(await registry.modelOf('environment-anthropic'))).toBe('claude-mine');
    const id = okValue(await registry.resolve('gemini', 'http://127.0.0.1:1'));
    expect(errorOf(await registry.modelOf(id))).toMatchObject({ code: 'NO_MODEL' });
  });

  test('no ID leads a conversation to another server than the one it started with', async () => {
    const { registry } = openRegistry();
    for (const id of ['cli-openai-y-012345', 'cli-', 'cli-nobody', 'environment-anthropic', 'environment-x']) {
      const error = errorOf(await registry.get(id));
      expect(error.code).toBe('PROVIDER_NOT_FOUND');
    }
    expect(errorOf(await registry.get('cli-anthropic')).message).toContain('Set ANTHROPIC_API_KEY');
    const { outcome } = await callModel(okValue(await registry.get('cli-ollama')), { signal: AbortSignal.abort() });
    expect(outcome.kind).toBe('aborted');
  });
});
