// A model server on loopback that speaks every wire, each at its own path: it says what it is told to, keeps every request, and
// holds each against the rules that were written without a look at the program. A broken rule fails the test that asked.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { WireKind } from '../../../shared/features/models/providerKind.ts';
import { openAiRuleBreaks } from '../openAiRules.ts';
import { anthropicViolations } from '../validators/anthropic.ts';
import { geminiViolations } from '../validators/gemini.ts';
import { ollamaViolations } from '../validators/ollama.ts';
import { openAiChatViolations } from '../validators/openAiChat.ts';
import { openAiResponsesViolations } from '../validators/openAiResponses.ts';
import type { RuleViolation } from '../validators/violation.ts';
import { contentType, type Speech, speak } from './speech.ts';

export interface WireRequest {
  kind: WireKind;
  model: string;
  /** Exactly as it came. */
  text: string;
  body: Record<string, unknown>;
  headers: IncomingHttpHeaders;
}

/** What is said, or what is done with the answer. */
export type WireAnswer = Speech | ((response: ServerResponse) => void);

export interface WireServer {
  /** Without a path. */
  address: string;
  port: number;
  /** Of a reply, oldest first. */
  requests: WireRequest[];
}

/** Call it inside a test: it ends with it. `answer` is asked for each request for a reply. */
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

/** Every rule of its wire that a request breaks. */
export function violationsOf({ kind, body, model }: Pick<WireRequest, 'kind' | 'body' | 'model'>): RuleViolation[] {
  switch (kind) {
    case 'openai':
      // A compatible server: it has the field of DeepSeek and Kimi beside those of OpenAI.
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

const paths: readonly [WireKind, RegExp][] = [
  ['openai', /^\/v1\/chat\/completions$/],
  ['responses', /^\/v1\/responses$/],
  ['anthropic', /^\/v1\/messages$/],
  ['gemini', /^\/v1beta\/models\/([^/:]+):streamGenerateContent$/],
  ['ollama', /^\/api\/chat$/],
];

/** Null for what asks for no reply. */
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
