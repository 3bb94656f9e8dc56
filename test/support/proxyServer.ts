// A real HTTP proxy on loopback: plain requests by absolute URL, and tunnels. Every name leads to the test's port, so
// names need not exist.

import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ProxyServer {
  /** Without user name and password. */
  address: string;
  port: number;
  /** Requests in order: `CONNECT host:port` or `GET http://…`. */
  asked: string[];
}

export interface ProxyOptions {
  /** The port that everything is forwarded to. */
  to: number;
  /** `name:password`, without which it answers 407. */
  password?: string;
  /** Answers every request with this status. */
  refuses?: number;
}

/** Call it inside a test, with which it ends. */
export async function startProxyServer({ to, password, refuses }: ProxyOptions): Promise<ProxyServer> {
  const asked: string[] = [];
  const sockets = new Set<{ destroy(): unknown }>();
  const wanted = password === undefined ? null : `Basic ${Buffer.from(password).toString('base64')}`;
  const answerTo = ({ headers }: IncomingMessage): number | null =>
    wanted !== null && headers['proxy-authorization'] !== wanted ? 407 : (refuses ?? null);

  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const status = answerTo(incoming);
    if (status !== null) return void response.writeHead(status).end('proxy');
    const { pathname, search, host } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _secret, ...headers } = incoming.headers;
    const onward = request({
      port: to,
      host: '127.0.0.1',
      path: pathname + search,
      method: incoming.method,
      headers: { ...headers, host },
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    socket.on('error', () => {});
    const status = answerTo(incoming);
    if (status !== null) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const onward = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, port, asked };
}
