// The MCP servers as the window shows them: asked for while somebody looks, and again when the host says that something
// about them has changed.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../shared/core/errors.ts';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import type { McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { useSession } from '../../core/state/context.tsx';
import { createReload } from '../../core/state/reload.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    mcp: McpStore;
  }
}

export interface McpView {
  /** Null until the first answer. */
  servers: McpServerInfo[] | null;
  /** What is wrong with the files that servers stand in, as sentences. */
  problems: UserTextData[];
  error: AppError | null;
  /** Counts the times that the host said that something has changed: for what is asked for by itself, as logs are. */
  changes: number;
}

export interface McpStore {
  store: StoreApi<McpView>;
  /** Follows the servers until the returned function is called. */
  watch(): () => void;
  reload(): Promise<void>;
  /** Takes what a method answered, so that nothing waits for the next list. */
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
    // A folder that is trusted, or no longer, has other servers that count.
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
        servers: servers?.map((known) => (sameServer(known, server) ? server : known)) ?? null,
      }));
    },
  };
}

/** One word for a server: its name may stand in several files. */
export function serverKey({ origin, name }: McpServerRef): string {
  return JSON.stringify([origin.type, origin.type === 'global' ? '' : origin.projectId, name]);
}

export function sameServer(a: McpServerRef, b: McpServerRef): boolean {
  return serverKey(a) === serverKey(b);
}

/** The entry of that name which counts in a project: one that is shadowed or of another project does not. */
export function serverNamed(
  servers: readonly McpServerInfo[],
  name: string,
  projectId: string | null,
): McpServerInfo | null {
  const here = servers.filter(
    (server) => server.name === name && (server.origin.type === 'global' || server.origin.projectId === projectId),
  );
  const counts = here.filter(({ state }) => state !== 'shadowed');
  return counts.find(({ state }) => state !== 'disabled' && state !== 'untrusted') ?? counts[0] ?? here[0] ?? null;
}

/** How components follow the MCP servers: the list is kept fresh while one of them is drawn. */
export function useMcp<T>(select: (view: McpView) => T): T {
  const { mcp } = useSession();
  useEffect(() => mcp.watch(), [mcp]);
  return useStore(mcp.store, select);
}
