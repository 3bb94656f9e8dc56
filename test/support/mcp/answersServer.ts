// A server with canned answers, sent verbatim: over stdio as its own process (`answersServer.ts FILE`), or over HTTP as
// JSON or an event stream.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

type Row = Record<string, unknown>;

export interface Answers {
  /** Fields of the answer to `initialize`, instead of the default ones. */
  initialize?: Row;
  /** Results by method. */
  results?: Readonly<Record<string, unknown>>;
  /** Results by tool name. */
  calls?: Readonly<Record<string, unknown>>;
  /** By tool name: the message's fields next to its ID, instead of a result. */
  messages?: Readonly<Record<string, Row>>;
  /** By tool name: a request to the client before it answers with the client's response. */
  asks?: Readonly<Record<string, Row>>;
}

export const answersScript = import.meta.filename;

const plainTool = (name: string): Row => ({ name, description: name, inputSchema: { type: 'object', properties: {} } });

function answerOf(answers: Answers, message: Row): Row | null {
  const { id, method } = message;
  if (id === undefined || typeof method !== 'string') return null;
  const params = (message.params ?? {}) as Row;
  const answered = (result: unknown): Row => ({ jsonrpc: '2.0', id, result });
  if (method === 'initialize') {
    const serverInfo = { name: 'answers', version: '1' };
    const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} };
    return answered({ protocolVersion: params.protocolVersion, capabilities, serverInfo, ...answers.initialize });
  }
  if (method === 'tools/call') {
    const name = String(params.name);
    const given = answers.messages?.[name];
    if (given) return { jsonrpc: '2.0', id, ...given };
    if (answers.calls && Object.hasOwn(answers.calls, name)) return answered(answers.calls[name]);
    return answered({ content: [{ type: 'text', text: `called with ${JSON.stringify(params.arguments)}` }] });
  }
  if (answers.results && Object.hasOwn(answers.results, method)) return answered(answers.results[method]);
  if (method === 'tools/list') {
    const names = [answers.calls, answers.messages, answers.asks].flatMap((row) => Object.keys(row ?? {}));
    return answered({ tools: names.map(plainTool) });
  }
  if (method === 'ping') return answered({});
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
}

/** Over HTTP, until `close`. */
export async function startAnswers(answers: Answers, form: 'json' | 'sse') {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    let text = '';
    for await (const part of request) text += String(part);
    const answer = answerOf(answers, JSON.parse(text) as Row);
    if (answer === null) return void response.writeHead(202).end();
    const json = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': form === 'json' ? 'application/json' : 'text/event-stream' });
    response.end(form === 'json' ? json : `id: 1\nevent: message\ndata: ${json}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}

if (process.argv[1] === answersScript) {
  const answers = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Answers;
  const send = (message: Row): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
  const waiting = new Map<unknown, (message: Row) => void>();
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line) as Row;
    if (message.method === undefined) return waiting.get(message.id)?.(message);
    const asked = answers.asks?.[String((message.params as Row | undefined)?.name)];
    if (message.method !== 'tools/call' || !asked) {
      const answer = answerOf(answers, message);
      if (answer) send(answer);
      return;
    }
    const id = `q${waiting.size}`;
    waiting.set(id, ({ result, error }) => {
      const content = [{ type: 'text', text: JSON.stringify(result ?? error) }];
      send({ jsonrpc: '2.0', id: message.id, result: { content } });
    });
    send({ jsonrpc: '2.0', id, ...asked });
  });
}
