// The loopback server: the page's files, the door where a token becomes a session, and the WebSocket that carries the
// contract. Every request and upgrade passes the guard; nothing ever answers another origin.

import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Transport } from '../../../shared/contract/transport.ts';
import { securityHeaders } from '../securityHeaders.ts';
import { admit } from './guard.ts';
import { type Exchange, type Sessions, sessionCookie } from './session.ts';
import { serveStatic } from './staticServer.ts';
import { maxFrameBytes, webSocketTransport } from './webSocketTransport.ts';

const maxConnections = 16;
const maxBodyBytes = 4096;
const heartbeatMs = 30_000;

export interface BrowserServerOptions {
  rendererFolder: string;
  sessions: Sessions;
  attach(transport: Transport): void;
}

export interface BrowserServer {
  /** Resolves with the port; rejects with the system's error when it cannot be had. */
  listen(port: number): Promise<number>;
  /** Ends every connection. */
  close(): Promise<void>;
}

export function createBrowserServer(options: BrowserServerOptions): BrowserServer {
  const server = createServer((request, response) => void answer(request, response, options));
  server.headersTimeout = 10_000;
  server.requestTimeout = 20_000;
  server.maxConnections = 256;
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: maxFrameBytes });

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const refusal = refuseUpgrade(request, options.sessions, sockets.clients.size);
    if (refusal) return endRaw(socket, refusal);
    sockets.handleUpgrade(request, socket, head, (connection) => {
      options.attach(webSocketTransport(connection));
    });
  });
  server.on('clientError', (_, socket) => endRaw(socket, 400));
  const heartbeat = beat(sockets.clients);

  return {
    listen: (port) => listen(server, port),
    async close() {
      clearInterval(heartbeat);
      for (const connection of sockets.clients) connection.terminate();
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: BrowserServerOptions) {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  const admission = admit(request, 'request');
  if (!admission.ok) {
    if (admission.status === 405) response.setHeader('Allow', 'GET, HEAD, POST');
    return say(response, admission.status, admission.reason);
  }
  const { path, port } = admission;
  // A page cannot see why a WebSocket was refused: it asks here whether its session is one of this start.
  if (request.method === 'GET' && path === '/contract') {
    const known = options.sessions.accepts(request.headers.cookie, port);
    return known
      ? void response.writeHead(204, { 'Cache-Control': 'no-store' }).end()
      : say(response, 401, 'Open the address that was printed by this start.');
  }
  if (request.method !== 'POST') {
    return serveStatic(options.rendererFolder, path, response, request.method === 'GET');
  }
  if (path !== '/session' && path !== '/ticket') return say(response, 404, 'There is no such door.');
  const token = await readToken(request);
  if (token === null) return say(response, 400, 'A token as JSON is expected.');
  const exchange: Exchange = path === '/session' ? options.sessions.open(token) : options.sessions.ticket(token);
  if (!exchange.ok) return say(response, exchange.status, 'That token does not belong to this start.');
  response.setHeader('Cache-Control', 'no-store');
  if (path === '/session') {
    response.writeHead(204, { 'Set-Cookie': sessionCookie(port, exchange.secret) }).end();
  } else {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ ticket: exchange.secret }));
  }
}

function refuseUpgrade(request: IncomingMessage, sessions: Sessions, connections: number): number | null {
  const admission = admit(request, 'upgrade');
  if (!admission.ok) return admission.status;
  if (admission.path !== '/contract' || request.method !== 'GET') return 404;
  if (!sessions.accepts(request.headers.cookie, admission.port)) return 401;
  return connections >= maxConnections ? 503 : null;
}

/** The `token` of a small JSON body; null for anything else. */
async function readToken(request: IncomingMessage): Promise<string | null> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') return null;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBodyBytes) return null;
      chunks.push(chunk);
    }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}

/** Lets go of connections whose other end went away without saying so. */
function beat(connections: ReadonlySet<WebSocket>): NodeJS.Timeout {
  const silent = new WeakSet<WebSocket>();
  const timer = setInterval(() => {
    for (const connection of connections) {
      if (silent.has(connection)) {
        connection.terminate();
        continue;
      }
      silent.add(connection);
      connection.once('pong', () => silent.delete(connection));
      connection.ping();
    }
  }, heartbeatMs);
  timer.unref();
  return timer;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', failed);
      done((server.address() as AddressInfo).port);
    });
  });
}

function say(response: ServerResponse, status: number, sentence: string): void {
  // What is left of a body that was not wanted is not read.
  response.setHeader('Connection', 'close');
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${sentence}\n`);
}

function endRaw(socket: Duplex, status: number): void {
  if (!socket.writable) return void socket.destroy();
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
