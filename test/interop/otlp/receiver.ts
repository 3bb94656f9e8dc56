// A receiver of OTLP/HTTP with JSON, as strict as the protocol: what has another shape is refused.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  attributes: Record<string, unknown>;
  failed: boolean;
}

export interface Receiver {
  endpoint: string;
  spans: ReceivedSpan[];
  requests: { path: string; headers: IncomingHttpHeaders; status: number; problem: string | null }[];
  /** Answers the next requests so, one each: a status, or the whole answer. */
  answers: (number | { status: number; headers?: Record<string, string>; body?: string } | 'cut')[];
  /** Resolves when so many requests were answered. */
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
          if (request.headers['content-type'] !== 'application/json') throw new Error('not application/json');
          receiver.spans.push(...readTraces(JSON.parse(Buffer.concat(pieces).toString('utf8'))));
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

type Row = Record<string, unknown>;

/** Throws for what is no ExportTraceServiceRequest in the JSON of the protocol. */
export function readTraces(value: unknown): ReceivedSpan[] {
  const request = fields(value, ['resourceSpans']);
  return list(request.resourceSpans).flatMap((entry) => {
    const { resource, scopeSpans } = fields(entry, ['resource', 'scopeSpans']);
    if (readAttributes(fields(resource, ['attributes']).attributes)['service.name'] === undefined)
      throw new Error('no service.name');
    return list(scopeSpans).flatMap((each) => {
      const { scope, spans } = fields(each, ['scope', 'spans']);
      text(fields(scope, ['name', 'version']).name);
      return list(spans).map(readSpan);
    });
  });
}

function readSpan(value: unknown): ReceivedSpan {
  const span = fields(value, [
    'traceId',
    'spanId',
    'parentSpanId',
    'name',
    'kind',
    'startTimeUnixNano',
    'endTimeUnixNano',
    'attributes',
    'status',
  ]);
  const [start, end] = [nano(span.startTimeUnixNano), nano(span.endTimeUnixNano)];
  if (end < start) throw new Error('a span ends before it begins');
  if (![1, 2, 3, 4, 5].includes(span.kind as number)) throw new Error('no kind of span');
  const status = span.status === undefined ? {} : fields(span.status, ['code', 'message']);
  return {
    traceId: hex(span.traceId, 32),
    spanId: hex(span.spanId, 16),
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: hex(span.parentSpanId, 16) }),
    name: text(span.name),
    kind: span.kind as number,
    start,
    end,
    attributes: readAttributes(span.attributes),
    failed: status.code === 2,
  };
}

function readAttributes(value: unknown): Row {
  const found: Row = {};
  for (const entry of list(value)) {
    const { key, value: one } = fields(entry, ['key', 'value']);
    if (text(key) in found) throw new Error(`${key} is there twice`);
    found[text(key)] = readValue(one);
  }
  return found;
}

function readValue(value: unknown): unknown {
  const [[kind, inner] = [], ...others] = Object.entries(value as Row);
  if (others.length > 0) throw new Error('a value of two kinds');
  if (kind === 'stringValue') return text(inner);
  if (kind === 'boolValue' && typeof inner === 'boolean') return inner;
  if (kind === 'intValue' && typeof inner === 'string' && /^-?\d+$/.test(inner)) return Number(inner);
  if (kind === 'arrayValue') return list(fields(inner, ['values']).values).map(readValue);
  throw new Error(`no value: ${JSON.stringify(value)}`);
}

function fields(value: unknown, known: string[]): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object');
  const odd = Object.keys(value).filter((key) => !known.includes(key));
  if (odd.length > 0) throw new Error(`unknown: ${odd.join(', ')}`);
  return value as Row;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('not a list');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string' || !value.isWellFormed()) throw new Error('not a text');
  return value;
}

function hex(value: unknown, length: number): string {
  if (typeof value !== 'string' || value.length !== length || !/^[0-9a-f]+$/.test(value) || /^0+$/.test(value))
    throw new Error('no id');
  return value;
}

function nano(value: unknown): bigint {
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) throw new Error('no time');
  return BigInt(value);
}
