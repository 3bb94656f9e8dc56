// A small model server on loopback that speaks one provider API and rejects the others: it requires that API's headers, records
// every reply request, and answers with one sentence.

import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicViolations } from '../../test/support/validators/anthropic.ts';
import { openAiChatViolations } from '../../test/support/validators/openAiChat.ts';
import type { RuleViolation } from '../../test/support/validators/violation.ts';
import { contentType, speak } from '../../test/support/wires/speech.ts';

interface Wire {
  /** The path of reply requests. */
  path: string;
  accepts(headers: IncomingHttpHeaders): boolean;
  models(id: string): unknown;
  violations(body: Record<string, unknown>): RuleViolation[];
}

const wires = {
  anthropic: {
    path: '/v1/messages',
    accepts: (headers) => headers['anthropic-version'] !== undefined,
    models: (id) => ({ data: [{ type: 'model', id, display_name: id }], has_more: false }),
    violations: anthropicViolations,
  },
  openai: {
    path: '/v1/chat/completions',
    accepts: (headers) => headers['anthropic-version'] === undefined,
    models: (id) => ({ object: 'list', data: [{ id, object: 'model' }] }),
    violations: openAiChatViolations,
  },
} as const satisfies Record<string, Wire>;

export interface SmallServer {
  /** Without a path. */
  address: string;
  /** Reply requests, oldest first. */
  requests: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[];
  /** Rules of its API that a request violated. */
  broken: RuleViolation[];
  close(): Promise<unknown>;
}

/** `key`: other keys are rejected. */
export async function startSmallServer(kind: keyof typeof wires, says: string, key?: string): Promise<SmallServer> {
  const wire: Wire = wires[kind];
  const model = `small-${kind}`;
  const requests: SmallServer['requests'] = [];
  const broken: RuleViolation[] = [];
  const server = createServer(async (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? '', 'http://local');
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (!wire.accepts(incoming.headers)) return answer(400, { error: { message: 'a header is missing' } });
    const given = incoming.headers.authorization?.replace('Bearer ', '');
    if (key !== undefined && given !== key) return answer(401, { error: { message: 'no such key' } });
    if (pathname === '/v1/models') return answer(200, wire.models(model));
    if (pathname !== wire.path) return answer(404, { error: { message: 'not found' } });
    const body = JSON.parse(await textOf(incoming)) as Record<string, unknown>;
    requests.push({ headers: incoming.headers, body });
    broken.push(...wire.violations(body));
    response.writeHead(200, { 'content-type': contentType(kind) });
    response.end(speak(kind, { text: says }, { model, number: requests.length }).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    broken,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of incoming) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString('utf8');
}
