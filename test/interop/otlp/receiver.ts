// An OTLP/HTTP receiver for JSON and protobuf, as strict as the protocol: anything of another form is rejected.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { otlpFromProtobuf } from '../../support/otlpProtobuf.ts';
import { type ReceivedSpan, readTraces } from '../../support/sessionRules/otlp.ts';

export interface Receiver {
  endpoint: string;
  spans: ReceivedSpan[];
  requests: { path: string; headers: IncomingHttpHeaders; status: number; problem: string | null }[];
  /** Answers the next requests with these, one each: a status, or the whole answer. */
  answers: (number | { status: number; headers?: Record<string, string>; body?: string | Uint8Array } | 'cut')[];
  /** Resolves when this many requests were answered. */
  asked(count: number): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>();
  const receiver: Receiver = {
    endpoint: '',
    spans: [],
    requests: [],
    answers: [],
    asked: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (receiver.requests.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const planned = receiver.answers.shift() ?? 200;
      const answer = typeof planned === 'number' ? { status: planned } : planned;
      const note = (status: number, problem: string | null): void => {
        receiver.requests.push({ path: request.url ?? '', headers: request.headers, status, problem });
        for (const look of [...waiting]) look();
      };
      if (answer === 'cut') {
        request.socket.destroy();
        return note(0, null);
      }
      let problem: string | null = null;
      let { status } = answer;
      if (status === 200) {
        try {
          const body = Buffer.concat(pieces);
          const type = request.headers['content-type'];
          if (type === 'application/x-protobuf') receiver.spans.push(...readTraces(otlpFromProtobuf(body)));
          else if (type === 'application/json') receiver.spans.push(...readTraces(JSON.parse(body.toString('utf8'))));
          else throw new Error(`the encoding ${type}`);
        } catch (error) {
          problem = (error as Error).message;
          status = 400;
        }
      }
      response.writeHead(status, {
        'content-type': 'application/json',
        ...('headers' in answer ? answer.headers : {}),
      });
      response.end(('body' in answer ? answer.body : undefined) ?? '{"partialSuccess":{}}', () =>
        note(status, problem),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
