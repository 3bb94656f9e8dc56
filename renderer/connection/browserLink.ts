// The browser's link: the token from the address's fragment is exchanged once for a cookie and taken out of the address,
// then a WebSocket to the same host carries the contract.

import type { Transport } from '../../shared/contract/transport.ts';
import type { Link, LinkOutcome } from './link.ts';

export interface BrowserLinkDeps {
  location: Pick<Location, 'protocol' | 'host' | 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
  fetch: typeof fetch;
  openSocket(url: string): WebSocket;
}

/** Letters from which on a frame is read in another turn than it was received in: both take their time. */
const largeFrame = 500_000;

const tokenPattern = /^#token=([A-Za-z0-9_-]+)$/;

export function createBrowserLink(deps: BrowserLinkDeps): Link {
  let token = takeToken(deps);

  async function exchange(): Promise<'ok' | LinkOutcome['kind']> {
    if (token === null) return 'ok';
    try {
      const answer = await deps.fetch('/session', {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (answer.ok) {
        token = null;
        return 'ok';
      }
      return answer.status === 401 || answer.status === 403 ? 'refused' : 'unreachable';
    } catch {
      return 'unreachable';
    }
  }

  return {
    async open() {
      const session = await exchange();
      if (session === 'refused') {
        // A cookie of an earlier exchange may still be good: a page that was loaded again with its first address.
        token = null;
        const outcome = await openTransport(deps);
        return outcome.kind === 'open' ? outcome : { kind: 'refused' };
      }
      if (session !== 'ok') return { kind: 'unreachable' };
      return openTransport(deps);
    },
  };
}

function takeToken({ location, history }: BrowserLinkDeps): string | null {
  const match = tokenPattern.exec(location.hash);
  if (!match) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return match[1] as string;
}

function openTransport({ location, openSocket }: BrowserLinkDeps): Promise<LinkOutcome> {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new Promise((resolve) => {
    let socket: WebSocket;
    try {
      socket = openSocket(`${scheme}://${location.host}/contract`);
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
  /** Frames that wait for a turn of their own, and what comes behind them. */
  const waiting: string[] = [];
  const give = (text: string): void => {
    for (const listener of messageListeners) listener(text);
  };
  const giveWaiting = (): void => {
    const text = waiting.shift();
    if (text === undefined || closed) return;
    // First the next turn is asked for: a listener that throws must not hold up what follows.
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
