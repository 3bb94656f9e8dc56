// What the app says of itself becomes toasts: what went wrong stays until it is read, news end by themselves. News of an MCP
// server end as soon as that server is in another state: they would be false.

import { useEffect, useRef } from 'react';
import type { McpServerInfo } from '../../shared/contract/toolResources.ts';
import { strings } from '../strings.ts';
import { useApp, useSession } from './context.tsx';
import { useMcp } from './useMcp.ts';

const none: never[] = [];

export function useNotices(): void {
  const { toasts } = useSession();
  const notices = useApp((snapshot) => snapshot.notices);
  const news = useApp((snapshot) => snapshot.news);
  const servers = useMcp((now) => now.servers) ?? none;
  const latest = useRef(servers);
  latest.current = servers;
  const told = useRef({ notices: 0, news: 0 });
  useEffect(() => {
    const { current } = told;
    // A fresh snapshot begins its lists anew.
    for (const message of notices.slice(Math.min(current.notices, notices.length))) {
      toasts.show({ tone: 'error', message: strings.sentences.host(message) });
    }
    for (const message of news.slice(Math.min(current.news, news.length))) {
      const server = serverOf(message, latest.current);
      toasts.show({ tone: 'info', message: strings.sentences.host(message), ...(server === null ? {} : { server }) });
    }
    told.current = { notices: notices.length, news: news.length };
  }, [notices, news, toasts]);
  useEndedNews(servers);
}

function useEndedNews(servers: readonly McpServerInfo[]): void {
  const { toasts } = useSession();
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const now = statesOf(servers);
    const known = before.current;
    before.current = now;
    for (const { id, server } of toasts.store.getState().shown) {
      if (server !== undefined && known.has(server) && known.get(server) !== now.get(server)) toasts.dismiss(id);
    }
  }, [servers, toasts]);
}

/** By name; one that stands in several files by all of its states. */
function statesOf(servers: readonly McpServerInfo[]): Map<string, string> {
  const states = new Map<string, string>();
  for (const { name, state, changed } of servers) {
    states.set(name, `${states.get(name) ?? ''} ${state} ${changed}`);
  }
  return states;
}

/** The sentences of the host name the server at their beginning. */
export function serverOf(message: string, servers: readonly Pick<McpServerInfo, 'name'>[]): string | null {
  const named = servers.map(({ name }) => name).filter((name) => message.startsWith(`The MCP server ${name} `));
  return named.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
