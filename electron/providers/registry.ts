// All providers: demo, environment, settings and command line. Keys from the keychain or environment only ever enter
// requests.

import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { ProviderInfo } from '../../shared/features/models/methods.ts';
import type { ModelRef } from '../../shared/features/models/modelOptions.ts';
import type { Scenario } from '../interop/scenario/schema.ts';
import { systemClock } from '../lib/clock.ts';
import { type Environment, proxyPasswords } from '../lib/environment.ts';
import { createIdSource } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { providerNames } from '../lib/providerNames.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelRequest, Provider, ProviderRegistry } from '../ports/provider.ts';
import type { ContextWindowCache } from '../ports/tokens.ts';
import { environmentKeys, pickEnvironmentModel } from './catalog/environment.ts';
import { findLocalServers, type LocalServerPort } from './catalog/localServers.ts';
import { createModelFacts } from './catalog/modelFacts.ts';
import { plainConnection } from './connection/connection.ts';
import { createDemo, demoModel } from './demo/createDemo.ts';
import { withDiagnosis } from './diagnosis.ts';
import { isLoopback, normalizeBaseUrl } from './http/baseUrl.ts';
import { createConnections } from './http/connections.ts';
import type { Fetch } from './http/exchange.ts';
import { createProviderFactory, type MakeProvider } from './makeProvider.ts';
import { bodyInFormat } from './requestFormats.ts';
import { commandPrefix, demoId } from './sources/builtIn.ts';
import { createCommandProviders } from './sources/commandProviders.ts';
import { createEnvironmentProviders } from './sources/environmentProviders.ts';
import { createSavedProviders, type SavedProvidersOptions } from './sources/savedProviders.ts';

/**
 * Replaces images with a note for models that take none, as known from the catalog, the provider API or an earlier
 * rejection in the log. A restart does not change requests.
 */
const note = '[Image not sent: this model does not take images]';

function withImagesWithheld(provider: Provider, takesImages: (model: string) => boolean): Provider {
  const withoutImagesOf = new WeakMap<ModelRequest, ModelRequest>();
  // A request is measured and then sent, so it has to stay the same object.
  const withheld = (request: ModelRequest): ModelRequest => {
    if (takesImages(request.model) && !request.withoutImages) return request;
    const replacement = withoutImagesOf.get(request) ?? { ...request, messages: request.messages.map(withoutImages) };
    withoutImagesOf.set(request, replacement);
    return replacement;
  };
  return {
    ...provider,
    takesImages,
    body: (request) => provider.body(withheld(request)),
    check: (request) => provider.check(withheld(request)),
    complete: (request, options) => provider.complete(withheld(request), options),
  };
}

function withoutImages(message: ApiMessage): ApiMessage {
  if (message.role === 'user' && typeof message.content !== 'string' && message.content.some(isImage)) {
    return { ...message, content: message.content.map(asNote) };
  }
  if (message.role !== 'tool' || !message.images?.some(isImage)) return message;
  const { images, ...rest } = message;
  const otherParts = images.filter((part) => !isImage(part));
  const count = images.length - otherParts.length;
  const content = [rest.content, ...Array<string>(count).fill(note)].join('\n\n');
  return { ...rest, content, ...(otherParts.length > 0 ? { images: otherParts } : {}) };
}

function isImage({ type }: ApiContentPart): boolean {
  return type === 'image';
}

function asNote(part: ApiContentPart): ApiContentPart {
  return isImage(part) ? { type: 'text', text: `\n\n${note}` } : part;
}

export interface ProviderRegistryOptions extends Pick<SavedProvidersOptions, 'settings' | 'keychain'> {
  env: Environment;
  log: Log;
  /** Persists learnt context windows; default: in memory. */
  learnedWindows?: ContextWindowCache;
  clock?: Clock;
  /** Default: a `fetch` without a timeout, using each provider's connection settings. */
  fetch?: Fetch;
  /** As `process.platform`. */
  platform?: string;
  /** Overrides the demo's scenario. */
  scenario?: Scenario | undefined;
  /** Ports to probe for local servers; default: the well-known ones. */
  localPorts?: readonly LocalServerPort[];
}

const listTimeoutMs = 3000;

export function createProviderRegistry(options: ProviderRegistryOptions): ProviderRegistry {
  const {
    settings,
    keychain,
    env,
    log,
    clock = systemClock,
    platform = process.platform,
    localPorts,
    scenario,
  } = options;
  const connections = createConnections(env);
  const token = createIdSource(clock).token();
  const demo = createDemo({ clock, token, platform, scenario });
  const demoRef: ModelRef = { provider: demoId, model: scenario?.model ?? demoModel };
  const ofTheEnvironment = [...environmentKeys(env), ...proxyPasswords(env)];
  for (const secret of ofTheEnvironment) keychain.remember?.(secret);
  const secrets = (): string[] => [...keychain.knownSecrets(), token, ...ofTheEnvironment];

  const makePlain = createProviderFactory({ connections, fetch: options.fetch, secrets, clock });
  const make: MakeProvider = (kind, at, connection) => {
    const plain = makePlain(kind, at, connection);
    const { abilities } = plain;
    const provider = withImagesWithheld(
      plain,
      (model) => plain.takesImages?.(model) !== false && facts.takesImages(at.baseUrl, model),
    );
    if (!abilities) return provider;
    return { ...provider, abilities: (model) => facts.abilities(at.baseUrl, model, abilities(model)) };
  };
  const saved = createSavedProviders({ settings, keychain, make });
  const environment = createEnvironmentProviders({ env, make, clock, log });
  const commands = createCommandProviders({ env, make, clock, log });

  const demoProvider = async (): Promise<Result<Provider>> => {
    const baseUrl = await demo.baseUrl();
    if (!baseUrl.ok) return baseUrl;
    const connection = { ...plainConnection, idleTimeoutMs: scenario?.idle_timeout_ms ?? null };
    return ok(make('openai', { id: demoId, baseUrl: baseUrl.value, key: null }, connection));
  };
  const facts = createModelFacts({
    settings: async () => (await settings.read()).settings,
    async listModels(providerId, signal) {
      const provider = await registry.get(providerId);
      return provider.ok ? provider.value.listModels(signal) : provider;
    },
    async placeOf(providerId) {
      if (providerId === demoId) return 'demo';
      const settings = (await saved.stored()).find(({ id }) => id === providerId);
      return settings ?? environment.servers.find(({ id }) => id === providerId) ?? commands.placeOf(providerId);
    },
    async setsWindow(providerId) {
      const provider = await registry.get(providerId);
      return provider.ok && provider.value.needsContextWindow === true;
    },
    clock,
    learnedWindows: options.learnedWindows,
  });

  const registry: ProviderRegistry = {
    async list() {
      const [fromEnvironment, fromSettings] = await Promise.all([environment.list(), saved.list()]);
      const ids = new Set(fromSettings.map(({ id }) => id));
      return [
        { ...demoInfo, defaultModel: demoRef },
        ...fromEnvironment.filter(({ id }) => !ids.has(id)),
        ...commands.list(),
        ...fromSettings,
      ];
    },

    async get(providerId) {
      if (providerId === demoId) return demoProvider();
      const savedProvider = await saved.get(providerId);
      if (savedProvider.ok || savedProvider.error.code !== 'PROVIDER_NOT_FOUND') return savedProvider;
      return providerId.startsWith(commandPrefix) ? commands.get(providerId) : environment.get(providerId);
    },

    async typed(input) {
      const { kind = 'openai' } = input;
      const baseUrl = normalizeBaseUrl(input.baseUrl, kind);
      const provider = baseUrl.ok ? await saved.typed(input) : baseUrl;
      if (!provider.ok || !baseUrl.ok) return provider;
      return ok(
        withDiagnosis(provider.value, { kind, baseUrl: baseUrl.value }, (at) => saved.typed({ ...input, ...at })),
      );
    },

    async resolve(name, baseUrl) {
      const ids = [demoId, ...environment.servers.map(({ id }) => id), ...(await saved.stored()).map(({ id }) => id)];
      if (baseUrl === null) {
        if (ids.includes(name)) return ok(name);
        const server = environment.servers.find(({ knownProvider }) => knownProvider.id === name);
        if (server) return ok(server.id);
      } else if (ids.includes(name) && !providerNames().includes(name)) {
        const names = say.list(providerNames());
        return fail('SETTINGS_INVALID', say`“${name}” has its own address. With --base-url, use one of: ${names}.`);
      }
      return commands.resolve(name, baseUrl);
    },

    async modelOf(providerId) {
      if (providerId === demoId) return ok(demoRef.model);
      const isCommand = providerId.startsWith(commandPrefix);
      const defaultModel = await (isCommand ? commands.modelOf(providerId) : environment.modelOf(providerId));
      if (defaultModel !== null) return ok(defaultModel);
      const { model } = (await settings.read()).settings;
      if (model?.provider === providerId) return ok(model.model);
      const provider = await registry.get(providerId);
      const models = provider.ok ? await provider.value.listModels(AbortSignal.timeout(listTimeoutMs)) : provider;
      if (!models.ok)
        return fail(
          'NO_MODEL',
          say`No model was specified, and the provider’s list could not be read. ${models.error}`,
        );
      const likelyModel = pickEnvironmentModel(models.value);
      return likelyModel === null
        ? fail(
            'NO_MODEL',
            say`No model was specified, and the provider’s list does not indicate a default. Specify one.`,
          )
        : ok(likelyModel);
    },

    async defaultModel() {
      if (scenario) return ok(demoRef);
      const { model } = (await settings.read()).settings;
      return model ? ok(model) : ((await environment.defaultModel()) ?? ok(demoRef));
    },

    async save(input) {
      const done = await saved.save(input);
      if (input.id !== null) facts.forget(input.id);
      return done;
    },
    async remove(id) {
      const done = await saved.remove(id);
      facts.forget(id);
      return done;
    },
    async setKey(id, key) {
      const done = await saved.setKey(id, key);
      facts.forget(id);
      return done;
    },
    learnKeys: saved.learnKeys,

    async discover() {
      const usedPorts = new Set((await saved.stored()).map(({ baseUrl }) => portOf(baseUrl)));
      const servers = await findLocalServers(options.fetch ?? connections.fetchBy({}), localPorts);
      return servers.filter(({ baseUrl }) => !usedPorts.has(portOf(baseUrl)));
    },

    contextWindow: facts.contextWindow,
    learnWindow: facts.learnWindow,
    price: facts.price,
    async models(providerId, signal) {
      const provider = await registry.get(providerId);
      const models = provider.ok ? await provider.value.listModels(signal) : provider;
      return models.ok ? ok(await facts.filled(providerId, models.value)) : models;
    },
    bodyAs: bodyInFormat,

    async close() {
      facts.close();
      environment.close();
      commands.close();
      await demo.close();
      await connections.close();
    },
  };
  return registry;
}

/** Port of a loopback address; null for others. */
function portOf(baseUrl: string): string | null {
  return isLoopback(baseUrl) ? new URL(baseUrl).port : null;
}

/** Omits the address: it contains a secret. */
const demoInfo: Omit<ProviderInfo, 'defaultModel'> = {
  id: demoId,
  name: say`Demo: a script`.text,
  kind: 'openai',
  baseUrl: '',
  key: 'not_needed',
  origin: 'demo',
};
