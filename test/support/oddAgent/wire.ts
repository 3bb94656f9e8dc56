// The odd agent's end of the connection: JSON-RPC lines over stdio, without a library, so that it can send what none would.

import { appendFileSync } from 'node:fs';

export type Row = Record<string, unknown>;

/** An error as an answer to a request, of either side. */
export class Refused extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(error: Row) {
    super(String(error.message));
    this.code = Number(error.code);
    this.data = error.data;
  }
}

export interface Wire {
  send(message: Row): void;
  /** Bytes as they are, without a line end. */
  raw(bytes: string | Uint8Array): void;
  /** Resolves when the client has read most of what was sent. */
  drained(): Promise<void>;
  /** Sends a request; `id` is known before the response arrives. Rejects with `Refused`. */
  request(method: string, params: unknown): { id: string; response: Promise<Row> };
  notify(method: string, params: unknown): void;
  respond(id: unknown, result: unknown): void;
  refuse(id: unknown, code: number, message: string, data?: unknown): void;
}

export interface WireEvents {
  onRequest(id: unknown, method: string, params: Row): void;
  onNotification(method: string, params: Row): void;
  onEnd(): void;
}

/** `log`: a file that receives each message, as `> ` (from the client) or `< ` and its JSON. */
export function openWire(events: WireEvents, log: string | null): Wire {
  const waiting = new Map<unknown, { resolve(result: Row): void; reject(error: Error): void }>();
  let requestCount = 0;
  const note = (line: string): void => {
    if (log !== null) appendFileSync(log, `${line}\n`);
  };
  const send = (message: Row): void => {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    note(`< ${line}`);
    process.stdout.write(`${line}\n`);
  };

  function receive(line: string): void {
    note(`> ${line}`);
    const { id, method, params, result, error } = JSON.parse(line) as Row;
    if (typeof method === 'string') {
      if (id === undefined) events.onNotification(method, (params ?? {}) as Row);
      else events.onRequest(id, method, (params ?? {}) as Row);
      return;
    }
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error) asker?.reject(new Refused(error as Row));
    else asker?.resolve((result ?? {}) as Row);
  }

  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') receive(line);
  });
  process.stdin.on('end', () => events.onEnd());
  // The client was killed: nobody reads any more.
  process.stdout.on('error', () => events.onEnd());

  return {
    send,
    raw: (bytes) => void process.stdout.write(bytes),
    drained: () =>
      process.stdout.writableNeedDrain
        ? new Promise((resolve) => process.stdout.once('drain', resolve))
        : new Promise(setImmediate),
    request(method, params) {
      const id = `odd-${++requestCount}`;
      const response = new Promise<Row>((resolve, reject) => waiting.set(id, { resolve, reject }));
      // Some turns never look at the response.
      response.catch(() => {});
      send({ id, method, params });
      return { id, response };
    },
    notify: (method, params) => send({ method, params }),
    respond: (id, result) => send({ id, result }),
    refuse: (id, code, message, data) =>
      send({ id, error: { code, message, ...(data === undefined ? {} : { data }) } }),
  };
}
