// All providers: the demo, the environment's server, and those in the settings. Keys come from the keychain or the environment
// and go into requests only.

import type { KeySource, ProviderInfo } from '../../shared/contract/provider.ts';
import type { ModelRef } from '../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../shared/errors.ts';
import type { WireKind } from '../../shared/providerKind.ts';
import { say } from '../../shared/sentence.ts';
import type { ProviderSettings, Settings } from '../../shared/settings.ts';
import { systemClock } from '../lib/clock.ts';
import { createIdSource } from '../lib/ids.ts';
import { createKeyedQueue } from '../lib/keyedQueue.ts';
import type { Log } from '../lib/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContextWindowCache } from '../ports/contextWindowCache.ts';
import type { Keychain } from '../ports/keychain.ts';
import type { Provider, ProviderRegistry } from '../ports/provider.ts';
import { createContextWindows } from './catalogue/contextWindows.ts';
import { type Environment, readEnvironment } from './catalogue/environment.ts';
import { createEnvironmentModel } from './catalogue/environmentModel.ts';
import { withLocalFacts } from './catalogue/localFacts.ts';
import { findLocalServers, type LocalServerPort } from './catalogue/localServers.ts';
import { checkName, freeSlug } from './catalogue/slug.ts';
import { createDemo, demoModel } from './demo/createDemo.ts';
import { isLoopback, normaliseBaseUrl } from './http/baseUrl.ts';
import type { Fetch } from './http/exchange.ts';
import { createNoTimeoutFetch } from './http/noTimeoutFetch.ts';
import { createWireProvider, type WireProviderOptions } from './http/wireProvider.ts';
import { bodyAs } from './wireForms.ts';
import { wires } from './wires.ts';

export interface ProviderRegistryOptions {
  settings: {
    read(): Promise<{ settings: Settings }>;
    /** Stores the given fields and leaves the others. */
    update(patch: Record<string, unknown>): Promise<Result<unknown>>;
  };
  /** `remember`, where there is one, is told of the environment's key. */
  keychain: Keychain & { remember?(secret: string): void };
  env: Environment;
  log: Log;
  /** Where what was learnt of models' contexts is kept; default: only in memory. */
  learnt?: ContextWindowCache;
  clock?: Clock;
  /** Default: a `fetch` without a time limit of its own. */
  fetch?: Fetch;
  /** As `process.platform`. */
  platform?: string;
  /** Where servers of models on this machine are looked for; default: the well-known ports. */
  localPorts?: readonly LocalServerPort[];
}

const demoId = 'demo';
const environmentId = 'environment';

export function createProviderRegistry(options: ProviderRegistryOptions): ProviderRegistry {
  const { settings, keychain, env, log, clock = systemClock, platform = process.platform, localPorts } = options;
  const patient = createNoTimeoutFetch();
  const fetch = options.fetch ?? patient.fetch;
  const token = createIdSource(clock).token();
  const demo = createDemo({ clock, token, platform });
  const queue = createKeyedQueue();
  const fromEnvironment = readEnvironment(env);
  if (fromEnvironment?.key) keychain.remember?.(fromEnvironment.key);

  const account = (id: string): string => `provider:${id}`;
  const secrets = (): string[] => [...keychain.known(), token, ...(fromEnvironment?.key ? [fromEnvironment.key] : [])];
  const stored = async (): Promise<ProviderSettings[]> =>
    (await settings.read()).settings.providers.filter(({ id }) => id !== demoId && id !== environmentId);

  const make = (kind: WireKind, at: Omit<WireProviderOptions, 'fetch' | 'secrets' | 'clock'>): Provider =>
    createWireProvider(wires[kind], { ...at, fetch, secrets, clock });

  /** A server on this machine tells more of its models than the common list has. */
  const told = (provider: Provider, kind: WireKind, baseUrl: string): Provider => {
    // Ollama's own wire asks by itself, wherever it is.
    if (kind === 'ollama' || !isLoopback(baseUrl)) return provider;
    return {
      ...provider,
      async listModels(signal) {
        const models = await provider.listModels(signal);
        return models.ok ? ok(await withLocalFacts(fetch, baseUrl, models.value)) : models;
      },
    };
  };
  const environmentProvider = (): Result<Provider> => {
    if (!fromEnvironment) return unknown(environmentId);
    const baseUrl = normaliseBaseUrl(fromEnvironment.baseUrl);
    if (!baseUrl.ok) return fail('SETTINGS_INVALID', say`OPENAI_BASE_URL cannot be used. ${baseUrl.error}`);
    const { key, organization, project } = fromEnvironment;
    const at = { id: environmentId, baseUrl: baseUrl.value, key, organization, project };
    return ok(told(make('openai', at), 'openai', baseUrl.value));
  };
  const environmentModel = createEnvironmentModel({
    named: fromEnvironment?.model ?? null,
    provider: environmentProvider,
    clock,
    log,
  });
  const keyOf = async (provider: ProviderSettings): Promise<KeySource> => {
    const place = await keychain.locate(account(provider.id));
    return place === 'none' && isLoopback(provider.baseUrl) ? 'not_needed' : place;
  };
  const infoOf = async ({ id, name, kind, baseUrl }: ProviderSettings, key: KeySource): Promise<ProviderInfo> => ({
    id,
    name,
    kind,
    baseUrl,
    key,
    origin: 'settings',
    defaultModel: null,
  });
  const change = (providers: ProviderSettings[], patch: object = {}): Promise<Result<unknown>> =>
    settings.update({ providers, ...patch });

  const windows = createContextWindows({
    settings: async () => (await settings.read()).settings,
    async listModels(providerId, signal) {
      const provider = await registry.get(providerId);
      return provider.ok ? provider.value.listModels(signal) : provider;
    },
    async setsWindow(providerId) {
      const provider = await registry.get(providerId);
      return provider.ok && provider.value.needsContextWindow === true;
    },
    clock,
    learnt: options.learnt,
  });

  const registry: ProviderRegistry = {
    async list() {
      const list: ProviderInfo[] = [demoInfo];
      if (fromEnvironment) {
        const baseUrl = normaliseBaseUrl(fromEnvironment.baseUrl);
        const model = await environmentModel.soon();
        list.push({
          id: environmentId,
          kind: 'openai',
          name: baseUrl.ok ? `Environment (${new URL(baseUrl.value).host})` : 'Environment',
          baseUrl: baseUrl.ok ? baseUrl.value : '',
          key: fromEnvironment.key ? 'environment' : 'not_needed',
          origin: 'environment',
          defaultModel: model === null ? null : { provider: environmentId, model },
        });
      }
      const others = await Promise.all((await stored()).map(async (each) => infoOf(each, await keyOf(each))));
      return [...list, ...others];
    },

    async get(providerId) {
      if (providerId === demoId) {
        const baseUrl = await demo.baseUrl();
        if (!baseUrl.ok) return baseUrl;
        return ok(make('openai', { id: demoId, baseUrl: baseUrl.value, key: null }));
      }
      if (providerId === environmentId) return environmentProvider();
      const provider = (await stored()).find(({ id }) => id === providerId);
      if (!provider) return unknown(providerId);
      const baseUrl = normaliseBaseUrl(provider.baseUrl);
      if (!baseUrl.ok)
        return fail('SETTINGS_INVALID', say`The address of “${provider.name}” cannot be used. ${baseUrl.error}`);
      const key = await keychain.get(account(providerId));
      if (!key.ok) return key;
      const at = { id: providerId, baseUrl: baseUrl.value, key: key.value };
      return ok(told(make(provider.kind, at), provider.kind, baseUrl.value));
    },

    async typed(input) {
      const baseUrl = normaliseBaseUrl(input.baseUrl);
      if (!baseUrl.ok) return baseUrl;
      const typedKey = plainKey(input.key);
      if (!typedKey.ok) return typedKey;
      const id = input.provider ?? 'typed';
      const kept = input.provider === null ? ok(null) : await keychain.get(account(input.provider));
      if (!kept.ok) return kept;
      const known = (await stored()).find((each) => each.id === input.provider);
      if (typedKey.value === '' && kept.value !== null && !(known && isSameServer(known.baseUrl, baseUrl.value))) {
        return fail(
          'SETTINGS_INVALID',
          say`The saved key belongs to the previous address and is not sent to another one. Enter the key again. Nothing was changed.`,
        );
      }
      const key = typedKey.value === '' ? kept.value : typedKey.value;
      const kind = input.kind ?? 'openai';
      return ok(told(make(kind, { id, baseUrl: baseUrl.value, key }), kind, baseUrl.value));
    },

    async defaultModel() {
      const { model } = (await settings.read()).settings;
      if (model) return ok(model);
      if (!fromEnvironment) return ok(demoRef);
      return ok({ provider: environmentId, model: await environmentModel.get() });
    },

    save: (input) =>
      queue.run('settings', async () => {
        const name = checkName(input.name);
        if (!name.ok) return name;
        const baseUrl = normaliseBaseUrl(input.baseUrl);
        if (!baseUrl.ok) return baseUrl;
        if (input.id !== null && isBuiltIn(input.id)) return builtIn(input.id);
        const providers = await stored();
        const known = providers.find(({ id }) => id === input.id);
        if (input.id !== null && !known) return unknown(input.id);
        const taken = new Set([demoId, environmentId, ...providers.map(({ id }) => id)]);
        const id = known?.id ?? freeSlug(name.value, taken);
        const saved: ProviderSettings = {
          ...known,
          id,
          name: name.value,
          kind: input.kind ?? 'openai',
          baseUrl: baseUrl.value,
        };
        // A key goes to nobody but the server that it was typed for. It goes first: a crash between leaves an address without one.
        const isElsewhere = known !== undefined && !isSameServer(known.baseUrl, baseUrl.value);
        const key = isElsewhere ? await keychain.get(account(id)) : ok(null);
        const forgotten = isElsewhere ? await keychain.remove(account(id)) : ok(undefined);
        if (!forgotten.ok) return forgotten;
        const next = known ? providers.map((each) => (each.id === id ? saved : each)) : [...providers, saved];
        const updated = await change(next);
        if (updated.ok) return ok(await infoOf(saved, await keyOf(saved)));
        if (key.ok && key.value !== null) await keychain.set(account(id), key.value);
        return updated;
      }),

    remove: (providerId) =>
      queue.run('settings', async () => {
        if (isBuiltIn(providerId)) return builtIn(providerId);
        const providers = await stored();
        if (!providers.some(({ id }) => id === providerId)) return unknown(providerId);
        const { model } = (await settings.read()).settings;
        // A new conversation must not begin with a provider that is no longer there.
        const patch = model?.provider === providerId ? { model: null } : {};
        const updated = await change(
          providers.filter(({ id }) => id !== providerId),
          patch,
        );
        return updated.ok ? keychain.remove(account(providerId)) : updated;
      }),

    async setKey(providerId, key) {
      if (isBuiltIn(providerId)) return builtIn(providerId);
      const provider = (await stored()).find(({ id }) => id === providerId);
      if (!provider) return unknown(providerId);
      const plain = plainKey(key);
      if (!plain.ok) return plain;
      const secret = plain.value;
      const done =
        secret === '' ? await keychain.remove(account(providerId)) : await keychain.set(account(providerId), secret);
      return done.ok ? ok(await keyOf(provider)) : done;
    },

    async discover() {
      const known = new Set((await stored()).map(({ baseUrl }) => portOf(baseUrl)));
      const found = await findLocalServers(fetch, localPorts);
      return found.filter(({ baseUrl }) => !known.has(portOf(baseUrl)));
    },

    contextWindow: windows.of,
    learnWindow: windows.learn,
    bodyAs,

    async learnKeys() {
      await Promise.all((await stored()).map(({ id }) => keychain.get(account(id))));
    },

    async close() {
      windows.close();
      environmentModel.close();
      await demo.close();
      await patient.close();
    },
  };
  return registry;
}

/** Of a server on this machine, whatever it is called; null for others. */
function portOf(baseUrl: string): string | null {
  return isLoopback(baseUrl) ? new URL(baseUrl).port : null;
}

const demoRef: ModelRef = { provider: demoId, model: demoModel };

/** Its address is not told: it has a secret part. */
const demoInfo: ProviderInfo = {
  id: demoId,
  name: say`Demo: a script`.text,
  kind: 'openai',
  baseUrl: '',
  key: 'not_needed',
  origin: 'demo',
  defaultModel: demoRef,
};

/** Of a server that was saved with an address that cannot be read nothing is known. */
function isSameServer(saved: string, typed: string): boolean {
  return URL.parse(saved)?.origin === new URL(typed).origin;
}

function plainKey(key: string): Result<string> {
  const secret = key.trim();
  if (/^[\x21-\x7e]*$/.test(secret)) return ok(secret);
  return fail('SETTINGS_INVALID', say`A key has no spaces, only plain letters, digits and symbols. Copy it again.`);
}

function isBuiltIn(id: string): boolean {
  return id === demoId || id === environmentId;
}

function builtIn(id: string): Result<never> {
  const why =
    id === demoId ? say`The demo is built in.` : say`This provider comes from OPENAI_API_KEY and OPENAI_BASE_URL.`;
  return fail('NOT_SUPPORTED', say`${why} It cannot be changed here; add your own provider instead.`);
}

function unknown(id: string): Result<never> {
  if (id === environmentId) {
    const why = say`This conversation uses the server set by OPENAI_BASE_URL and OPENAI_API_KEY, and neither is set now`;
    return fail('PROVIDER_NOT_FOUND', say`${why}. Start Throughline with them, or choose another model.`);
  }
  return fail('PROVIDER_NOT_FOUND', say`There is no provider “${id}”. Choose another model for this conversation.`);
}
