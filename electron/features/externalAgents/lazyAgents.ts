// Creates the external agents on first use: starting the app needs none of it.

import type { ManagedAgents } from '../../externalAgents/externalAgents.ts';
import type { FindPassedServers } from '../../ports/externalAgents.ts';

export interface LazyAgents extends ManagedAgents {
  /** Call once, before the first session: where the MCP servers for agents come from. */
  findServersWith(find: FindPassedServers): void;
}

/** Calls `load` at most once. */
export function createLazyAgents(load: (servers: FindPassedServers) => Promise<ManagedAgents>): LazyAgents {
  let findServers: FindPassedServers = async () => [];
  const listeners = new Set<() => void>();
  let loading: Promise<ManagedAgents> | null = null;
  let isClosed = false;

  function agents(): Promise<ManagedAgents> {
    loading ??= load((projectId) => findServers(projectId)).then(async (loaded) => {
      loaded.onChange(() => {
        for (const listener of listeners) listener();
      });
      if (isClosed) await loaded.close();
      return loaded;
    });
    return loading;
  }

  return {
    findServersWith(find) {
      findServers = find;
    },
    find: async (agentId) => (await agents()).find(agentId),
    openSession: async (request) => (await agents()).openSession(request),
    listSessions: async () => (loading ? (await agents()).listSessions() : []),
    list: async () => (await agents()).list(),
    save: async (...args) => (await agents()).save(...args),
    remove: async (agentId) => (await agents()).remove(agentId),
    approve: async (...args) => (await agents()).approve(...args),
    check: async (...args) => (await agents()).check(...args),
    cancelStart: async (agentId) => (await agents()).cancelStart(agentId),
    signIn: async (...args) => (await agents()).signIn(...args),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      await (await loading)?.close();
    },
  };
}
