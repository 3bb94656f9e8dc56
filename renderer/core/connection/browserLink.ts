// The browser's link: exchanges the token in the URL fragment for a session, removes it from the URL, and connects a
// WebSocket to the same host. The session belongs to this tab and origin: it survives a reload, but another tab needs
// the URL. Also handles a new token in the fragment of an open tab.

import type { Transport } from '../../../shared/protocol/transport.ts';
import type { Memory } from '../memory.ts';
import type { Link, LinkOutcome } from './link.ts';

export interface BrowserLinkDeps {
  location: Pick<Location, 'protocol' | 'host' | 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  fetch: typeof fetch;
  openSocket(url: string, protocols: string[]): WebSocket;
  /** Storage with the lifetime of the tab. */
  tab: Memory;
  /** Opens a session as a paired device; absent: never. */
  openDeviceSession?(): Promise<{ kind: 'none' | 'unreachable' } | { kind: 'session'; secret: string }>;
  /** Called when the URL's fragment changes. */
  onHashChange?(listener: () => void): void;
}

/** Frames longer than this are parsed in a separate task from receiving them, since both are slow. */
const largeFrame = 500_000;

const sessionName = 'session';
/** Sent along with the session secret; the host replies with this one. */
const subProtocol = 'throughline';

/** The token, and the rest of the fragment. */
const tokenPattern = /^#token=([A-Za-z0-9_-]+)(?:&(.*))?$/;

export function createBrowserLink(deps: BrowserLinkDeps): Link {
  let token = takeToken(deps);
  const renewed: (() => void)[] = [];
  deps.onHashChange?.(() => {
    const next = takeToken(deps);
    if (next === null) return;
    token = next;
    for (const listener of renewed) listener();
  });

  async function exchange(): Promise<'ok' | LinkOutcome['kind']> {
    if (token === null) return 'ok';
    const sentToken = token;
    try {
      const answer = await deps.fetch('/session', {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: sentToken }),
      });
      const refused = answer.status === 401 || answer.status === 403;
      if (answer.ok) deps.tab.set(sessionName, await sessionIn(answer));
      // A newer token may have arrived meanwhile.
      if ((answer.ok || refused) && token === sentToken) token = null;
      if (answer.ok) return 'ok';
      return refused ? 'refused' : 'unreachable';
    } catch {
      return 'unreachable';
    }
  }

  async function openAsDevice(): Promise<LinkOutcome> {
    const opened = (await deps.openDeviceSession?.()) ?? { kind: 'none' as const };
    if (opened.kind === 'session') {
      deps.tab.set(sessionName, opened.secret);
      // Kept for a reload: approvals are stricter on a device.
      deps.tab.set('device', 'yes');
      return openTransport(deps, opened.secret);
    }
    return opened.kind === 'none' ? { kind: 'refused', wants: 'newAddress' } : { kind: 'unreachable' };
  }

  return {
    async open() {
      const exchanged = await exchange();
      if (exchanged === 'unreachable') return { kind: 'unreachable' };
      // Even after a rejected token: the session from an earlier exchange may still be valid if the page was reloaded
      // with its original URL.
      const session = deps.tab.get(sessionName);
      if (session === null) return openAsDevice();
      const outcome = await openTransport(deps, session);
      if (outcome.kind === 'open') return outcome;
      const unknown = exchanged === 'refused' || (await isUnknown(deps, session));
      return unknown ? openAsDevice() : { kind: 'unreachable' };
    },
    onRenewed: (listener) => void renewed.push(listener),
  };
}

function takeToken({ location, history }: BrowserLinkDeps): string | null {
  const match = tokenPattern.exec(location.hash);
  if (!match) return null;
  history.replaceState(null, '', location.pathname + location.search + (match[2] ? `#${match[2]}` : ''));
  return match[1] as string;
}

async function sessionIn(answer: Response): Promise<string> {
  const { session } = await answer.json();
  return String(session);
}

/** Whether the host responds but does not know the session; a refused socket does not tell why. */
async function isUnknown({ fetch }: BrowserLinkDeps, session: string): Promise<boolean> {
  try {
    const headers = { authorization: `Bearer ${session}` };
    const answer = await fetch('/contract', { credentials: 'omit', cache: 'no-store', headers });
    return answer.status === 401;
  } catch {
    return false;
  }
}

function openTransport({ location, openSocket }: BrowserLinkDeps, session: string): Promise<LinkOutcome> {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new Promise((resolve) => {
    let socket: WebSocket;
    try {
      socket = openSocket(`${scheme}://${location.host}/contract`, [subProtocol, session]);
    } catch {
      return resolve({ kind: 'unreachable' });
    }
    socket.onopen = () => resolve({ kind: 'open', transport: socketTransport(socket) });
    socket.onclose = () => resolve({ kind: 'unreachable' });
  });
}

function socketTransport(socket: WebSocket): Transport {
  const messageListeners: ((text: string) => void)[] = [];
  const closeListeners: (() => void)[] = [];
  let closed = false;
  /** Frames waiting for their own task, and all later ones. */
  const waiting: string[] = [];
  const give = (text: string): void => {
    for (const listener of messageListeners) listener(text);
  };
  const giveWaiting = (): void => {
    const text = waiting.shift();
    if (text === undefined || closed) return;
    // Schedule first: a throwing listener must not block later frames.
    if (waiting.length > 0) setTimeout(giveWaiting);
    give(text);
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string') return;
    if (waiting.length === 0 && data.length < largeFrame) return give(data);
    waiting.push(data);
    if (waiting.length === 1) setTimeout(giveWaiting);
  };
  const end = (): void => {
    if (closed) return;
    closed = true;
    for (const listener of closeListeners) listener();
  };
  socket.onclose = end;
  return {
    send(text) {
      if (!closed && socket.readyState === socket.OPEN) socket.send(text);
    },
    onMessage: (listener) => void messageListeners.push(listener),
    onClose: (listener) => void closeListeners.push(listener),
    close() {
      socket.close();
      end();
    },
  };
}
