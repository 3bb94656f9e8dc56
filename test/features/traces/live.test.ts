// INTEROP-8, the live half: runs of the real app are sent to a receiver as strict as the protocol, and none of them is
// affected.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Receiver, startReceiver } from '../../interop/otlp/receiver.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/appHarness.ts';
import { cite } from '../../support/cite.ts';
import { commandHere } from '../../support/commandHere.ts';
import { liveFiles } from '../../support/liveFiles.ts';
import { startProxyServer } from '../../support/proxyServer.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const secret = 'Bearer live-0123456789abcdef';
const token = `ghp_${'a1B2'.repeat(9)}`;
const calls = { calls: [{ id: 'c1', name: 'list_files', arguments: { path: '.' } }] };

async function traced(
  receiver: Pick<Receiver, 'endpoint'>,
  more: Record<string, unknown> = {},
  options: TestAppOptions = {},
): Promise<TestApp> {
  const app = await startTestApp({ otherwise: { text: 'Done.' }, ...options });
  await app.call('settings.update', { patch: { traces: { on: true, address: receiver.endpoint, ...more } } });
  return app;
}

test(cite('INTEROP-8', 'off by default; once enabled, each run is sent when it has ended, once, without content'), {
  tags: ['all'],
}, async () => {
  const receiver = await startReceiver();
  const app = await startTestApp({
    replies: [{ text: 'Before.' }, calls, { text: 'One file.' }, { text: 'Again.' }],
  });
  await app.call('settings.update', { patch: { approvalMode: 'reads' } });
  const conversationId = await app.start();
  await app.turn(conversationId, 'Unseen');
  const traces = { on: true, address: receiver.endpoint, service: 'desk' };
  await app.call('settings.update', { patch: { traces } });
  await app.call('traces.setHeaders', { headers: [{ name: 'Authorization', value: secret }] });
  expect(receiver.requests).toEqual([]);

  await app.turn(conversationId, 'How many files?');
  await receiver.asked(1);
  expect(receiver.requests).toMatchObject([{ path: '/v1/traces', status: 200, problem: null }]);
  expect(receiver.requests[0]?.headers.authorization).toBe(secret);
  expect(receiver.spans.map(({ name }) => name)).toEqual([
    'invoke_agent Throughline',
    'chat fake-model',
    'execute_tool list_files',
    'chat fake-model',
  ]);
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(receiver.spans.every(({ attributes }) => attributes['gen_ai.conversation.id'] === conversationId)).toBe(true);

  await app.turn(conversationId, 'And now?');
  await receiver.asked(2);
  expect(receiver.spans.slice(4).map(({ name }) => name)).toEqual(['invoke_agent Throughline', 'chat fake-model']);
  expect(
    JSON.stringify(receiver.spans, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toMatch(/How many|One file|And now|Unseen/);
  await expect.poll(() => app.call('traces.info', {})).toMatchObject({ sent: 6, queued: 0, dropped: 0, problem: null });
  const published = () => app.events.flatMap(({ event }) => (event.type === 'traces.changed' ? [event.info] : []));
  await expect.poll(() => published().at(-1)).toMatchObject({ sent: 6, queued: 0 });

  // A later export of it has the same spans.
  const prepared = await app.call('export.prepare', { conversationId, to: 'otlp' });
  const { base64 } = await app.call('export.piece', { exportId: prepared.exportId, offset: 0 });
  const exported = Buffer.from(base64, 'base64').toString('utf8');
  for (const { spanId } of receiver.spans) expect(exported).toContain(spanId);
});

test('content is included by choice, without secrets; headers are never stored in a file', {
  tags: ['all'],
}, async () => {
  const receiver = await startReceiver();
  const app = await traced(receiver, { content: true }, { otherwise: { text: `Your token is ${token}.` } });
  await app.call('traces.setHeaders', { headers: [{ name: 'x-key', value: secret }] });
  const conversationId = await app.start();
  await app.turn(conversationId, `My key is ${secret}`);
  await receiver.asked(1);
  const said = receiver.spans.map(({ attributes }) => String(attributes['gen_ai.input.messages'])).join('');
  const answered = receiver.spans.map(({ attributes }) => String(attributes['gen_ai.output.messages'])).join('');
  expect(said).toContain('My key is [key removed]');
  expect(answered).toContain('Your token is [token removed]');
  expect(await app.call('traces.info', {})).toMatchObject({ headers: ['x-key'], headersLost: false });
  expect(liveFiles(app.dataDir).filter(({ bytes }) => bytes.includes('live-0123456789abcdef'))).toEqual([]);
});

test('header values go only to the address they were entered for', {
  tags: ['all'],
}, async () => {
  const [receiver, other] = [await startReceiver(), await startReceiver()];
  const app = await traced(receiver);
  const info = await app.call('traces.setHeaders', { headers: [{ name: 'x-key', value: secret }] });
  expect(info).toMatchObject({ headers: ['x-key'], headersLost: false });
  await app.call('settings.update', {
    patch: { traces: { on: true, address: other.endpoint, headers: ['x-key'] } },
  });
  await app.turn(await app.start(), 'Hello');
  await expect
    .poll(async () => JSON.stringify((await app.call('traces.info', {})).problem))
    .toContain('The header values are missing');
  expect(await app.call('traces.info', {})).toMatchObject({ headersLost: true });
  expect(other.requests).toEqual([]);
  const kept = await app.client.call('traces.setHeaders', { headers: [{ name: 'x-key', value: '' }] });
  expect(kept).toMatchObject({ ok: false, error: { details: { field: 'headers.0' } } });
});

test('a receiver killed in the middle of a run affects no run; the error is in the settings, and clears later', {
  tags: ['all'],
}, async () => {
  const receiver = await startReceiver();
  const app = await traced(receiver);
  const conversationId = await app.start();
  receiver.answers.push('cut', 503, { status: 429, headers: { 'retry-after': '0' } });
  expect(await app.turn(conversationId, 'Hello')).toBe('done');
  await receiver.asked(1);
  await expect.poll(async () => (await app.call('traces.info', {})).problem).not.toBeNull();
  expect(await app.turn(conversationId, 'Again')).toBe('done');
  await receiver.asked(4);
  await expect.poll(() => app.call('traces.info', {}), { timeout: 10_000 }).toMatchObject({ sent: 4, problem: null });
  expect(receiver.spans).toHaveLength(4);
  expect(app.events.some(({ event }) => event.type === 'notice')).toBe(false);
});

test('a receiver that never finishes neither slows a run nor keeps the app from exiting', {
  tags: ['all'],
}, async () => {
  const slow = await endless();
  const app = await traced(slow);
  const conversationId = await app.start();
  for (let turn = 0; turn < 5; turn++) expect(await app.turn(conversationId, `Turn ${turn}`)).toBe('done');
  await slow.asked;
  // A run waiting for the receiver would have its own request, which ends after ten seconds.
  expect(slow.requests.length).toBeLessThan(5);
  await app.close();
});

test('the test button sends one span, reports errors in a sentence, and needs no run and nothing enabled', async () => {
  const receiver = await startReceiver();
  const app = await startTestApp();
  expect(await app.client.call('traces.test', {})).toMatchObject({ error: { message: 'Enter the address first.' } });
  await app.call('settings.update', { patch: { traces: { address: receiver.endpoint } } });
  await app.call('traces.test', {});
  expect(receiver.spans.map(({ name }) => name)).toEqual(['Throughline test']);
  expect(await app.call('traces.info', {})).toMatchObject({ problem: null, lastSentAt: expect.stringMatching(/Z$/) });
  receiver.answers.push(401, 404, { status: 307, headers: { location: 'http://127.0.0.1:1/' } });
  for (const said of [
    'refused the headers (HTTP 401)',
    'accepts spans at this address',
    'redirects to another address',
  ]) {
    const failed = await app.client.call('traces.test', {});
    expect(failed.ok ? '' : failed.error.message).toContain(said);
  }
  await app.call('settings.update', { patch: { traces: { address: 'http://127.0.0.1:1' } } });
  const refused = await app.client.call('traces.test', {});
  expect(refused.ok ? '' : refused.error.message).toMatch(/port reserved|refused/);
  const bad = await app.client.call('settings.update', { patch: { traces: { address: 'http://me:pass@a.example' } } });
  expect(bad).toMatchObject({ error: { code: 'SETTINGS_INVALID' } });
});

test('an agent is sent with the run that started it, once, below its call', { tags: ['all'] }, async () => {
  const receiver = await startReceiver();
  const task = { id: 'p1', name: 'run_agent', arguments: { task: 'Count them', title: 'Counter' } };
  const app = await traced(
    receiver,
    {},
    { replies: [{ calls: [task] }, { text: 'There are two.' }, { text: 'Thanks.' }] },
  );
  await app.call('settings.update', { patch: { approvalMode: 'all' } });
  expect(await app.turn(await app.start(), 'Go')).toBe('done');
  await receiver.asked(1);
  await app.close();
  const names = new Map(receiver.spans.map(({ spanId, name }) => [spanId, name]));
  expect(receiver.spans.map(({ name, parentSpanId }) => [name, names.get(parentSpanId ?? '') ?? null])).toEqual([
    ['invoke_agent Throughline', null],
    ['chat fake-model', 'invoke_agent Throughline'],
    ['execute_tool run_agent', 'invoke_agent Throughline'],
    ['invoke_agent Counter', 'execute_tool run_agent'],
    ['chat fake-model', 'invoke_agent Counter'],
    ['chat fake-model', 'invoke_agent Throughline'],
  ]);
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1);
});

test('the environment’s proxy is used for a server on the network, not for a local one', async () => {
  const receiver = await startReceiver();
  const proxy = await startProxyServer({ to: Number(new URL(receiver.endpoint).port) });
  const app = await startTestApp({ env: { HTTP_PROXY: proxy.address } });
  for (const address of ['http://traces.example:4318/otlp', receiver.endpoint]) {
    await app.call('settings.update', { patch: { traces: { address } } });
    await app.call('traces.test', {});
  }
  expect(proxy.asked).toEqual(['POST http://traces.example:4318/otlp/v1/traces']);
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/otlp/v1/traces', '/v1/traces']);
});

test('a command-line run is sent before the command exits', { tags: ['all'] }, async () => {
  const receiver = await startReceiver();
  const [data, project] = [tempFolder(), tempFolder()];
  const app = await startTestApp({ dataDir: data });
  await app.call('settings.update', { patch: { traces: { on: true, address: receiver.endpoint } } });
  await app.close();
  const { code } = await commandHere(['run', '-p', 'Hello', '--data', data, '--project', project]);
  expect(code).toBe(0);
  expect(receiver.spans.map(({ name }) => name)).toEqual(['invoke_agent Throughline', 'chat demo-script']);
});

/** Accepts the body, and then sends an endless answer. */
async function endless(): Promise<{ endpoint: string; asked: Promise<void>; requests: unknown[] }> {
  let hear = (): void => {};
  const asked = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
    hear();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { endpoint, asked, requests };
}
