// Providers named on the command line by name or API. Never saved. One with a custom address exists only in this
// process; one at its default address can be found again by id.

import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { chatAtOpenAi, findKnownProvider, type KnownProvider } from '../../../shared/features/models/knownProviders.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Log } from '../../lib/log.ts';
import { providerNames, responsesName } from '../../lib/providerNames.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Provider } from '../../ports/provider.ts';
import {
  type EnvironmentServer,
  firstSetVariable,
  knownProviderAddress,
  providerKindAt,
  serverOf,
} from '../catalog/environment.ts';
import { createEnvironmentModel, type EnvironmentModel } from '../catalog/environmentModel.ts';
import type { ProviderAddress } from '../catalog/modelFacts.ts';
import { isLoopback, normalizeBaseUrl } from '../http/baseUrl.ts';
import type { MakeProvider } from '../makeProvider.ts';
import { commandPrefix, unknownProviderError } from './builtIn.ts';
import { makeEnvironmentProvider, serverInfo } from './environmentProviders.ts';

export interface CommandProviders {
  /** Returns the provider's id. SETTINGS_INVALID: unknown name or invalid address. */
  resolve(word: string, baseUrl: string | null): Result<string>;
  /** Providers named in this process. */
  list(): ProviderInfo[];
  get(id: string): Result<Provider>;
  /** Null: no such provider. */
  placeOf(id: string): ProviderAddress | null;
  /** Null: unknown. */
  modelOf(id: string): Promise<string | null>;
  close(): void;
}

export interface CommandProvidersOptions {
  env: Environment;
  make: MakeProvider;
  clock: Clock;
  log: Log;
}

export function createCommandProviders({ env, make, clock, log }: CommandProvidersOptions): CommandProviders {
  const byId = new Map<string, EnvironmentServer>();
  const models = new Map<string, EnvironmentModel>();

  const serverFor = (name: string, typed: string | null): Result<EnvironmentServer> => {
    const knownProvider = knownProviderNamed(name);
    if (!knownProvider) return unknownName(name);
    const address = firstSetVariable(knownProvider.addressNames ?? [], env);
    const baseUrl = typed ?? address?.value ?? knownProviderAddress(knownProvider, env);
    if (baseUrl === '') {
      const hint = knownProvider.addressHint ?? '';
      return fail('SETTINGS_INVALID', say`${knownProvider.name} needs your own address. Add --base-url ${hint}.`);
    }
    const kind = name === responsesName ? 'responses' : providerKindAt(knownProvider, baseUrl);
    const normal = normalizeBaseUrl(baseUrl, kind);
    if (!normal.ok) {
      const name = typed === null && address ? address.name : '--base-url';
      return fail('SETTINGS_INVALID', say`${name} cannot be used. ${normal.error}`);
    }
    // A custom server may need no key.
    const isOwn =
      knownProvider.baseUrl === '' || URL.parse(knownProvider.baseUrl)?.origin === new URL(normal.value).origin;
    const server = serverOf(knownProvider, env);
    const key = firstSetVariable(knownProvider.keyNames, env)?.value ?? null;
    const token = server?.token ?? null;
    const [keyName] = knownProvider.keyNames;
    if (isOwn && !knownProvider.local && !isLoopback(normal.value) && keyName && key === null && token === null) {
      return fail(
        'LLM_AUTH_FAILED',
        say`${knownProvider.name} needs a key. Set ${keyName}, or add the provider in Settings and use its ID.`,
      );
    }
    return ok({
      knownProvider,
      kind,
      baseUrl: normal.value,
      addressName: null,
      key,
      token,
      organization: server?.organization ?? null,
      project: server?.project ?? null,
      model: firstSetVariable(knownProvider.modelNames ?? [], env)?.value ?? null,
      id: typed === null ? `${commandPrefix}${name}` : idAt(name, normal.value),
    });
  };
  const find = (id: string): Result<EnvironmentServer> => {
    const cached = byId.get(id);
    if (cached) return ok(cached);
    const name = id.slice(commandPrefix.length);
    return id.startsWith(commandPrefix) && knownProviderNamed(name) ? serverFor(name, null) : unknownProviderError(id);
  };

  return {
    resolve(name, baseUrl) {
      const server = serverFor(name, baseUrl);
      if (!server.ok) return server;
      byId.set(server.value.id, server.value);
      return ok(server.value.id);
    },
    list: () => [...byId.values()].map((server) => serverInfo(server, `Command line (${server.knownProvider.name})`)),
    get(id) {
      const server = find(id);
      return server.ok ? makeEnvironmentProvider(server.value, id, make) : server;
    },
    placeOf(id) {
      const server = find(id);
      return server.ok ? server.value : null;
    },
    async modelOf(id) {
      const server = find(id);
      if (!server.ok) return null;
      const cached = models.get(id);
      const provider = () => makeEnvironmentProvider(server.value, id, make);
      const model =
        cached ?? createEnvironmentModel({ chosenModel: server.value.model, usual: null, provider, clock, log });
      models.set(id, model);
      return model.get();
    },
    close() {
      for (const model of models.values()) model.close();
    },
  };
}

function knownProviderNamed(name: string): KnownProvider | undefined {
  if (name === chatAtOpenAi.id) return chatAtOpenAi;
  return findKnownProvider(name === responsesName ? 'openai' : name);
}

function unknownName(name: string): Result<never> {
  const names = say.list(providerNames());
  return fail(
    'SETTINGS_INVALID',
    say`There is no provider named “${name}”. Use the ID of one in Settings, or one of: ${names}.`,
  );
}

/** Unique and stable per address, so that provider data is never sent to another server. */
function idAt(name: string, baseUrl: string): string {
  const { host } = new URL(baseUrl);
  const mark = createHash('sha256').update(baseUrl).digest('hex').slice(0, 6);
  return `${commandPrefix}${name}-${host.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 32)}-${mark}`;
}
