// The shared browser's only way to the network: a SOCKS proxy on this machine that checks every connection. Sockets, and whatever
// else does not pass the guard of requests, pass it. Names are looked up here, once, so a later answer cannot lead elsewhere.

import type { LookupAddress } from 'node:dns';
import { connect, createServer, isIP, type LookupFunction, type Socket } from 'node:net';
import type { EnvironmentProxies } from '../../lib/environment.ts';
import { lookupAll } from '../../tools/fetch/guardedLookup.ts';
import { nonPublicNameReason, nonPublicReason } from '../../tools/fetch/publicAddress.ts';
import { connectThroughProxy, proxyFor } from './environmentProxy.ts';

export interface NetworkGuard {
  /** For the browser. */
  address: string;
  close(): void;
}

export interface NetworkGuardOptions {
  proxies: EnvironmentProxies;
  /** Whether any tab may open the site: then its private addresses may be reached. */
  isKnown(origin: string): Promise<boolean>;
}

/** Replies of SOCKS (RFC 1928). */
const reply = { done: 0, failed: 1, forbidden: 2, unreachable: 4 } as const;

export async function startNetworkGuard({ proxies, isKnown }: NetworkGuardOptions): Promise<NetworkGuard> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    track(socket);
    void serve(socket).catch(() => socket.destroy());
  });

  function track(socket: Socket): void {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
  }

  async function serve(socket: Socket): Promise<void> {
    const read = createReader(socket);
    const [version, methods = 0] = await read(2);
    await read(methods);
    if (version !== 5) return void socket.destroy();
    socket.write(Buffer.from([5, 0]));
    const target = await readTarget(read);
    read.stop();
    const away = target === null ? reply.failed : await reach(target);
    if (typeof away === 'number') return void socket.end(replyOf(away));
    if (socket.destroyed) return void away.destroy();
    socket.once('close', () => away.destroy());
    away.once('close', () => socket.destroy());
    socket.write(replyOf(reply.done));
    away.pipe(socket);
    socket.pipe(away);
  }

  async function reach({ host, port }: Target): Promise<Socket | number> {
    const addresses = await addressesOf(host);
    const isPrivate =
      nonPublicNameReason(host) !== null || addresses.some(({ address }) => nonPublicReason(address) !== null);
    if (isPrivate && !(await isSite(host, port))) return reply.forbidden;
    const proxy = isPrivate ? null : proxyFor(proxies, host, port);
    // A name that is unknown here may be known to the proxy, which reaches no private network of this machine.
    if (proxy === null && addresses.length === 0) return reply.unreachable;
    try {
      if (proxy !== null) return await connectThroughProxy(proxy, host, port, track);
      return await connected(host, port, addresses);
    } catch {
      return reply.unreachable;
    }
  }

  async function isSite(host: string, port: number): Promise<boolean> {
    for (const scheme of ['http', 'https']) {
      const url = URL.parse(`${scheme}://${host}:${port}`);
      if (url !== null && (await isKnown(url.origin))) return true;
    }
    return false;
  }

  function connected(host: string, port: number, addresses: readonly LookupAddress[]): Promise<Socket> {
    const checked: LookupFunction = (_host, { all }, callback) => {
      const [first] = addresses;
      if (all) callback(null, [...addresses]);
      else callback(null, first?.address ?? '', first?.family);
    };
    return new Promise((resolve, reject) => {
      const name = host.replace(/^\[|\]$/g, '');
      const away = connect({ host: name, port, lookup: checked, allowHalfOpen: true, noDelay: true });
      track(away);
      away.once('connect', () => resolve(away));
      away.once('error', reject);
      away.once('close', reject);
    });
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const at = server.address();
  return {
    address: `socks5://127.0.0.1:${typeof at === 'object' ? (at?.port ?? 0) : 0}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Empty: there are none. */
async function addressesOf(host: string): Promise<LookupAddress[]> {
  const literal = host.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  if (family !== 0) return [{ address: literal, family }];
  // Browsers know what these are; the system's lookup may not.
  if (/(?:^|\.)localhost\.?$/.test(host)) return loopback;
  return lookupAll(host).catch(() => []);
}

const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

interface Target {
  /** As in a URL: in lower case, and IPv6 addresses in brackets. */
  host: string;
  port: number;
}

type Reader = ((bytes: number) => Promise<Buffer>) & { stop(): void };

/** The browser sends nothing further before it has an answer, so nothing is left to read. */
function createReader(socket: Socket): Reader {
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const each of waiting) each();
  };
  socket.on('readable', wake).on('end', wake).on('close', wake);
  const read = async (bytes: number): Promise<Buffer> => {
    if (bytes === 0) return Buffer.alloc(0);
    for (;;) {
      const chunk = socket.read(bytes) as Buffer | null;
      if (chunk?.length === bytes) return chunk;
      if (chunk !== null || socket.destroyed || socket.readableEnded) throw new Error('it ended');
      await new Promise<void>((resolve) => waiting.add(resolve));
      waiting.clear();
    }
  };
  const stop = (): void => void socket.off('readable', wake).off('end', wake).off('close', wake);
  return Object.assign(read, { stop });
}

/** Null: not a request that browsers send. */
async function readTarget(read: Reader): Promise<Target | null> {
  const [version, command, , type] = await read(4);
  const length = type === 1 ? 4 : type === 4 ? 16 : type === 3 ? ((await read(1))[0] ?? 0) : 0;
  if (version !== 5 || command !== 1 || length === 0) return null;
  const bytes = await read(length);
  const port = (await read(2)).readUInt16BE();
  const groups = Array.from({ length: 8 }, (_, index) =>
    type === 4 ? bytes.readUInt16BE(index * 2).toString(16) : '',
  );
  const text = type === 1 ? bytes.join('.') : type === 4 ? `[${groups.join(':')}]` : bytes.toString('latin1');
  // Normalizes it, and refuses what is no host.
  const url = URL.parse(`http://${text}`);
  return url === null || url.pathname !== '/' || url.port !== '' || url.username !== ''
    ? null
    : { host: url.hostname, port };
}

function replyOf(code: number): Buffer {
  return Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}
