// Caches HTTP connections by proxy, certificate and timeout, so that providers share keep-alive connections.

import type { Environment } from '../../lib/environment.ts';
import type { Fetch } from './exchange.ts';
import { type ConnectionSettings, createNoTimeoutFetch, type NoTimeoutFetch } from './noTimeoutFetch.ts';

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
