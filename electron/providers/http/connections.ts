// HTTP connections: shared by providers with the same proxy, certificate and timeout; or plain, for other servers.

import type { UserText } from '../../../shared/core/sentence.ts';
import type { Environment } from '../../lib/environment.ts';
import type { Fetch } from './exchange.ts';
import { networkProblem } from './network.ts';
import { type ConnectionSettings, createNoTimeoutFetch, type NoTimeoutFetch } from './noTimeoutFetch.ts';

/** Caches HTTP connections by proxy, certificate and timeout, so that providers share keep-alive connections. */
export interface Connections {
  fetchBy(way: ConnectionSettings): Fetch;
  close(): Promise<void>;
}

export function createConnections(env: Environment): Connections {
  const fetchers = new Map<string, NoTimeoutFetch>();
  return {
    fetchBy({ proxy = '', certificate = '', connectTimeoutSeconds }) {
      const key = JSON.stringify([proxy, certificate, connectTimeoutSeconds ?? null]);
      const way = { proxy, certificate, ...(connectTimeoutSeconds === undefined ? {} : { connectTimeoutSeconds }) };
      const fetcher = fetchers.get(key) ?? createNoTimeoutFetch(way, env);
      fetchers.set(key, fetcher);
      return fetcher.fetch;
    },
    async close() {
      await Promise.all([...fetchers.values()].map((fetcher) => fetcher.close()));
    },
  };
}

/** HTTP access to servers that are not providers, through the environment's proxies. */
interface SimpleHttp {
  fetch: Fetch;
  /** Explains a connection failure. */
  describe(thrown: unknown, host: string): UserText;
  /** Closes its connections. */
  close(): Promise<void>;
}

export function createSimpleHttp(env: Environment): SimpleHttp {
  const connections = createConnections(env);
  return {
    fetch: connections.fetchBy({}),
    describe: (thrown, host) => networkProblem(thrown, host).message,
    close: () => connections.close(),
  };
}
