// An OpenAI-compatible model server on loopback that answers from a script, records every request, and validates each
// against the providers' published rules: a violation is answered with OpenAI's 400 and recorded, and `close` throws if
// there were any, so that every test with it also tests the rules.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Reply, type RequestBody, resolveReply, writeReply } from './fakeReply.ts';
import { openAiRuleBreaks, type RuleBreak } from './openAiRules.ts';

export type { Reply, ReplyStep, RequestBody } from './fakeReply.ts';
export { deltaStep } from './fakeReply.ts';

interface RecordedRequest {
  /** The body exactly as received. */
  text: string;
  body: RequestBody;
  headers: IncomingHttpHeaders;
  /** Resolves when the answer has ended, or the client has disconnected. */
  ended: Promise<void>;
}

export interface FakeModelServer {
  /** Base URL, up to and including `/v1`. */
  url: string;
  port: number;
  /** The chat requests so far, oldest first. */
  requests: RecordedRequest[];
  violations: RuleBreak[];
  push(...replies: Reply[]): void;
  /** Resolves with the request once this many have arrived (1: the first). */
  request(count: number): Promise<RecordedRequest>;
  assertNoViolations(): void;
  /** Throws if a rule was violated, unless the test expects it. */
  close(options?: { allowViolations?: boolean }): Promise<void>;
}

export interface FakeModelServerOptions {
  /** Sent in order, one per chat request. */
  replies?: readonly Reply[];
  /** Answers every request after the script's end; by default that is a 500 and a violation. */
  otherwise?: Reply;
  /** Models listed by `GET /models`; default `fake-model`. */
  models?: readonly string[];
  /** The context size in tokens that `GET /models` reports. */
  window?: number;
  /** If set, a request without `Authorization: Bearer <key>` is answered with 401. */
  key?: string;
}

export async function startFakeModelServer(options: FakeModelServerOptions = {}): Promise<FakeModelServer> {
  const script: Reply[] = [...(options.replies ?? [])];
  const requests: RecordedRequest[] = [];
  const violations: RuleBreak[] = [];
  const waiting = new Set<() => void>();

  const chat = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(incoming);
    const body = parse(text);
    const ended = new Promise<void>((resolve) => response.once('close', () => resolve()));
    requests.push({ text, body: body as RequestBody, headers: incoming.headers, ended });
    for (const wake of waiting) wake();
    const broken = openAiRuleBreaks(body);
    violations.push(...broken);
    if (broken[0]) return refuse(response, 400, broken[0].message);
    const reply = script.shift() ?? options.otherwise;
    if (reply === undefined) {
      violations.push({ rule: 'script', message: 'no reply scripted' });
      return refuse(response, 500, 'no reply scripted');
    }
    await writeReply(await resolveReply(reply, body as RequestBody), body as RequestBody, response);
  };

  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://local').pathname;
    if (options.key !== undefined && incoming.headers.authorization !== `Bearer ${options.key}`) {
      return refuse(response, 401, 'Incorrect API key provided.');
    }
    if (incoming.method === 'GET' && path === '/v1/models') return sendModels(response, options);
    if (incoming.method === 'POST' && path === '/v1/chat/completions') {
      chat(incoming, response).catch((thrown: unknown) => {
        violations.push({ rule: 'script', message: `the script threw: ${String(thrown)}` });
        response.destroy();
      });
      return;
    }
    refuse(response, 404, `Invalid URL (${incoming.method} ${path})`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const assertNoViolations = (): void => {
    if (violations.length === 0) return;
    const lines = violations.map((broken) => `  ${broken.rule}: ${broken.message}`);
    throw new Error(`The model server refused requests:\n${lines.join('\n')}`);
  };

  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    violations,
    assertNoViolations,
    push: (...replies) => void script.push(...replies),
    request: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = requests[count - 1];
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: async (closing = {}) => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      if (!closing.allowViolations) assertNoViolations();
    },
  };
}

function sendModels(response: ServerResponse, options: FakeModelServerOptions): void {
  const window = options.window === undefined ? {} : { context_length: options.window };
  const data = (options.models ?? ['fake-model']).map((id) => ({ id, object: 'model', owned_by: 'test', ...window }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data }));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of incoming) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
