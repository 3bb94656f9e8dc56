// Headers that the user adds to every request of a provider, and who can see their values.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ProviderKind } from '../../../shared/features/models/providerKind.ts';
import { cite } from '../../support/cite.ts';
import { callModel, failureOf, modelRequest, replyOf } from '../../support/modelCall.ts';
import { openRegistry, plain } from '../../support/openRegistry.ts';
import { errorOf, okValue } from '../../support/result.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';
import { baseUrlOf } from '../../support/wireUnderTest.ts';

const secret = 'gateway-secret-0123456789';
const headers = [
  { name: 'X-Gateway', value: secret },
  { name: 'authorization', value: `Bearer own-${secret}` },
];
const kinds: ProviderKind[] = ['openai', 'responses', 'anthropic', 'gemini', 'ollama'];

/** Rejects everything, and repeats what it received. */
async function startEcho(): Promise<{ address: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((incoming, response) => {
    incoming.resume();
    asked.push(incoming);
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `no: ${JSON.stringify(incoming.headers)}` } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test.each(kinds)(
  cite(
    'PROVIDER-3',
    '%s: they are sent with each request, including the model list, and override ours; no error repeats a value',
  ),
  async (kind) => {
    const server = await startEcho();
    const { save, registry } = openRegistry();
    const { id } = await save({ kind, baseUrl: baseUrlOf(kind, server.address), connection: { headers } });
    okValue(await registry.setKey(id, 'key-0123456789'));
    const provider = okValue(await registry.get(id));
    const failure = await failureOf(provider);
    const models = errorOf(await provider.listModels(new AbortController().signal));
    expect(server.asked.length).toBeGreaterThan(1);
    for (const { headers: sent } of server.asked) {
      expect(sent).toMatchObject({ 'x-gateway': secret, authorization: `Bearer own-${secret}` });
    }
    expect(failure.message).toContain('x-gateway');
    expect(JSON.stringify([failure, models])).not.toMatch(/gateway-secret|key-0123456789/);
  },
);

test(
  cite(['PROVIDER-2', 'PROVIDER-3'], 'a local server that only reports to authorized clients is queried with them'),
  async () => {
    const server = createServer(({ url, headers: sent }, response) => {
      if (sent.authorization !== 'Bearer key-0123456789' || sent['x-gateway'] !== secret)
        return void response.writeHead(401).end();
      if (url === '/v1/models') return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'local' }] }));
      if (url !== '/props') return void response.writeHead(404).end();
      response.end(
        JSON.stringify({
          default_generation_settings: { n_ctx: 12_345 },
          chat_template_caps: { supports_tools: true },
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { save, registry } = openRegistry();
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { id } = await save({ baseUrl, connection: { headers: headers.slice(0, 1) } });
    okValue(await registry.setKey(id, 'key-0123456789'));
    const models = okValue(await registry.models(id, new AbortController().signal));
    expect(models).toMatchObject([{ id: 'local', contextWindow: 12_345, tools: true }]);
  },
);

test(cite('PROVIDER-3', 'a value is in the keychain and in no file, and is never returned'), async () => {
  const { save, registry, stored, keychain } = openRegistry();
  const info = await save({ baseUrl: 'http://127.0.0.1:1/v1', connection: { headers } });
  expect(info.connection?.headers).toEqual(['X-Gateway', 'authorization']);
  expect(stored().providers[0]).toMatchObject({ headers: ['X-Gateway', 'authorization'] });
  expect(JSON.stringify([stored(), await registry.list()])).not.toContain(secret);
  // Hidden wherever a text repeats it, including what follows `Bearer`.
  expect(keychain.knownSecrets()).toEqual(expect.arrayContaining([secret, `own-${secret}`]));
});

test(
  cite('PROVIDER-3', 'when changed, an empty value keeps the saved one, and a removed name removes its value'),
  async () => {
    const server = await startWireServer(() => ({ text: 'hi' }));
    const { save, saved, keychain } = openRegistry();
    const baseUrl = `${server.address}/v1`;
    const { id } = await save({ baseUrl, connection: { headers } });
    const provider = await saved({ id, baseUrl, connection: { headers: [{ name: 'x-gateway', value: '' }] } });
    await replyOf(provider);
    expect(server.requests[0]?.headers).toMatchObject({ 'x-gateway': secret });
    expect(okValue(await keychain.get(`provider-headers:${id}`))).not.toContain('own-');
  },
);

test(cite('PROVIDER-3', 'with another address neither key nor values are included, which is reported'), async () => {
  const [one, other] = [await startEcho(), await startEcho()];
  const { save, registry, keychain } = openRegistry();
  const { id } = await save({ baseUrl: `${one.address}/v1`, connection: { headers } });
  okValue(await registry.setKey(id, 'key-0123456789'));
  const elsewhere = `${other.address}/v1`;
  const kept = { ...plain, headers: [{ name: 'X-Gateway', value: '' }] };
  const refused = errorOf(await registry.save({ id, name: 'mine', baseUrl: elsewhere, connection: kept }));
  expect(refused).toMatchObject({ code: 'SETTINGS_INVALID', details: { field: 'headers.0' } });
  expect(refused.message).toContain('belongs to the previous address');
  const typed = { provider: id, baseUrl: elsewhere, key: '', connection: kept };
  expect(errorOf(await registry.typed(typed)).message).toContain('previous address');
  expect(errorOf(await registry.typed({ ...typed, key: 'new-0123456789' })).message).toContain('previous address');

  // Changed by someone unaware of headers.
  okValue(await registry.save({ id, name: 'mine', baseUrl: elsewhere }));
  await callModel(okValue(await registry.get(id)));
  expect(other.asked.map(({ headers: sent }) => [sent['x-gateway'], sent.authorization])).toEqual([
    [undefined, 'Bearer not-needed'],
  ]);
  expect(okValue(await keychain.get(`provider-headers:${id}`))).toBeNull();
  expect(one.asked).toEqual([]);
});

test(cite('PROVIDER-3', 'a missing value is reported, and nothing is sent without it'), async () => {
  const { save, registry, keychain } = openRegistry();
  const { id } = await save({ baseUrl: 'http://127.0.0.1:1/v1', connection: { headers } });
  okValue(await keychain.remove(`provider-headers:${id}`));
  const error = errorOf(await registry.get(id));
  expect(error.code).toBe('LLM_AUTH_FAILED');
  expect(error.message).toContain('The header “X-Gateway” of “mine” has no saved value');
});

test.each([
  ['', 'x', 'is not a valid header name'],
  ['X Y', 'x', 'is not a valid header name'],
  ['Content-Length', '3', 'set by Throughline'],
  ['host', 'x', 'set by Throughline'],
  ['Proxy-Authorization', 'x', 'is for the proxy'],
  ['x-a', 'two\nlines', 'plain letters, digits and symbols'],
  ['x-a', 'ünïcödé', 'plain letters, digits and symbols'],
  ['x-a', '', 'Enter a value'],
])('the header “%s: %s” is rejected, with its field', async (name, value, words) => {
  const connection = {
    ...plain,
    headers: [
      { name: 'x-first', value: 'yes' },
      { name, value },
    ],
  };
  const error = errorOf(
    await openRegistry().registry.save({ id: null, name: 'a', baseUrl: 'http://x/v1', connection }),
  );
  expect(error).toMatchObject({ code: 'SETTINGS_INVALID', details: { field: 'headers.1' } });
  expect(error.message).toContain(words);
});

test(cite('PROVIDER-3', "Anthropic's own beta header is merged with the user's"), async () => {
  const server = await startWireServer(() => ({ text: 'hi' }));
  const { saved } = openRegistry();
  const provider = await saved({
    kind: 'anthropic',
    baseUrl: server.address,
    connection: {
      headers: [{ name: 'Anthropic-Beta', value: 'context-1m-2025-08-07,files-api-2025-04-14' }],
    },
  });
  for (const model of ['claude-opus-5-1', 'claude-haiku-4-5'])
    await replyOf(provider, { request: modelRequest({ model }) });
  const sent = server.requests.map((request) => request.headers['anthropic-beta']);
  expect(sent).toEqual([
    'context-1m-2025-08-07, files-api-2025-04-14, thinking-binding-controls-2026-08-01',
    'context-1m-2025-08-07,files-api-2025-04-14',
  ]);
});
