// An HTTP request exactly as written, over a plain socket: for requests that no client library would send.

import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in lowercase. */
  headers: Record<string, string>;
  body: string;
}

export interface RawRequest {
  method?: string;
  path?: string;
  /** One line each, in order; a list, so that a name can occur twice. The Host line is not added. */
  headers?: readonly string[];
  body?: string;
}

/** Sends it and reads until the server closes the connection. */
export async function rawRequest(port: number, request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path = '/', headers = [`Host: 127.0.0.1:${port}`], body = '' } = request;
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const socket = connect(port, '127.0.0.1');
  socket.write(`${[`${method} ${path} HTTP/1.1`, ...headers, ...length, 'Connection: close', '', body].join('\r\n')}`);
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    text += chunk;
    // An accepted upgrade stays open; only its answer matters.
    if (text.startsWith('HTTP/1.1 101')) socket.destroy();
  });
  await once(socket, 'close');
  return parse(text);
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}
