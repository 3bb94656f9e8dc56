// A loopback server that sends the given answers in order and records every request.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Answer {
  status?: number;
  type?: string;
  body: string | Uint8Array;
}

interface AnsweredRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface AnswerServer {
  /** Up to and including `/v1`. */
  url: string;
  requests: AnsweredRequest[];
  next(answer: Answer): void;
  close(): Promise<void>;
}

export async function startAnswerServer(): Promise<AnswerServer> {
  const answers: Answer[] = [];
  const requests: AnsweredRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part as Uint8Array);
    const text = Buffer.concat(parts).toString('utf8');
    requests.push({ path: request.url ?? '', headers: request.headers, body: text === '' ? null : JSON.parse(text) });
    const { status = 200, type = 'text/event-stream', body } = answers.shift() ?? { status: 500, body: 'no answer' };
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    next: (answer) => void answers.push(answer),
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Events as OpenAI's server sends them. */
export function sse(events: readonly object[]): string {
  return events
    .map((event) => {
      const { type } = event as { type?: unknown };
      return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}
