// A request's bytes are those of its plain JSON, whatever its content and length.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { toApiMessages } from '../../../electron/conversation/apiMessages.ts';
import { providerApis } from '../../../electron/providers/apis.ts';
import { createApiProvider } from '../../../electron/providers/http/apiProvider.ts';
import { createNoTimeoutFetch } from '../../../electron/providers/http/noTimeoutFetch.ts';
import { serializeBody, toFetchBody } from '../../../electron/providers/http/writtenBody.ts';
import { cite } from '../../support/cite.ts';
import { assistantMessage, call, conversationOf, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { volume } from '../../support/volume.ts';

const textOf = ({ pieces }: { pieces: readonly Uint8Array[] }): string => Buffer.concat(pieces).toString('utf8');

/** Turns with a call whose result is long, in characters of one, two, three and four bytes. */
function request(turns: number, length = 4_000) {
  const records = Array.from({ length: turns }, (_, at) => [
    userMessage(`question ${at} "é"`),
    assistantMessage('', [call(`c${at}`, 'read_file', `{"path":"a${at}"}`)]),
    toolMessage(`c${at}`, `${'line\n\t\\'.repeat(length / 10)}${'é中😀'.repeat(length / 10)}`),
    assistantMessage(`answer ${at}`),
  ]).flat();
  const { messages } = toApiMessages(conversationOf([...records, userMessage('go on')]));
  const parameters = { type: 'object', properties: {}, required: [], additionalProperties: false };
  const tools = [{ type: 'function' as const, function: { name: 'read_file', description: 'Reads.', parameters } }];
  return { model: 'some-model', system: 'Be brief.', messages, tools };
}

test(cite(['SEQ-1', 'PERF-9'], 'any body is written as its JSON'), async () => {
  const anything = fc.oneof(fc.jsonValue(), fc.array(fc.option(fc.jsonValue(), { nil: undefined })));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.dictionary(fc.string(), anything), anything), async (body) => {
      const plain = JSON.stringify(body) as string | undefined;
      if (plain === undefined) return;
      const written = await serializeBody(body);
      expect(textOf(written)).toBe(Buffer.from(plain).toString('utf8'));
      expect(written.bytes).toBe(Buffer.byteLength(plain));
    }),
    { numRuns: volume({ short: 60, all: 300 }) },
  );
});

test(cite('PERF-9', 'a text longer than a chunk, and its surroundings, are complete'), async () => {
  for (const length of [21_000, 22_000, 65_536, 174_762, 174_763, 600_000]) {
    const body = { model: 'm', messages: ['a', '中'.repeat(length), 'b', 'x'.repeat(length), undefined], stream: true };
    expect(textOf(await serializeBody(body))).toBe(JSON.stringify(body));
  }
});

test.each(Object.entries(providerApis))(
  cite(['SEQ-1', 'PERF-9'], 'what arrives over %s is the plain JSON of its body, with its length'),
  async (name, wire) => {
    const seen: { headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer(async (asked, response) => {
      seen.push({ headers: asked.headers, body: await text(asked) });
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const way = createNoTimeoutFetch();
    onTestFinished(async () => {
      await way.close();
      server.closeAllConnections();
      server.close();
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const provider = createApiProvider(wire, { id: 'p', baseUrl, key: 'k', fetch: way.fetch });
    for (const made of [request(1), request(400)]) {
      const plain = JSON.stringify(provider.body(made));
      // Twice: a failed request is sent again.
      for (let attempt = 0; attempt < 2; attempt++) {
        expect(await provider.check(made)).toMatchObject({ ok: true });
        const observer = { onText() {}, onReasoning() {}, onCall() {} };
        const outcome = await provider.complete(made, {
          signal: new AbortController().signal,
          idleTimeoutMs: 20_000,
          observer,
        });
        expect([name, outcome.kind]).toEqual([name, 'failed']);
        const last = seen.at(-1);
        expect(last?.headers['content-length']).toBe(String(Buffer.byteLength(plain)));
        expect(last?.headers['transfer-encoding']).toBeUndefined();
        expect(last?.body === plain).toBe(true);
      }
    }
    expect(seen).toHaveLength(4);
    expect(seen[3]?.body.length).toBeGreaterThan(1_000_000);
  },
);

test(cite('PERF-9', 'a body in chunks is generated again each time it is sent'), async () => {
  const written = await serializeBody({
    messages: Array.from({ length: 300 }, (_, at) => `${at} ${'y'.repeat(5_000)}`),
  });
  expect(written.pieces.length).toBeGreaterThan(1);
  const read = async (): Promise<string> => new Response(toFetchBody(written).body).text();
  expect(await read()).toBe(textOf(written));
  expect(await read()).toBe(textOf(written));
});
