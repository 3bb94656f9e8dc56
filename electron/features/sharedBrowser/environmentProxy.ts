// Connects through the proxy that the environment names, as the browser itself would.

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { decodeUrlPart, type EnvironmentProxies } from '../../lib/environment.ts';

/** Null: none. */
export function proxyFor({ http, https, no }: EnvironmentProxies, host: string, port: number): URL | null {
  const proxy = URL.parse(port === 80 ? http : https);
  return proxy === null || isExcepted(no, host, port) ? null : proxy;
}

/** By NO_PROXY: names with or without their subdomains, each with or without a port, or `*`. */
function isExcepted(no: string, host: string, port: number): boolean {
  return no
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (name === '' || (only !== undefined && Number(only) !== port)) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}

/** Rejects if it answers otherwise than with a connection. `track`: called with the socket before it is used. */
export function connectThroughProxy(
  proxy: URL,
  host: string,
  port: number,
  track: (socket: Socket) => void,
): Promise<Socket> {
  const { username, password } = proxy;
  const login = `${decodeUrlPart(username)}:${decodeUrlPart(password)}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(proxy, {
      method: 'CONNECT',
      path: `${host}:${port}`,
      auth: null,
      headers: { host: `${host}:${port}`, ...(login === ':' ? {} : { 'proxy-authorization': authorization }) },
      agent: false,
    });
    request.on('socket', track);
    request.on('error', reject);
    request.on('response', () => {
      request.destroy();
      reject(new Error('it refused'));
    });
    request.on('connect', ({ statusCode }, socket: Socket, head: Buffer) => {
      if (statusCode !== 200) {
        socket.destroy();
        return reject(new Error('it refused'));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.end();
  });
}
