// Which providers are offered and how, the form's draft, where its errors are, and how the list describes each.

import { describe, expect, test } from 'vitest';
import { snapshotFixture as galleryApp } from '../../../e2e/gallery/appFixture.ts';
import { localServers } from '../../../e2e/gallery/features/models/scenes.ts';
import {
  connectionDraft,
  connectionFromDraft,
  invalidTimeouts,
  keepsValue,
} from '../../../renderer/features/models/connectionDraft.ts';
import { environmentNames } from '../../../renderer/features/models/environmentNames.ts';
import { formErrors, hasConnectionError, suggestionOf } from '../../../renderer/features/models/formErrors.ts';
import { ProviderPicker } from '../../../renderer/features/models/ProviderPicker.tsx';
import { ProvidersSection } from '../../../renderer/features/models/ProvidersSection.tsx';
import { formStartOf, knownProviderAt, pickerRows } from '../../../renderer/features/models/pickerRows.ts';
import { modelWords } from '../../../renderer/features/models/words.ts';
import { readText } from '../../../scripts/house/tree.ts';
import type { AppError } from '../../../shared/core/errors.ts';
import {
  findKnownProvider,
  knownProviders,
  pickUsualModel,
  providerApiNames,
} from '../../../shared/features/models/knownProviders.ts';
import type { ProviderConnection, ProviderInfo } from '../../../shared/features/models/methods.ts';
import { providerKinds } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { joinSession, settled, snapshotFixture } from '../../support/scriptedHost.ts';
import { staticMarkup, wordsOf } from '../../support/staticMarkup.tsx';

const namesOf = (typed: string, found = localServers): string[] =>
  pickerRows(found, typed).groups.flatMap(({ rows }) => rows.map(({ name }) => name));

describe('the presets', () => {
  test(
    cite('PROVIDER-4', 'each has an address or an example of one, an API, and a page for keys unless it is local'),
    () => {
      expect(new Set(knownProviders.map(({ id }) => id)).size).toBe(knownProviders.length);
      for (const { id, kind, baseUrl, addressHint, keyPage, keyNames, local } of knownProviders) {
        expect(providerKinds, id).toContain(kind);
        expect(URL.canParse(baseUrl || (addressHint ?? '')), id).toBe(true);
        expect(baseUrl === '' || /^https:|^http:\/\/127\.0\.0\.1:/.test(baseUrl), id).toBe(true);
        expect(local ? keyPage : keyPage?.startsWith('https://'), id).toBe(local ? undefined : true);
        expect(local || keyNames.length > 0, id).toBe(true);
      }
    },
  );

  test('each is in the guide, with its API, address and variables', () => {
    const guide = readText('docs/features/providers.md');
    for (const preset of knownProviders) {
      const { name, kind, baseUrl, addressHint, keyNames, tokenName, addressNames = [], modelNames = [] } = preset;
      const variables = [...keyNames, ...(tokenName ? [tokenName] : []), ...addressNames, ...modelNames];
      const named = variables.map((variable) => `\`${variable}\``).join(', ') || '–';
      expect(guide).toContain(`| ${name} | ${providerApiNames[kind]} | \`${baseUrl || addressHint}\` | ${named} |`);
    }
  });

  test(
    cite('PROVIDER-4', "each one's default model is the newest listed one of its kind, and none is invented"),
    () => {
      const usual = (id: string, ...ids: string[]) => {
        const preset = findKnownProvider(id);
        return preset && pickUsualModel(preset, ids);
      };
      expect(
        usual('anthropic', 'claude-opus-5-5', 'claude-sonnet-4-5-20250929', 'claude-sonnet-5-5', 'claude-sonnet-5'),
      ).toBe('claude-sonnet-5-5');
      expect(usual('xai', 'grok-4.7', 'grok-4.10', 'grok-4.7-fast')).toBe('grok-4.10');
      expect(usual('openai', 'gpt-6-astra')).toBe(null);
      expect(usual('vllm', 'anything')).toBe(null);
    },
  );

  test('xAI is used through Responses, as it recommends', () => {
    expect(findKnownProvider('xai')?.kind).toBe('responses');
  });
});

describe('the picker', () => {
  test(cite('PROVIDER-2', 'starts with local servers, and offers each once'), () => {
    const { groups, other } = pickerRows(localServers, '');
    expect(groups.map(({ name }) => name)).toEqual(['found', 'online', 'local']);
    expect(namesOf('').slice(0, 3)).toEqual(['Ollama', 'LM Studio', 'OpenAI']);
    expect(groups.at(-1)?.rows.map(({ name }) => name)).toEqual(['llama.cpp', 'vLLM']);
    expect(other.begin).toEqual({ knownProvider: null, name: '', kind: 'openai', baseUrl: '' });
    expect(pickerRows([], '').groups.map(({ name }) => name)).toEqual(['online', 'local']);
  });

  test(cite('PROVIDER-2', 'saves a detected server with its own API and models'), () => {
    const [ollama] = localServers;
    expect(ollama && formStartOf(ollama)).toMatchObject({
      knownProvider: { id: 'ollama' },
      kind: 'ollama',
      baseUrl: 'http://127.0.0.1:11434',
      models: [{ id: 'qwen3-coder:30b' }, { id: 'llama4:8b' }],
    });
  });

  test(cite('PROVIDER-4', 'finds by name, by host and by alternative names'), () => {
    expect(namesOf('claude')).toEqual(['Anthropic', 'Amazon Bedrock (Anthropic form)']);
    expect(namesOf('x.ai')).toEqual(['xAI']);
    expect(namesOf('AMAZON anthropic')).toEqual(['Amazon Bedrock (Anthropic form)']);
    expect(namesOf('no such thing')).toEqual([]);
  });

  test('accepts a typed address for any other server', () => {
    expect(pickerRows([], ' https://gateway.example.com/v1 ').other.begin.baseUrl).toBe(
      'https://gateway.example.com/v1',
    );
    expect(pickerRows([], 'mistral').other.begin.baseUrl).toBe('');
  });

  test('is one list for the keyboard: the field names the row that Enter selects', () => {
    const { session } = joinSession({ snapshot: snapshotFixture() });
    const markup = staticMarkup(
      session,
      <ProviderPicker
        localServers={localServers}
        typed=""
        onTyped={() => {}}
        onChoose={() => {}}
        onCancel={() => {}}
      />,
    );
    const active = /aria-activedescendant="([^"]+)"/.exec(markup)?.[1] ?? '?';
    const selected = [...markup.matchAll(/<div id="([^"]+)" role="option"[^>]*aria-selected="true"/g)].map(
      ([, id]) => id,
    );
    expect(selected).toEqual([active]);
    expect(wordsOf(markup)).toContain('Ollama127.0.0.1:11434 · 2 models');
    expect(wordsOf(markup)).toContain('LM Studio127.0.0.1:1234 · needs a key');
    expect(wordsOf(markup).endsWith(modelWords.picker.other)).toBe(true);
  });

  test('recognizes a saved provider by its address', () => {
    expect(knownProviderAt('https://api.mistral.ai/v2')?.id).toBe('mistral');
    expect(knownProviderAt('https://gateway.example.com/v1')).toBe(null);
    expect(knownProviderAt('')).toBe(null);
  });
});

const connection: ProviderConnection = {
  headers: ['X-Tenant'],
  proxy: 'http://mei@proxy.example.com:3128',
  certificate: '',
  idleTimeoutSeconds: 900,
  connectTimeoutSeconds: null,
};

describe("a provider's connection settings in the form", () => {
  test(cite('PROVIDER-3', 'are sent as saved if nothing was typed: an empty value keeps the saved one'), () => {
    expect(connectionFromDraft(connectionDraft(connection))).toEqual({
      ...connection,
      headers: [{ name: 'X-Tenant', value: '' }],
    });
    expect(connectionFromDraft(connectionDraft(undefined))).toEqual({
      headers: [],
      proxy: '',
      certificate: '',
      idleTimeoutSeconds: null,
      connectTimeoutSeconds: null,
    });
  });

  test('omit an empty row, and a saved value belongs to its name', () => {
    const { headers, ...draft } = connectionDraft(connection);
    const rows = [{ id: 7, name: ' ', value: '', saved: null }, ...headers];
    expect(connectionFromDraft({ ...draft, headers: rows }).headers).toEqual([{ name: 'X-Tenant', value: '' }]);
    const [row] = headers;
    if (!row) throw new Error('no row');
    expect([
      keepsValue(row),
      keepsValue({ ...row, name: 'x-tenant ' }),
      keepsValue({ ...row, name: 'X-Other' }),
    ]).toEqual([true, true, false]);
    expect(keepsValue({ ...row, saved: null })).toBe(false);
  });

  test('report a timeout that the host would reject before sending', () => {
    const draft = connectionDraft(undefined);
    expect(invalidTimeouts(draft)).toEqual([]);
    expect(invalidTimeouts({ ...draft, idleTimeoutSeconds: '5', connectTimeoutSeconds: '300' })).toEqual([]);
    expect(invalidTimeouts({ ...draft, idleTimeoutSeconds: '4', connectTimeoutSeconds: '1e2' }).toSorted()).toEqual([
      'connectTimeoutSeconds',
      'idleTimeoutSeconds',
    ]);
  });
});

describe('errors', () => {
  const error = (code: AppError['code'], message: string, details?: Record<string, unknown>): AppError =>
    details ? { code, message, details } : { code, message };

  test(cite(['UI-8', 'PROVIDER-3'], 'are next to the field that they concern'), () => {
    expect(formErrors(error('LLM_AUTH_FAILED', 'bad key'))).toEqual({ key: 'bad key' });
    expect(formErrors(error('LLM_AUTH_FAILED', 'bad key'), 'a key!')).toEqual({ key: 'a key!' });
    expect(formErrors(error('LLM_NETWORK', 'no host'))).toEqual({ baseUrl: 'no host' });
    expect(formErrors(error('SETTINGS_INVALID', 'x', { field: 'name' }))).toEqual({ name: 'x' });
    expect(formErrors(error('SETTINGS_INVALID', 'x', { field: 'headers.3' }))).toEqual({ 'headers.3': 'x' });
    expect(formErrors(error('SETTINGS_INVALID', '写', { said: 'The saved key belongs to the address' }))).toEqual({
      key: '写',
    });
    expect(formErrors(error('SETTINGS_INVALID', 'Enter an address that begins'))).toEqual({
      baseUrl: 'Enter an address that begins',
    });
    expect(formErrors(error('INTERNAL', 'odd', { field: '__proto__' }))).toEqual({ other: 'odd' });
    expect(hasConnectionError(formErrors(error('SETTINGS_INVALID', 'x', { field: 'proxy' })))).toBe(true);
    expect(hasConnectionError({ baseUrl: 'x' })).toBe(false);
  });

  test(cite('PROVIDER-3', 'include the API that answers instead, if the host detected one'), () => {
    const found = { kind: 'anthropic', baseUrl: 'https://a.example/v1' };
    expect(suggestionOf(error('LLM_BAD_RESPONSE', '', { suggestion: found }))).toEqual(found);
    for (const suggestion of [null, 'x', { kind: 'soap', baseUrl: 'x' }, { kind: 'openai' }]) {
      expect(suggestionOf(error('LLM_BAD_RESPONSE', '', { suggestion }))).toBe(null);
    }
  });
});

const environment = (id: string, more: Partial<ProviderInfo> = {}): ProviderInfo => ({
  id,
  name: id,
  kind: 'openai',
  baseUrl: '',
  key: 'environment',
  origin: 'environment',
  defaultModel: null,
  ...more,
});

describe('the list of providers', () => {
  test('a provider from the environment names its variables', () => {
    const names = (id: string, more: Partial<ProviderInfo> = {}) => environmentNames(environment(id, more));
    expect(names('environment', { baseUrl: 'https://api.openai.com/v1' })).toBe('OPENAI_API_KEY');
    expect(names('environment', { baseUrl: 'http://10.0.0.1/v1', key: 'not_needed' })).toBe('OPENAI_BASE_URL');
    expect(names('environment-gemini', { baseUrl: 'https://generativelanguage.googleapis.com/v1beta' })).toBe(
      'GEMINI_API_KEY or GOOGLE_API_KEY',
    );
    expect(names('environment-anthropic', { baseUrl: 'https://a.example/v1' })).toBe(
      'ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN and ANTHROPIC_BASE_URL',
    );
    expect(names('environment-ollama', { baseUrl: 'http://127.0.0.1:11434', key: 'not_needed' })).toBe('OLLAMA_HOST');
    expect(names('environment-unheard-of')).toBe('');
  });

  test(
    cite(
      ['PROVIDER-3', 'SEC-6'],
      "shows each one's API and connection; those not from the settings can only be tested",
    ),
    async () => {
      const providers: ProviderInfo[] = [
        environment('environment-mistral', { name: 'Environment (Mistral)', baseUrl: 'https://api.mistral.ai/v1' }),
        {
          ...environment('mine', { name: 'Mine', kind: 'anthropic', baseUrl: 'https://a.example/v1' }),
          origin: 'settings',
          key: 'keychain',
          connection,
        },
      ];
      const { session } = joinSession({ snapshot: { ...galleryApp(), providers } });
      session.connection.start();
      await settled();
      const [named = '', own = ''] = staticMarkup(session, <ProvidersSection />)
        .split('<li')
        .slice(1);
      expect(wordsOf(`<li${named}`)).toContain('Chat CompletionsFrom MISTRAL_API_KEY at launchTest');
      expect(wordsOf(`<li${named}`)).not.toMatch(/Edit|Remove/);
      expect(wordsOf(`<li${own}`)).toContain('Anthropic Messages · 1 extra header · proxy · timeoutsTestEditRemove');
    },
  );
});
