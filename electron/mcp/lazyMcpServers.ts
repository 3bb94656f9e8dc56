// Creates the MCP servers on first use: the protocol's library loads too slowly for the app's start.

import type { ToolScope } from '../ports/toolSource.ts';
import { shortDiff } from '../tools/text/diffText.ts';
import type { McpFiles } from './config/mcpFiles.ts';
import type { McpServers } from './servers.ts';

/** Calls `load` at most once, and never while no file configures a server and only tools are requested. */
export function createLazyMcpServers(
  files: Pick<McpFiles, 'read' | 'readConsents'>,
  load: () => Promise<McpServers>,
): McpServers {
  const listeners = new Set<() => void>();
  let loading: Promise<McpServers> | null = null;
  let isClosed = false;

  function servers(): Promise<McpServers> {
    loading ??= load().then(async (servers) => {
      servers.onChange(() => {
        for (const listener of listeners) listener();
      });
      if (isClosed) await servers.close();
      return servers;
    });
    return loading;
  }

  /** Null if no server could offer anything. */
  async function offering(scope: Place): Promise<McpServers | null> {
    return !loading && (await hasNoServers(files, scope)) ? null : servers();
  }

  return {
    toolsFor: async (scope) => (await offering(scope))?.toolsFor(scope) ?? { tools: [], deferred: false, problems: [] },
    prompts: {
      list: async (scope) => (await offering(scope))?.prompts.list(scope) ?? { entries: [], pending: [] },
      expand: async (scope, ...args) => (await offering(scope))?.prompts.expand(scope, ...args) ?? null,
      complete: async (scope, ...args) => (await offering(scope))?.prompts.complete(scope, ...args) ?? null,
    },
    resources: {
      complete: async (scope, ...args) =>
        (await offering(scope))?.resources.complete(scope, ...args) ?? { resources: [], pending: [] },
      read: async (scope, ...args) => (await offering(scope))?.resources.read(scope, ...args) ?? null,
      follow: async (scope, ...args) => (await offering(scope))?.resources.follow(scope, ...args) ?? [],
      difference: shortDiff,
    },
    apps: {
      page: async (...args) => (await servers()).apps.page(...args),
      allow: async (...args) => (await servers()).apps.allow(...args),
      read: async (...args) => (await servers()).apps.read(...args),
      toolOf: async (...args) => (await servers()).apps.toolOf(...args),
    },
    passable: async (projectId) => (await servers()).passable(projectId),
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
    lend: async (...args) => (await servers()).lend(...args),
    candidates: async (projectId) => (await servers()).candidates(projectId),
    take: async (...args) => (await servers()).take(...args),
    projectsChanged() {
      void loading?.then((servers) => servers.projectsChanged());
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

type Place = Pick<ToolScope, 'projectId' | 'folder'>;

/** Whether no file configures a server or needs a warning. */
async function hasNoServers(files: Pick<McpFiles, 'read' | 'readConsents'>, scope: Place): Promise<boolean> {
  const { projectId, folder } = scope;
  const read = await Promise.all([
    files.read({ type: 'project', projectId }, folder),
    files.read({ type: 'global' }, null),
    files.read({ type: 'plugin' }, null),
    ...(folder === null ? [] : [files.read({ type: 'folder', projectId }, folder)]),
  ]);
  return read.every(({ kind }) => kind === 'absent') && (await files.readConsents()).problem === null;
}
