// A provider's timeouts from its settings: until connected, and without data.

import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../electron/lib/clock.ts';
import { connectionOf } from '../../../electron/providers/connection/connection.ts';
import { createConnections } from '../../../electron/providers/http/connections.ts';
import { createProviderFactory } from '../../../electron/providers/makeProvider.ts';
import { providerMethods } from '../../../shared/features/models/methods.ts';
import { cite } from '../../support/cite.ts';
import { failureOf } from '../../support/modelCall.ts';
import { openRegistry, plain } from '../../support/openRegistry.ts';
import { frame, textEvent } from '../../support/wires/speech.ts';
import { startWireServer } from '../../support/wires/wireServer.ts';

/** Accepts connections and stays silent: TLS is never established. */
async function startMute(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

test(cite('PROVIDER-3', "a connection that is never established fails after the provider's timeout"), {
  tags: ['all'],
}, async () => {
  const port = await startMute();
  const provider = await openRegistry().saved({
    baseUrl: `https://127.0.0.1:${port}/v1`,
    connection: { connectTimeoutSeconds: 1 },
  });
  const byDefault = await openRegistry().saved({ baseUrl: `https://127.0.0.1:${port}/v1` });
  const failure = await Promise.race([
    failureOf(provider, { idleTimeoutMs: 60_000 }),
    failureOf(byDefault, { idleTimeoutMs: 60_000 }).then(() => Promise.reject(new Error('the default was shorter'))),
  ]);
  expect(failure).toMatchObject({ code: 'LLM_NETWORK', retryable: true });
  expect(failure.message).toBe(`127.0.0.1:${port} could not be reached in time.`);
});

test(cite('PROVIDER-3', "silence is tolerated for the provider's own timeout, not the others'"), {
  tags: ['all'],
}, async () => {
  const model = await startWireServer(() => (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(frame('openai', textEvent('openai', 'So far')));
  });
  const stored = { idleTimeoutSeconds: 5 };
  const connection = connectionOf({ stored, values: {}, proxyPassword: null });
  expect(connection.idleTimeoutMs).toBe(5000);

  const connections = createConnections({});
  onTestFinished(() => connections.close());
  const make = createProviderFactory({ connections, secrets: () => [], clock: systemClock });
  const place = { id: 'mine', baseUrl: `${model.address}/v1`, key: null };
  const patient = make('openai', place, { ...connection, idleTimeoutMs: 2000 });
  expect(await failureOf(patient, { idleTimeoutMs: 60_000 })).toMatchObject({
    code: 'LLM_TIMEOUT',
    message: `127.0.0.1:${model.port} sent nothing for 2 seconds, so the request was canceled.`,
    partial: { text: 'So far' },
  });
});

test.each([
  { idleTimeoutSeconds: 4 },
  { idleTimeoutSeconds: 3601 },
  { connectTimeoutSeconds: 0 },
  { connectTimeoutSeconds: 301 },
])('%j is not a valid time in the form', (time) => {
  const params = { id: null, name: 'a', baseUrl: 'https://x/v1', connection: { ...plain, ...time } };
  expect(providerMethods['provider.save'].params.safeParse(params).success).toBe(false);
});
