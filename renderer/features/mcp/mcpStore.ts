// The window's MCP servers: fetched while displayed, and again after change events.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../shared/core/errors.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import type { McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { useSession } from '../../core/state/context.tsx';
import { createReload } from '../../core/state/fetchedList.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    mcp: McpStore;
  }
}

/** Subpages of the MCP settings: the list, one server, a form, a registry, other apps' servers. */
export type McpPage =
  | { type: 'list' }
  | { type: 'server'; server: McpServerRef }
  | { type: 'edit'; server: McpServerRef }
  | { type: 'add'; example: boolean }
  /** `query`: filled in, and not sent. */
  | { type: 'find'; query?: string }
  | { type: 'import' };

declare module '../../core/state/viewStore.ts' {
  interface SettingsSubpages {
    mcp?: McpPage;
  }
}

export interface McpView {
  /** Null until the first answer. */
  servers: McpServerInfo[] | null;
  /** Problems with the server files. */
  problems: UserTextData[];
  error: AppError | null;
  /** Number of change events, for data fetched separately, such as logs. */
  changes: number;
}

export interface McpStore {
  store: StoreApi<McpView>;
  /** Follows the servers until the returned function is called. */
  watch(): () => void;
  reload(): Promise<void>;
  /** Applies a method's answer without waiting for the next list. */
  put(server: McpServerInfo): void;
}

export function createMcpStore(connection: Connection): McpStore {
  const store = createStore<McpView>(() => ({ servers: null, problems: [], error: null, changes: 0 }));
  let watchers = 0;
  const reload = createReload(async () => {
    const answer = await connection.call('mcp.list', { projectId: null });
    if (answer.ok) store.setState({ ...answer.value, error: null });
    else if (answer.error.code !== 'CONNECTION_CLOSED') store.setState({ error: answer.error });
  });

  connection.onEvent(({ conversationId, event }) => {
    if (conversationId !== null || watchers === 0) return;
    // Changing a folder's trust changes which servers apply.
    if (event.type !== 'mcp.changed' && event.type !== 'projects.changed') return;
    store.setState(({ changes }) => ({ changes: changes + 1 }));
    void reload();
  });
  connection.onOpen(() => {
    if (watchers > 0) void reload();
  });

  return {
    store,
    reload,
    watch() {
      watchers++;
      if (watchers === 1) void reload();
      return () => {
        watchers--;
      };
    },
    put(server) {
      store.setState(({ servers }) => ({
        servers: servers?.map((existing) => (isSameServer(existing, server) ? server : existing)) ?? null,
      }));
    },
  };
}

/** Unique key: several files may use the same name. */
export function serverKey({ origin, name }: McpServerRef): string {
  return JSON.stringify([origin.type, projectOfOrigin(origin) ?? '', name]);
}

export function isSameServer(a: McpServerRef, b: McpServerRef): boolean {
  return serverKey(a) === serverKey(b);
}

/** The effective entry of that name in a project; skips shadowed ones and other projects. */
export function serverNamed(
  servers: readonly McpServerInfo[],
  name: string,
  projectId: string | null,
): McpServerInfo | null {
  const here = servers.filter(
    (server) => server.name === name && [null, projectId].includes(projectOfOrigin(server.origin)),
  );
  const counts = here.filter(({ state }) => state !== 'shadowed');
  return counts.find(({ state }) => state !== 'disabled' && state !== 'untrusted') ?? counts[0] ?? here[0] ?? null;
}

/** Selects from the MCP servers, which stay up to date while the component is mounted. */
export function useMcp<T>(select: (view: McpView) => T): T {
  const { mcp } = useSession();
  useEffect(() => mcp.watch(), [mcp]);
  return useStore(mcp.store, select);
}
