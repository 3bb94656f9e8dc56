// A real loopback server that answers each request with the test's function and records it.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed; null if there was none. */
  body: unknown;
}

export interface Answer {
  status?: number;
  /** Default: an event stream for text, JSON for anything else. */
  type?: string;
  headers?: Record<string, string>;
  body: unknown;
}

export interface AnsweringServer {
  /** Without a trailing slash. */
  url: string;
  port: number;
  asked: Asked[];
  close(): Promise<void>;
}

export async function startAnsweringServer(answer: (asked: Asked) => Answer): Promise<AnsweringServer> {
  const asked: Asked[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const question: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    };
    asked.push(question);
    const { status = 200, type, headers = {}, body } = answer(question);
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    const contentType = type ?? (isText ? 'text/event-stream' : 'application/json');
    response.writeHead(status, { 'content-type': contentType, ...headers });
    response.end(isText ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As an event stream. */
export function sse(...events: unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join('');
}

/** One JSON value per line. */
export function lines(...values: unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
