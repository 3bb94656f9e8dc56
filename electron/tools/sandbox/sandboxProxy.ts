// The only way out of a sandbox: a proxy for HTTP and CONNECT, on a separate socket per conversation. Decides by host
// name, and connects only to public internet addresses.

import { randomBytes } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { parseHostAndPort } from '../../../shared/conversation/sandbox.ts';
import { createGuardedLookup, type LookupAll, lookupAll } from '../fetch/guardedLookup.ts';
import { nonPublicReason } from '../fetch/publicAddress.ts';

export interface SandboxProxyOptions {
  /** Socket path to listen on; null for a port on 127.0.0.1 that requires the key. */
  path: string | null;
  /** Whether the host may be reached. May wait for the user. */
  mayReach(host: string, port: number): Promise<boolean>;
  lookup?: LookupAll;
  /** Why an address is refused; null if allowed. */
  whyNot?(address: string): string | null;
}

export interface SandboxProxy {
  /** For programs; only with a port. */
  address: string;
  close(): void;
}

const refusal = 'The sandbox does not let this program reach that host.\n';

export async function startSandboxProxy(options: SandboxProxyOptions): Promise<SandboxProxy> {
  const { mayReach, lookup = lookupAll, whyNot = nonPublicReason } = options;
  const guarded = createGuardedLookup({ lookup, whyNot });
  // IP addresses skip the lookup, so check them here.
  const passes = async (host: string, port: number): Promise<boolean> =>
    !(isIP(host) !== 0 && whyNot(host) !== null) && (await mayReach(host, port));
  const open = new Set<Duplex>();
  const key = options.path === null ? randomBytes(24).toString('base64url') : null;
  const expected = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const isOurs = ({ headers }: IncomingMessage): boolean => key === null || headers['proxy-authorization'] === expected;

  const server = createServer((request, response) => void forward(request, response));
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('connect', (request, socket, head) => void tunnel(request, socket, head));
  server.on('clientError', (_error, socket) => socket.destroy());

  async function tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const target = hostOf(request.url ?? '');
    if (!isOurs(request) || target === null || !(await passes(target.host, target.port))) return refuse(socket);
    const away = connect({ ...target, lookup: guarded });
    away.on('error', () => (away.connecting || away.bytesWritten === 0 ? refuse(socket, 502) : socket.destroy()));
    socket.on('close', () => away.destroy());
    away.on('close', () => socket.destroy());
    away.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      away.write(head);
      away.pipe(socket);
      socket.pipe(away);
    });
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? '');
    const port = Number(url?.port || 80);
    if (!isOurs(request) || url?.protocol !== 'http:' || !(await passes(normalizeHost(url.hostname), port))) {
      response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(refusal);
      return;
    }
    const { 'proxy-connection': _hop, 'proxy-authorization': _key, ...headers } = request.headers;
    const away = httpRequest(
      {
        host: normalizeHost(url.hostname),
        port,
        path: `${url.pathname}${url.search}`,
        method: request.method,
        headers,
        lookup: guarded,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    away.on('error', (error) => {
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain' });
      response.end(`${error.message}\n`);
    });
    response.on('close', () => away.destroy());
    request.pipe(away);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (options.path === null) server.listen(0, '127.0.0.1', resolve);
    else server.listen(options.path, resolve);
  });
  const listening = server.address();
  const port = typeof listening === 'object' ? (listening?.port ?? 0) : 0;
  return {
    address: key === null ? '' : `http://${key}@127.0.0.1:${port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function refuse(socket: Duplex, status: 403 | 502 = 403): void {
  const reason = status === 403 ? 'Forbidden' : 'Bad Gateway';
  socket.end(`HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${refusal}`);
}

/** `example.com:443`, `[2001:db8::1]:443`. */
function hostOf(text: string): { host: string; port: number } | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:/@[\]]+)):(\d{1,5})$/i.exec(text);
  const host = match?.[1] ?? match?.[2];
  return host === undefined ? null : { host: normalizeHost(host), port: Number(match?.[3]) };
}

/** Normalizes a host for comparison: drops the trailing root dot and the brackets of an address. */
function normalizeHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '');
}

/** `pattern` is a name, or `*.` and a name for its subdomains; an appended port restricts it to that port. */
export function matchesHost(pattern: string, host: string, port: number): boolean {
  const target = parseHostAndPort(pattern);
  if (target.port !== null && target.port !== port) return false;
  const [expected, name] = [normalizeHost(target.host), normalizeHost(host)];
  return expected.startsWith('*.') ? name.endsWith(expected.slice(1)) : name === expected;
}
