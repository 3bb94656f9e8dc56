// A model server on loopback that speaks every API, each at its own path: it sends what the test specifies, records
// every request, and checks each against independently written rules. A violation fails the test.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import { openAiRuleBreaks } from '../openAiRules.ts';
import { anthropicViolations } from '../validators/anthropic.ts';
import { geminiViolations } from '../validators/gemini.ts';
import { ollamaViolations } from '../validators/ollama.ts';
import { openAiChatViolations } from '../validators/openAiChat.ts';
import { openAiResponsesViolations } from '../validators/openAiResponses.ts';
import type { RuleViolation } from '../validators/violation.ts';
import { contentType, type Speech, speak } from './speech.ts';

export interface WireRequest {
  kind: ProviderKind;
  model: string;
  /** Exactly as received. */
  text: string;
  body: Record<string, unknown>;
  headers: IncomingHttpHeaders;
}

/** What to send, or how to handle the response. */
export type WireAnswer = Speech | ((response: ServerResponse) => void);

export interface WireServer {
  /** Without a path. */
  address: string;
  port: number;
  /** For replies, oldest first. */
  requests: WireRequest[];
}

/** Call it inside a test, with which it ends. `answer` is called for each reply request. */
export async function startWireServer(answer: (request: WireRequest) => WireAnswer): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const broken: string[] = [];
  const server = createServer(async (incoming, response) => {
    response.on('error', () => {});
    const text = await readBody(incoming);
    const asked = requestOf(incoming, text);
    if (!asked) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'not found' } }));
      return;
    }
    requests.push(asked);
    broken.push(
      ...violationsOf(asked).map(({ rule, where, message }) => `${asked.kind}: ${rule} ${where}: ${message}`),
    );
    const said = answer(asked);
    if (typeof said === 'function') return said(response);
    response.writeHead(200, { 'content-type': contentType(asked.kind) });
    response.end(speak(asked.kind, said, { model: asked.model, number: requests.length }).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(broken).toEqual([]);
  });
  return { address: `http://127.0.0.1:${port}`, port, requests };
}

/** Every rule of its API that a request violates. */
export function violationsOf({ kind, body, model }: Pick<WireRequest, 'kind' | 'body' | 'model'>): RuleViolation[] {
  switch (kind) {
    case 'openai':
      // A compatible server has the DeepSeek and Kimi field in addition to OpenAI's.
      return [
        ...openAiChatViolations(body).filter(({ message }) => message !== 'Unknown parameter: reasoning_content'),
        ...openAiRuleBreaks(body).map((broken) => ({ ...broken, where: '' })),
      ];
    case 'responses':
      return openAiResponsesViolations(body);
    case 'anthropic':
      return anthropicViolations(body);
    case 'gemini':
      return geminiViolations(body, model);
    case 'ollama':
      return ollamaViolations(body);
  }
}

const paths: readonly [ProviderKind, RegExp][] = [
  ['openai', /^\/v1\/chat\/completions$/],
  ['responses', /^\/v1\/responses$/],
  ['anthropic', /^\/v1\/messages$/],
  ['gemini', /^\/v1beta\/models\/([^/:]+):streamGenerateContent$/],
  ['ollama', /^\/api\/chat$/],
];

/** Null if it does not request a reply. */
export function requestOf({ method, url = '', headers }: IncomingMessage, text: string): WireRequest | null {
  const { pathname } = new URL(url, 'http://local');
  const found = method === 'POST' ? paths.find(([, path]) => path.test(pathname)) : undefined;
  if (!found) return null;
  const [kind, path] = found;
  const body = JSON.parse(text) as Record<string, unknown>;
  return { kind, model: String(body.model ?? path.exec(pathname)?.[1]), text, body, headers };
}

export async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of incoming) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString('utf8');
}
