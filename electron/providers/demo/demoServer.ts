// The demo model: a scripted OpenAI-compatible server on loopback, inside the app. It is reached over real HTTP through
// the same provider as any other model. Its address has a random part, so that no other program can use it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import { demoReply } from './reply.ts';
import type { Scenario } from './scenario.ts';
import { pieces, sendReply } from './sendReply.ts';
import type { ChatRequest } from './turn.ts';

export interface DemoServer {
  /** Up to and including `/v1`. */
  url: string;
  close(): Promise<void>;
}

export interface DemoServerOptions {
  scenario: Scenario;
  /** For those who write Chinese. */
  chinese?: Scenario;
  clock: Clock;
  /** The secret part of the address. */
  token: string;
  /** As `process.platform`: which form a command has. */
  platform: string;
}

const bodyLimit = 64 * 1024 * 1024;
/** What the script could read; told so that the window can show how full a conversation is. */
const contextWindow = 128_000;

export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const base = `/${options.token}/v1`;
  const server = createServer((request, response) => {
    response.on('error', () => {});
    if (request.url === `${base}/models` && request.method === 'GET') return sendModels(response, options.scenario);
    if (request.url === `${base}/chat/completions` && request.method === 'POST') {
      answer(request, response, options).catch(() => response.destroy());
      return;
    }
    refuse(response, 404, 'There is nothing at this address.');
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, options: DemoServerOptions): Promise<void> {
  const { scenario, chinese, clock, platform } = options;
  const body = readRequest(await readBody(request));
  if (!body) return refuse(response, 400, 'The request has no list of messages.');
  const reply = demoReply(body, chinese ? [scenario, chinese] : [scenario], platform);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  await sendReply(response, body, {
    model: scenario.model,
    texts: pieces(reply.text, scenario.chunk_characters),
    calls: reply.calls,
    wait: () => clock.wait(reply.delayMs, gone.signal),
  });
}

function sendModels(response: ServerResponse, scenario: Scenario): void {
  const data = [{ id: scenario.model, object: 'model', owned_by: 'demo', context_length: contextWindow }];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data }));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bodyLimit) throw new Error('too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readRequest(text: string): ChatRequest | null {
  try {
    const body: unknown = JSON.parse(text);
    const hasMessages = typeof body === 'object' && body !== null && Array.isArray((body as ChatRequest).messages);
    return hasMessages ? (body as ChatRequest) : null;
  } catch {
    return null;
  }
}
