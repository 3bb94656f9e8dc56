// Providers configured by the environment. The first one is the default if the settings have none.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ProviderInfo } from '../../../shared/features/models/methods.ts';
import type { ModelRef } from '../../../shared/features/models/modelOptions.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Provider } from '../../ports/provider.ts';
import { type EnvironmentServer, environmentId, fallbackModel, readEnvironment } from '../catalog/environment.ts';
import { createEnvironmentModel, type EnvironmentModel } from '../catalog/environmentModel.ts';
import { plainConnection } from '../connection/connection.ts';
import { normalizeBaseUrl } from '../http/baseUrl.ts';
import type { MakeProvider } from '../makeProvider.ts';
import { unknownProviderError } from './builtIn.ts';

export interface EnvironmentProviders {
  list(): Promise<ProviderInfo[]>;
  get(id: string): Result<Provider>;
  servers: readonly EnvironmentServer[];
  /** Null: no environment provider. */
  defaultModel(): Promise<Result<ModelRef> | null>;
  /** A provider's default model; null: unknown. */
  modelOf(id: string): Promise<string | null>;
  close(): void;
}

export interface EnvironmentProvidersOptions {
  env: Environment;
  make: MakeProvider;
  clock: Clock;
  log: Log;
}

export function createEnvironmentProviders({
  env,
  make,
  clock,
  log,
}: EnvironmentProvidersOptions): EnvironmentProviders {
  const servers = readEnvironment(env);
  const models = new Map<string, EnvironmentModel>(
    servers.map((server) => [
      server.id,
      createEnvironmentModel({
        chosenModel: server.model,
        usual: server.id === environmentId ? fallbackModel : null,
        provider: () => makeEnvironmentProvider(server, server.id, make),
        clock,
        log,
      }),
    ]),
  );
  const [first] = servers;

  return {
    servers,
    async list() {
      // Query only the default provider; others are queried when chosen.
      const model = first ? ((await models.get(first.id)?.soon()) ?? null) : null;
      return servers.map((server) => infoOf(server, server === first ? model : null));
    },
    get(id) {
      const server = servers.find((each) => each.id === id);
      return server ? makeEnvironmentProvider(server, id, make) : unknownProviderError(id);
    },
    async defaultModel() {
      if (!first) return null;
      const model = (await models.get(first.id)?.get()) ?? null;
      if (model !== null) return ok({ provider: first.id, model });
      const { name, modelNames = [] } = first.knownProvider;
      const [variable] = modelNames;
      const help = variable ? say`Set ${variable}, or choose a model.` : say`Choose a model.`;
      return fail('NO_MODEL', say.all([say`The models of ${name} are unknown because it could not be reached.`, help]));
    },
    modelOf: async (id) => (await models.get(id)?.get()) ?? null,
    close() {
      for (const model of models.values()) model.close();
    },
  };
}

/** `id`: provider data is only sent back to the same id. */
export function makeEnvironmentProvider(server: EnvironmentServer, id: string, make: MakeProvider): Result<Provider> {
  const { kind, key, token, organization, project, addressName } = server;
  const baseUrl = normalizeBaseUrl(server.baseUrl, kind);
  if (!baseUrl.ok) {
    const variable = addressName ?? '--base-url';
    return fail('SETTINGS_INVALID', say`${variable} cannot be used. ${baseUrl.error}`);
  }
  const connection =
    token === null ? plainConnection : { ...plainConnection, headers: { authorization: `Bearer ${token}` } };
  return ok(make(kind, { id, baseUrl: baseUrl.value, key, organization, project }, connection));
}

function infoOf(server: EnvironmentServer, model: string | null): ProviderInfo {
  const baseUrl = normalizeBaseUrl(server.baseUrl, server.kind);
  const host = baseUrl.ok ? new URL(baseUrl.value).host : null;
  const name = server.id === environmentId ? host : server.knownProvider.name;
  return {
    ...serverInfo(server, name === null ? 'Environment' : `Environment (${name})`),
    defaultModel: model === null ? null : { provider: server.id, model },
  };
}

/** Info of a provider that is not in the settings. */
export function serverInfo({ id, kind, key, token, ...server }: EnvironmentServer, name: string): ProviderInfo {
  const baseUrl = normalizeBaseUrl(server.baseUrl, kind);
  return {
    id,
    kind,
    name,
    baseUrl: baseUrl.ok ? baseUrl.value : '',
    key: key === null && token === null ? 'not_needed' : 'environment',
    origin: 'environment',
    defaultModel: null,
  };
}
