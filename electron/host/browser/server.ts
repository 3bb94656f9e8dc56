// The loopback server: the page's files, endpoints that exchange a token for a session, and the contract's WebSocket.
// Every request and upgrade passes the guard; other origins never get an answer.

import { createReadStream, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Transport } from '../../../shared/protocol/transport.ts';
import { defaultPort, type Route } from '../../lib/localServer.ts';
import { readSmallJson } from '../../lib/requestBody.ts';
import type { RemoteDevice } from '../../ports/device.ts';
import { findRendererFile, type RendererFile } from '../rendererFiles.ts';
import { headersOf, securityHeaders } from '../securityHeaders.ts';
import { admitRequest } from './requestGuard.ts';
import type { Routes } from './routes.ts';
import type { Sessions } from './session.ts';
import { makeTicketPage } from './ticketPage.ts';
import { createWebSocketTransport, maxFrameBytes } from './webSocketTransport.ts';

/** Tries the default port first, since browser storage belongs to the port. Resolves with the port; rejects with the system's error. */
export function listenOnDefaultPort(server: Pick<BrowserServer, 'listen'>): Promise<number> {
  return server.listen(defaultPort).catch(() => server.listen(0));
}

/** Size of synchronous reads, one per turn of the event loop, which is busy while a window loads. */
const atOnceBytes = 1024 * 1024;

/** Answers GET and HEAD for `urlPath`; 404 for anything but a file in `folder`. */
async function serveStatic(
  folder: string,
  urlPath: string,
  response: ServerResponse,
  withBody: boolean,
): Promise<void> {
  const file = findRendererFile(folder, urlPath);
  const body = file && withBody && file.size <= atOnceBytes ? bytesOf(file) : null;
  if (!file || body === 'gone') {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(withBody ? 'Page not found.\n' : undefined);
    return;
  }
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': body?.length ?? file.size,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-store',
  });
  if (body || !withBody) {
    response.end(body ?? undefined);
    return;
  }
  // A client that disconnects is not an error.
  await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}

function bytesOf({ path }: RendererFile): Buffer | 'gone' {
  try {
    return readFileSync(path);
  } catch {
    return 'gone';
  }
}

/** For this machine's windows, and as many for devices. */
const maxConnections = 16;
const maxBodyBytes = 4096;
const heartbeatMs = 30_000;
/** Endpoints that take a token. */
const tokenEndpoints = new Set(['/session', '/running', '/page']);
/** The contract's sub-protocol. The session secret is a second one, since scripts cannot set headers on a WebSocket. */
const subProtocol = 'throughline';

/** Milliseconds. @internal */
export interface Patience {
  /** For a request's headers; also ends idle connections that a browser opened in advance. */
  head: number;
  /** Interval of the timeout check. */
  look: number;
  /** Keep-alive timeout: longer than the browsers' own, so that a request never meets a closing connection. */
  nextRequest: number;
}

const defaultPatience: Patience = { head: 10_000, look: 15_000, nextRequest: 330_000 };

export interface BrowserServerOptions {
  rendererFolder: string;
  sessions: Sessions;
  attach(transport: Transport, device?: RemoteDevice): void;
  /** Runs with the reason when the server closes a window's or a device's connection. */
  onDropped?(reason: string): void;
  /** Added by features; default: nothing. */
  routes?: Routes;
  patience?: Patience;
}

export interface BrowserServer {
  /** Resolves with the port; rejects with the system's error if it is unavailable. */
  listen(port: number): Promise<number>;
  /** Closes every connection. */
  close(): Promise<void>;
}

export function createBrowserServer(options: BrowserServerOptions): BrowserServer {
  const { head, look, nextRequest } = options.patience ?? defaultPatience;
  const limits = {
    headersTimeout: head,
    requestTimeout: 2 * head,
    connectionsCheckingInterval: look,
    keepAliveTimeout: nextRequest,
  };
  const server = createServer(limits, (request, response) => void answer(request, response, options));
  server.maxConnections = 256;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    handleProtocols: () => subProtocol,
  });

  let ofDevices = 0;
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const route = routeOf(request, options);
    if (route) return upgradeAt(route, request, socket, head, tunnelNameOf(options));
    const caller = callerOf(request, options);
    if (typeof caller === 'number') return endRaw(socket, caller);
    // Counted apart, so that a device cannot keep this machine's windows out.
    const isFull =
      caller === 'window' ? sockets.clients.size - ofDevices >= maxConnections : ofDevices >= maxConnections;
    if (isFull) return endRaw(socket, 503);
    sockets.handleUpgrade(request, socket, head, (connection) => {
      const transport = createWebSocketTransport(connection, options.onDropped);
      if (caller === 'window') return options.attach(transport);
      let isThrownOut = false;
      const left = options.routes?.devices()?.connected(caller, () => {
        isThrownOut = true;
        connection.terminate();
      });
      ofDevices += 1;
      connection.once('close', () => {
        ofDevices -= 1;
        left?.();
      });
      options.attach({ ...transport, isThrownOut: () => isThrownOut }, caller);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return endRaw(socket, 400);
    // Browsers open connections in advance, and would display an unsolicited response as their next page.
    if ((socket as Socket).bytesRead === 0) socket.destroy();
    else endRaw(socket, 408);
  });
  const heartbeat = startHeartbeat(sockets.clients, () => options.onDropped?.('no answer for 30 s'));

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
  const route = routeOf(request, options);
  const admission = admitRequest(request, route ? 'route' : 'request', tunnelNameOf(options));
  if (!admission.ok) {
    if (admission.status === 405) response.setHeader('Allow', 'GET, HEAD, POST');
    return say(response, admission.status, admission.reason);
  }
  const { path, via } = admission;
  if (route) {
    if (via === 'tunnel' && !route.tunnel) return say(response, 404, 'Not found.');
    return route.answer(request, response, path);
  }
  // A page cannot see why a WebSocket was refused, so it asks here whether its session is valid.
  if (request.method === 'GET' && path === '/contract') {
    const isValid = sessionOf(bearerOf(request), admission, options) !== null;
    return isValid
      ? void response.writeHead(204, { 'Cache-Control': 'no-store' }).end()
      : say(response, 401, 'Open the address printed when the app last started.');
  }
  if (request.method !== 'POST') {
    for (const [name, value] of Object.entries(headersOf(path))) response.setHeader(name, value);
    return serveStatic(options.rendererFolder, path, response, request.method === 'GET');
  }
  // The token and tickets are for this machine.
  if (!tokenEndpoints.has(path) || via === 'tunnel') return say(response, 404, 'Not found.');
  const token = await readToken(request);
  if (token === null) return say(response, 400, 'Expected a token as JSON.');
  const opened = await exchangeToken(path, token, request.headers.host ?? '', options.sessions);
  if (!opened.ok) {
    const isInternalError = opened.status === 500;
    return say(
      response,
      opened.status,
      isInternalError ? 'The page could not be written.' : 'That token is not valid for the running app.',
    );
  }
  const body = JSON.stringify(opened.value);
  response.writeHead(200, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

type TokenExchange = { ok: true; value: object } | { ok: false; status: 401 | 429 | 500 };

/**
 * Exchanges a token: a page gets a session; another start gets proof that this host is alive, and a page to open it
 * with.
 */
async function exchangeToken(path: string, token: string, host: string, sessions: Sessions): Promise<TokenExchange> {
  if (path === '/page') return makeTicketPage(sessions, token, `http://${host}/`);
  if (path === '/session') {
    const opened = sessions.open(token);
    return opened.ok ? { ok: true, value: { session: opened.secret } } : opened;
  }
  const tokenCheck = sessions.check(token);
  return tokenCheck.ok ? { ok: true, value: {} } : tokenCheck;
}

function routeOf(request: IncomingMessage, { routes }: BrowserServerOptions): Route | null {
  return routes?.at(request.url?.split('?', 1)[0] ?? '') ?? null;
}

function tunnelNameOf({ routes }: BrowserServerOptions): string | null {
  return routes?.devices()?.hostName() ?? null;
}

function upgradeAt(
  route: Route,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  tunnelName: string | null,
): void {
  const admission = admitRequest(request, 'route', tunnelName);
  if (!admission.ok) endRaw(socket, admission.status);
  else if (!route.upgrade || (admission.via === 'tunnel' && !route.tunnel)) endRaw(socket, 404);
  else route.upgrade(request, socket, head, admission.path);
}

/** Returns whose session the secret is; null: nobody's. A session of this machine is worthless through a tunnel. */
function sessionOf(
  secret: string | undefined,
  { via, origin }: { via: 'loopback' | 'tunnel'; origin: string },
  { sessions, routes }: BrowserServerOptions,
): 'window' | RemoteDevice | null {
  if (via === 'loopback' && sessions.accepts(secret)) return 'window';
  return routes?.devices()?.find(secret, origin) ?? null;
}

/** Returns a status to refuse it. */
function callerOf(request: IncomingMessage, options: BrowserServerOptions): 'window' | RemoteDevice | number {
  const admission = admitRequest(request, 'upgrade', tunnelNameOf(options));
  if (!admission.ok) return admission.status;
  if (admission.path !== '/contract' || request.method !== 'GET') return 404;
  const [protocol, secret, ...more] = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((each) => each.trim());
  const caller = protocol === subProtocol && more.length === 0 ? sessionOf(secret, admission, options) : null;
  return caller ?? 401;
}

function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1];
}

/** Reads `token` from a small JSON body; null for anything else. */
async function readToken(request: IncomingMessage): Promise<string | null> {
  const body = await readSmallJson(request, maxBodyBytes);
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
  return typeof token === 'string' ? token : null;
}

/** Drops connections whose peer vanished without closing. */
function startHeartbeat(connections: ReadonlySet<WebSocket>, onDropped: () => void): NodeJS.Timeout {
  const silent = new WeakSet<WebSocket>();
  const timer = setInterval(() => {
    for (const connection of connections) {
      if (silent.has(connection)) {
        onDropped();
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
  // Do not read the rest of an unwanted body.
  response.setHeader('Connection', 'close');
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${sentence}\n`);
}

function endRaw(socket: Duplex, status: number): void {
  if (!socket.writable) return void socket.destroy();
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
