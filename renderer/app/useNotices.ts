// Shows the app's own messages as toasts: errors stay until dismissed, news end after a timeout. News about an MCP server are
// dismissed once its state changes, since they would be wrong.

import { useEffect, useRef } from 'react';
import type { UserTextData } from '../../shared/core/sentence.ts';
import type { McpServerInfo } from '../../shared/features/mcp/methods.ts';
import { useApp, useSession } from '../core/state/context.tsx';
import { watchToasts } from '../core/state/toastCauses.ts';
import { strings } from '../core/strings.ts';
import { englishOf } from '../core/words/hostTranslations.ts';
import { useMcp } from '../features/mcp/mcpStore.ts';

const none: never[] = [];

export function useNotices(): void {
  const { toasts, app, connection } = useSession();
  useEffect(() => watchToasts(toasts, app, connection), [toasts, app, connection]);
  const notices = useApp((snapshot) => snapshot.notices);
  const news = useApp((snapshot) => snapshot.news);
  const servers = useMcp((now) => now.servers) ?? none;
  const latest = useRef(servers);
  latest.current = servers;
  const reported = useRef({ notices: none as readonly UserTextData[], news: none as readonly UserTextData[] });
  useEffect(() => {
    const { current } = reported;
    for (const message of addedMessages(current.notices, notices)) {
      toasts.show({ tone: 'error', message: strings.sentences.host(message) });
    }
    for (const message of addedMessages(current.news, news)) {
      const server = serverOf(englishOf(message), latest.current);
      toasts.show({ tone: 'info', message: strings.sentences.host(message), ...(server === null ? {} : { server }) });
    }
    reported.current = { notices, news };
  }, [notices, news, toasts]);
  useEndedNews(servers);
}

/**
 * Returns the messages that were added to the list; if a new snapshot restarted the list, those that the old one did not
 * contain. Pure. @internal
 */
export function addedMessages(before: readonly UserTextData[], now: readonly UserTextData[]): readonly UserTextData[] {
  const texts = before.map(englishOf);
  const goesOn = texts.every((text, at) => now[at] !== undefined && englishOf(now[at]) === text);
  return goesOn ? now.slice(before.length) : now.filter((message) => !texts.includes(englishOf(message)));
}

function useEndedNews(servers: readonly McpServerInfo[]): void {
  const { toasts } = useSession();
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const now = statesOf(servers);
    const previous = before.current;
    before.current = now;
    for (const { id, server } of toasts.store.getState().visibleToasts) {
      if (server !== undefined && previous.has(server) && previous.get(server) !== now.get(server)) toasts.dismiss(id);
    }
  }, [servers, toasts]);
}

/** By name; servers with the same name in several files share an entry of all their states. */
function statesOf(servers: readonly McpServerInfo[]): Map<string, string> {
  const states = new Map<string, string>();
  for (const { name, state, changed } of servers) {
    states.set(name, `${states.get(name) ?? ''} ${state} ${changed}`);
  }
  return states;
}

/** Finds the server that a message is about: the host's sentences start with its name. @internal */
export function serverOf(message: string, servers: readonly Pick<McpServerInfo, 'name'>[]): string | null {
  const named = servers.map(({ name }) => name).filter((name) => message.startsWith(`The MCP server ${name} `));
  return named.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
