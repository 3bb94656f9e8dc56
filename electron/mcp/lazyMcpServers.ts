// Creates the MCP servers on first use: the protocol's library takes time to load, which a start cannot spare.

import type { McpServers } from '../ports/mcp.ts';

/** `load` is called once at most, and not at all when nothing is ever asked for. */
export function lazyMcpServers(load: () => Promise<McpServers>): McpServers {
  const listeners = new Set<() => void>();
  let loading: Promise<McpServers> | null = null;
  let isClosed = false;

  function servers(): Promise<McpServers> {
    loading ??= load().then(async (made) => {
      made.onChange(() => {
        for (const listener of listeners) listener();
      });
      if (isClosed) await made.close();
      return made;
    });
    return loading;
  }

  return {
    toolsFor: async (scope) => (await servers()).toolsFor(scope),
    list: async (projectId) => (await servers()).list(projectId),
    shown: async (configuration) => (await servers()).shown(configuration),
    save: async (...args) => (await servers()).save(...args),
    remove: async (server) => (await servers()).remove(server),
    enable: async (...args) => (await servers()).enable(...args),
    enableTool: async (...args) => (await servers()).enableTool(...args),
    approve: async (...args) => (await servers()).approve(...args),
    restart: async (...args) => (await servers()).restart(...args),
    logs: async (server) => (await servers()).logs(server),
    signIn: async (server) => (await servers()).signIn(server),
    signOut: async (server) => (await servers()).signOut(server),
    candidates: async (projectId) => (await servers()).candidates(projectId),
    take: async (...args) => (await servers()).take(...args),
    projectsChanged() {
      void loading?.then((made) => made.projectsChanged());
    },
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
