// Provider settings: the list, the picker, and the form in each state.

import type { Handlers } from '../../../../electron/lib/protocolServer.ts';
import { fail, ok } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { ProviderInfo } from '../../../../shared/features/models/methods.ts';
import type { LocalServer } from '../../../../shared/features/models/modelInfo.ts';
import { demoProvider, providers, snapshotFixture } from '../../appFixture.ts';
import { conversationFixture } from '../../conversationFixture.ts';
import { healthTalk } from '../../healthTalk.ts';
import type { Scene } from '../../scene.ts';
import * as texts from '../../texts.ts';

export const localServers: LocalServer[] = [
  {
    baseUrl: 'http://127.0.0.1:11434',
    name: 'Ollama',
    kind: 'ollama',
    models: [{ id: 'qwen3-coder:30b', loaded: true }, { id: 'llama4:8b' }],
    needsKey: false,
  },
  { baseUrl: 'http://127.0.0.1:1234/v1', name: 'LM Studio', kind: 'openai', models: [], needsKey: true },
];

const longName = '数据平台组的模型网关（上海机房，备用线路）Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';

const saved: ProviderInfo[] = [
  demoProvider,
  {
    id: 'environment-anthropic',
    name: 'Environment (Anthropic)',
    kind: 'anthropic',
    baseUrl: 'https://gateway.example.com/anthropic/v1',
    key: 'environment',
    origin: 'environment',
    defaultModel: null,
  },
  {
    id: 'gateway',
    name: longName,
    kind: 'responses',
    baseUrl: `https://gateway.example.com/${'a/rather/long/address/'.repeat(4)}v1`,
    key: 'keychain',
    origin: 'settings',
    defaultModel: null,
    connection: {
      headers: ['X-Tenant', 'X-A-Header-With-A-Rather-Long-Name-As-Gateways-Have-Them'],
      proxy: 'http://mei@proxy.example.com:3128',
      certificate: '/etc/ssl/company.pem',
      idleTimeoutSeconds: 900,
      connectTimeoutSeconds: null,
    },
  },
];

const add = '[role="tabpanel"] ul ~ button';
const option = (name: string): string => `[role="option"][id*="${name}"]`;
const submit = '[role="tabpanel"] form [type="submit"]';
const testConnection = '[role="tabpanel"] form [data-test]';

function scene(press: string[], handlers: Partial<Handlers> = {}, list = providers): Scene {
  return {
    snapshot: snapshotFixture({ providers: list }),
    conversation: conversationFixture({ messages: healthTalk().says(texts.reply).messages }),
    dialog: { type: 'settings', section: 'providers' },
    press,
    handlers: { 'provider.discover': async () => ok({ servers: localServers }), ...handlers },
  };
}

/** The host's diagnosis when the address uses another API. */
const otherWire: Handlers['provider.test'] = async ({ kind, baseUrl }) =>
  kind === 'anthropic'
    ? ok({ models: [{ id: 'atlas-large' }] })
    : fail(
        'LLM_BAD_RESPONSE',
        say`This address uses the ${'Anthropic Messages'} API. Choose it instead of ${'Chat Completions'}.`,
        { suggestion: { kind: 'anthropic', baseUrl } },
      );

const wrongKey: Handlers['provider.test'] = async () =>
  fail(
    'LLM_AUTH_FAILED',
    say.all([
      say`api.openai.com answered 401: Incorrect API key provided: ${'[key]'}.`,
      say`Check this provider’s key.`,
    ]),
  );

const headerBad: Handlers['provider.test'] = async () =>
  fail('SETTINGS_INVALID', say`Enter a value for the header “${'X-Tenant'}”.`, { field: 'headers.0' });

const edit = '[data-provider="gateway"] button:nth-of-type(2)';
const foldSummary = '[data-connection] summary';

export const providerScenes: Record<string, () => Scene> = {
  providerPicker: () => scene([add]),
  providerPickerNothing: () => scene([add], { 'provider.discover': async () => ok({ servers: [] }) }),
  providerPreset: () => scene([add, option('anthropic')]),
  providerOwnAddress: () => scene([add, option('azure')]),
  providerOther: () => scene([add, option('other')]),
  providerFound: () => scene([add, option('11434')]),
  providerTested: () => scene([add, option('mistral'), testConnection]),
  providerWrongKey: () => scene([add, option('openai'), testConnection], { 'provider.test': wrongKey }),
  providerSuggestion: () =>
    scene([edit, testConnection], { 'provider.test': otherWire }, [
      demoProvider,
      { ...(providers[3] as ProviderInfo), id: 'gateway' },
    ]),
  providerNoAddress: () => scene([add, option('other'), submit]),
  providerConnection: () => scene([edit, foldSummary], {}, saved),
  providerHeaderBad: () => scene([edit, foldSummary, testConnection], { 'provider.test': headerBad }, saved),
  providerLongNames: () => scene([], {}, saved),
};
