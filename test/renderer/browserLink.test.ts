import { describe, expect, test } from 'vitest';
import { createBrowserLink } from '../../renderer/core/connection/browserLink.ts';
import { backoff, createConnection } from '../../renderer/core/connection/connection.ts';
import { createDesktopLink } from '../../renderer/core/connection/desktopLink.ts';
import { createMemory } from '../../renderer/core/memory.ts';
import { cite } from '../support/cite.ts';
import { memoryTransport } from '../support/memoryTransport.ts';

interface Page {
  link: ReturnType<typeof createBrowserLink>;
  posts: { url: string; body: unknown }[];
  sockets: FakeSocket[];
  replaced: string[];
  /** Opens a URL in the existing tab. */
  changeHash(hash: string): void;
}

/** The part of a WebSocket that the link uses. */
class FakeSocket {
  readonly OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  url: string;
  protocols: string[];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(url: string, protocols: string[]) {
    this.url = url;
    this.protocols = protocols;
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  answer(opens: boolean): void {
    this.readyState = opens ? 1 : 3;
    if (opens) this.onopen?.();
    else this.onclose?.();
  }
}

function page(hash: string, statuses: (number | 'down')[], { opens = true, session = '' } = {}): Page {
  const location = { protocol: 'http:', host: '127.0.0.1:4817', hash, pathname: '/', search: '' };
  let onHash = (): void => {};
  const tab = createMemory(() => {
    throw new Error('no storage here');
  });
  if (session !== '') tab.set('session', session);
  const made: Page = {
    link: { open: async () => ({ kind: 'unreachable' }) },
    posts: [],
    sockets: [],
    replaced: [],
    changeHash(next) {
      location.hash = next;
      onHash();
    },
  };
  made.link = createBrowserLink({
    location,
    onHashChange: (listener) => {
      onHash = listener;
    },
    history: { replaceState: (_data, _unused, url) => void made.replaced.push(String(url)) },
    fetch: async (url, init) => {
      if (init?.method === 'POST') made.posts.push({ url: String(url), body: JSON.parse(String(init.body)) });
      const status = statuses.shift() ?? 200;
      if (status === 'down') throw new TypeError('network');
      if (status !== 200) return new Response(null, { status });
      return Response.json({ session: `session ${made.posts.length}` });
    },
    tab,
    openSocket: (url, protocols) => {
      const socket = new FakeSocket(url, protocols);
      made.sockets.push(socket);
      queueMicrotask(() => socket.answer(opens));
      return socket as unknown as WebSocket;
    },
  });
  return made;
}

describe("the browser's link", () => {
  test(
    cite('SEC-2', 'the token leaves the URL immediately, is exchanged once, and the socket goes to the same host'),
    async () => {
      const made = page('#token=abc_-1', [200]);
      expect(made.replaced).toEqual(['/']);
      expect((await made.link.open()).kind).toBe('open');
      expect((await made.link.open()).kind).toBe('open');
      expect(made.posts).toEqual([{ url: '/session', body: { token: 'abc_-1' } }]);
      expect(made.sockets.map((socket) => socket.url)).toEqual(Array(2).fill('ws://127.0.0.1:4817/contract'));
      expect(made.sockets.map((socket) => socket.protocols)).toEqual(Array(2).fill(['throughline', 'session 1']));
    },
  );

  test('a rejected token: the earlier session may still work; if not, retrying is pointless', async () => {
    expect((await page('#token=old', [401], { session: 'before' }).link.open()).kind).toBe('open');
    expect((await page('#token=old', [401], { opens: false, session: 'before' }).link.open()).kind).toBe('refused');
  });

  test('an unavailable host is retried, with the token it has not seen', async () => {
    const made = page('#token=abc', ['down', 503, 200]);
    expect((await made.link.open()).kind).toBe('unreachable');
    expect((await made.link.open()).kind).toBe('unreachable');
    expect((await made.link.open()).kind).toBe('open');
    expect(made.posts).toHaveLength(3);
    expect((await page('', [], { opens: false, session: 'kept' }).link.open()).kind).toBe('unreachable');
  });

  test(cite('SEC-2', 'a tab without a token asks for the URL, and connects to nothing'), async () => {
    const made = page('', []);
    expect(await made.link.open()).toEqual({ kind: 'refused', wants: 'newAddress' });
    expect(made.sockets).toEqual([]);
  });

  test(
    cite('UI-10', 'a host that responds and does not know this window needs the URL of its latest start'),
    async () => {
      expect(await page('', [401], { opens: false, session: 'kept' }).link.open()).toEqual({
        kind: 'refused',
        wants: 'newAddress',
      });
      expect(await page('', [204], { opens: false, session: 'kept' }).link.open()).toEqual({ kind: 'unreachable' });
      expect(await page('', ['down'], { opens: false, session: 'kept' }).link.open()).toEqual({ kind: 'unreachable' });
    },
  );

  test(cite('SEC-2', 'a URL opened in the existing tab provides its token, which is tried immediately'), async () => {
    const made = page('', [401, 200], { opens: false, session: 'kept' });
    const waits: (() => void)[] = [];
    const later = (_ms: number, callback: () => void): (() => void) => {
      waits.push(callback);
      return () => void waits.splice(waits.indexOf(callback), 1);
    };
    const connection = createConnection({ link: made.link, later });
    connection.start();
    await expect.poll(() => connection.status.getState()).toEqual({ kind: 'refused', wants: 'newAddress' });
    expect(waits).toHaveLength(1);
    made.changeHash('#other');
    expect(made.sockets).toHaveLength(1);
    made.changeHash('#token=next');
    await expect.poll(() => made.posts).toEqual([{ url: '/session', body: { token: 'next' } }]);
    expect(made.replaced).toEqual(['/']);
    await expect.poll(() => made.sockets).toHaveLength(2);
  });

  test('a token that arrives while an older one is tried is not lost', async () => {
    const made = page('#token=old', [401, 200], { opens: false });
    const connection = createConnection({ link: made.link, later: () => () => {} });
    connection.start();
    made.changeHash('#token=new');
    await expect.poll(() => made.posts.map(({ body }) => body)).toEqual([{ token: 'old' }, { token: 'new' }]);
  });

  test('another fragment is left alone', () => {
    expect(page('#token=a b', []).replaced).toEqual([]);
    expect(page('#other', []).replaced).toEqual([]);
  });

  test('frames pass through; the end is reported once, whichever side caused it', async () => {
    const made = page('', [], { session: 'kept' });
    const outcome = await made.link.open();
    if (outcome.kind !== 'open') throw new Error('not open');
    const received: string[] = [];
    let ends = 0;
    outcome.transport.onMessage((text) => received.push(text));
    outcome.transport.onClose(() => ends++);
    const [socket] = made.sockets as [FakeSocket];
    outcome.transport.send('out');
    socket.onmessage?.({ data: 'in' });
    socket.onmessage?.({ data: new ArrayBuffer(1) });
    outcome.transport.close();
    outcome.transport.send('after');
    expect([received, socket.sent, ends]).toEqual([['in'], ['out'], 1]);
  });

  test(cite('UI-5', 'a large frame is read in a separate turn, and later frames do not overtake it'), async () => {
    const made = page('', [], { session: 'kept' });
    const opened = await made.link.open();
    if (opened.kind !== 'open') throw new Error('not open');
    const received: string[] = [];
    opened.transport.onMessage((text) => received.push(text.slice(0, 6)));
    const [socket] = made.sockets as [FakeSocket];
    const large = 'x'.repeat(1_000_000);
    for (const data of ['before', `first ${large}`, 'behind', `second ${large}`, 'last']) socket.onmessage?.({ data });
    expect(received).toEqual(['before']);
    await expect.poll(() => received.length).toBe(5);
    expect(received).toEqual(['before', 'first ', 'behind', 'second', 'last']);
    socket.onmessage?.({ data: large });
    opened.transport.close();
    socket.onmessage?.({ data: 'small' });
    // Timers of one length fire in the order in which they were set: the link's own would have fired before this one.
    await new Promise((resolve) => setTimeout(resolve));
    expect(received).toHaveLength(5);
  });
});

test("the desktop's bridge is used once: another connection needs a fresh page", async () => {
  const link = createDesktopLink(memoryTransport().client);
  expect((await link.open()).kind).toBe('open');
  expect((await link.open()).kind).toBe('refused');
});

test('attempts are quick at first and never more than ten seconds apart', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(backoff)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});
