// A local server for Anthropic's Messages API: answers each request with the next of its answers and records it.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from '../../electron/ports/provider.ts';
import { anthropicApi } from '../../electron/providers/anthropic/api.ts';
import { createApiProvider } from '../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../electron/providers/http/noTimeoutFetch.ts';

export type Row = Record<string, unknown>;

export interface MessagesAnswer {
  events: readonly Row[];
  /** `cut`: the connection breaks after the last event; `open`: nothing more is sent, and it stays open. */
  end?: 'cut' | 'open';
}

export interface MessagesServer {
  provider: Provider;
  bodies: Row[];
  headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

export async function startMessagesServer(answers: readonly (MessagesAnswer | Row)[]): Promise<MessagesServer> {
  const bodies: Row[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const rest = [...answers];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += String(data);
    });
    request.on('end', () => {
      headers.push(request.headers);
      if (body !== '') bodies.push(JSON.parse(body) as Row);
      const answer = rest.shift() ?? {};
      const isStream = Array.isArray(answer.events);
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      if (!isStream) return response.end(JSON.stringify(answer));
      const { events, end } = answer as MessagesAnswer;
      const sent = events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');
      if (end === undefined) return response.end(sent);
      response.write(sent, () => {
        if (end === 'cut') setImmediate(() => response.destroy());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider = createApiProvider(anthropicApi, {
    id: 'p',
    baseUrl: `http://127.0.0.1:${port}`,
    key: 'sk-ant-test-1234567890',
    fetch: createNoTimeoutFetch().fetch,
  });
  return {
    provider,
    bodies,
    headers,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A block as streamed: started empty, then sent in two pieces if it can be split. `json`: overrides its input. */
export function streamed(index: number, block: Row, json?: string): Row[] {
  const { text, thinking, signature, input } = block;
  const empty: Row = { text: '', thinking: '', signature: '', input: {} };
  const start = Object.fromEntries(Object.entries(block).map(([name, value]) => [name, empty[name] ?? value])) as Row;
  const deltas: Row[] = [];
  const halves = (value: unknown): string[] => {
    const all = String(value);
    const middle = Math.ceil(all.length / 2);
    return [all.slice(0, middle), all.slice(middle)].filter(Boolean);
  };
  if (text !== undefined) {
    for (const piece of halves(text)) deltas.push({ type: 'text_delta', text: piece });
  }
  if (thinking !== undefined) {
    for (const piece of halves(thinking)) deltas.push({ type: 'thinking_delta', thinking: piece });
  }
  if (signature !== undefined) deltas.push({ type: 'signature_delta', signature });
  if (input !== undefined || json !== undefined) {
    start.input ??= {};
    for (const piece of halves(json ?? JSON.stringify(input))) {
      deltas.push({ type: 'input_json_delta', partial_json: piece });
    }
  }
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

export interface MessageParts {
  model?: string;
  usage?: Row;
  stop?: string | null;
  later?: Row;
  message?: Row;
  delta?: Row;
}

/** A message's events around those of its blocks. */
export function messageEvents(blocks: readonly Row[], parts: MessageParts = {}): Row[] {
  const { model = 'claude-opus-4-7', usage = { input_tokens: 10, output_tokens: 1 }, stop = 'end_turn' } = parts;
  const { later = { output_tokens: 5 }, message = {}, delta = {} } = parts;
  const begun = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  return [
    { type: 'message_start', message: { ...begun, stop_sequence: null, usage, ...message } },
    { type: 'ping' },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null, ...delta }, usage: later },
    { type: 'message_stop' },
  ];
}

/** A whole message: its blocks streamed in order. */
export function messageOf(content: readonly Row[], parts: MessageParts = {}): MessagesAnswer {
  return {
    events: messageEvents(
      content.flatMap((block, at) => streamed(at, block)),
      parts,
    ),
  };
}
