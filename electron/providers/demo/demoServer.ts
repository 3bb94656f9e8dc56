// The demo model: a scripted, OpenAI-compatible server on loopback, reached over real HTTP through the regular
// provider. Its URL contains a secret, so that no other app can use it.

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Scenario, ScenarioFailure } from '../../interop/scenario/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChatRequest } from './conversation.ts';
import { nextReply } from './reply.ts';
import { sendError, sendFailure, sendReply, splitText } from './sendReply.ts';

export interface DemoServer {
  /** Up to and including `/v1`. */
  url: string;
  close(): Promise<void>;
}

export interface DemoServerOptions {
  /** The default scenario first; further ones for other languages. */
  scenarios: readonly [Scenario, ...Scenario[]];
  clock: Clock;
  /** Secret part of the URL. */
  token: string;
  /** As `process.platform`; selects the form of commands. */
  platform: string;
}

const bodyLimit = 64 * 1024 * 1024;
/** Reported so that the window can display context usage. */
const contextWindow = 128_000;

export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const base = `/${options.token}/v1`;
  const [{ model }] = options.scenarios;
  const failed = new Map<string, number>();
  const server = createServer((request, response) => {
    response.on('error', () => {});
    if (request.url === `${base}/models` && request.method === 'GET') return sendModels(response, model);
    if (request.url === `${base}/chat/completions` && request.method === 'POST') {
      answer(request, response, options, failed).catch(() => response.destroy());
      return;
    }
    sendError(response, 404, 'There is nothing at this address.');
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

/** `failed`: failures per request so far; the only state. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { scenarios, clock, platform }: DemoServerOptions,
  failed: Map<string, number>,
): Promise<void> {
  const body = readRequest(await readBody(request));
  if (!body) return sendError(response, 400, 'The request has no list of messages.');
  let reply: ReturnType<typeof nextReply>;
  try {
    reply = nextReply(body, scenarios, platform);
  } catch (thrown) {
    return sendError(response, 400, (thrown as Error).message);
  }
  if (!reply) return sendError(response, 404, 'No rule of the scenario takes this, and it has no default.');
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const [{ model, chunk_characters: size }] = scenarios;
  const toSend = {
    ...reply,
    model,
    texts: splitText(reply.text, size),
    thoughts: splitText(reply.thinking, size),
    wait: () => clock.wait(reply.delayMs, disconnected.signal),
  };
  const failure = nextFailure(reply.failures, body, failed);
  await (failure ? sendFailure(response, body, toSend, failure) : sendReply(response, body, toSend));
}

function nextFailure(
  failures: readonly ScenarioFailure[],
  { messages }: ChatRequest,
  failed: Map<string, number>,
): ScenarioFailure | undefined {
  if (failures.length === 0) return undefined;
  const key = createHash('sha256').update(JSON.stringify(messages)).digest('base64');
  const attempt = failed.get(key) ?? 0;
  let until = 0;
  const failure = failures.find(({ times = Number.POSITIVE_INFINITY }) => {
    until += times;
    return attempt < until;
  });
  // Reset after the reply, so that the next conversation fails the same way.
  if (failure) failed.set(key, attempt + 1);
  else failed.delete(key);
  return failure;
}

function sendModels(response: ServerResponse, model: string): void {
  const data = [{ id: model, object: 'model', owned_by: 'demo', context_length: contextWindow }];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data }));
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
