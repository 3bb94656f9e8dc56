// Creates providers from every source: API, connection, and facts from local servers.

import { ok } from '../../shared/core/errors.ts';
import type { ProviderKind } from '../../shared/features/models/providerKind.ts';
import type { Clock } from '../ports/clock.ts';
import type { Provider } from '../ports/provider.ts';
import { providerApis } from './apis.ts';
import { withLocalFacts } from './catalog/localFacts.ts';
import { type Connection, plainConnection } from './connection/connection.ts';
import { type ApiProviderOptions, createApiProvider } from './http/apiProvider.ts';
import { isLoopback } from './http/baseUrl.ts';
import type { Connections } from './http/connections.ts';
import type { Fetch } from './http/exchange.ts';
import type { ApiHeaders } from './http/providerApi.ts';

type ProviderPlace = Pick<ApiProviderOptions, 'id' | 'baseUrl' | 'key' | 'organization' | 'project'>;
export type MakeProvider = (kind: ProviderKind, at: ProviderPlace, connection?: Connection) => Provider;

export interface MakerOptions {
  connections: Connections;
  /** Overrides all connections. */
  fetch?: Fetch | undefined;
  secrets: () => readonly string[];
  clock: Clock;
}

export function createProviderFactory({
  connections,
  fetch: fetchOverride,
  secrets,
  clock,
}: MakerOptions): MakeProvider {
  const answered = new Set<string>();
  return (kind, at, { headers, way, idleTimeoutMs } = plainConnection) => {
    const fetch = fetchOverride ?? connections.fetchBy(way);
    const time = idleTimeoutMs === null ? {} : { idleTimeoutMs };
    const provider = createApiProvider(providerApis[kind], {
      ...at,
      ...time,
      headers,
      fetch,
      answered,
      secrets,
      clock,
    });
    // Ollama's own API already queries these facts.
    if (kind === 'ollama' || !isLoopback(at.baseUrl)) return provider;
    // Servers such as llama.cpp may require the key here, too.
    const ownHeaders = { ...(at.key === null ? {} : { authorization: `Bearer ${at.key}` }), ...headers };
    const ask: Fetch = (url, init) =>
      fetch(url, { ...init, headers: { ...(init.headers as ApiHeaders), ...ownHeaders } });
    return {
      ...provider,
      async listModels(signal) {
        const models = await provider.listModels(signal);
        return models.ok ? ok(await withLocalFacts(ask, at.baseUrl, models.value)) : models;
      },
    };
  };
}
