// Tokens must not reach secrets in parts of texts, replies without the scope, or other clients' conversations.

import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { createClient } from '../../../electron/features/api/client/index.ts';
import { readMaskedPage } from '../../../electron/features/api/maskedText.ts';
import { createSecretMask } from '../../../electron/lib/secretMask.ts';
import { ok } from '../../../shared/core/errors.ts';
import { startApiHost } from '../../support/apiHost.ts';
import { cite } from '../../support/cite.ts';
import { rawRequest } from '../../support/rawRequest.ts';

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

test(cite('API-2', 'a secret that arrives in pieces is masked, and one that an excerpt cuts is left out'), async () => {
  const host = await startApiHost({
    replies: [{ text: [`It is ${secret.slice(0, 9)}`, secret.slice(9, 20), `${secret.slice(20)} and`, ' no more.'] }],
  });
  const client = createClient({ address: host.address, token: await host.token('history:read', 'runs:start') });
  const stop = new AbortController();
  let streamed = '';
  for await (const event of client.events({ after: 'old.1', signal: stop.signal })) {
    if (event.type === 'gap')
      await client.startConversation({ text: `${'soo '.repeat(30)}${secret} ${'no '.repeat(80)}` });
    if (event.type === 'text') streamed += event.text;
    if (event.type === 'run.ended') stop.abort();
  }
  expect(streamed).toBe('It is [token removed] and no more.');
  // Excerpts begin shortly before the match, and end some way after it.
  for (const text of [secret.slice(-12), 'soo soo soo']) {
    await expect
      .poll(async () => (await client.search({ text })).hits.length, { interval: 300, timeout: 5000, message: text })
      .toBeGreaterThan(0);
    const { hits } = await client.search({ text });
    expect(JSON.stringify(hits)).not.toContain(secret.slice(4, 16));
    expect(JSON.stringify(hits)).not.toContain(secret.slice(-12));
  }
});

test(cite('API-2', 'pages of a long result together are the masked whole, wherever they are cut'), async () => {
  const mask = createSecretMask(
    () => [],
    () => true,
  );
  const text = `Zürich ${'x '.repeat(500)}${secret} ${'ÿ '.repeat(500)}${secret}`;
  const bytes = Buffer.from(text);
  const read = async (offset: number, limit: number) => {
    const end = Math.min(bytes.length, offset + limit);
    const nextOffset = end < bytes.length ? end : null;
    return ok({ text: bytes.toString('utf8', offset, end), offset, nextOffset, totalBytes: bytes.length });
  };
  for (let size = 1000; size < 1060; size++) {
    let whole = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await readMaskedPage(read, mask, offset, size % 2 === 0 ? size : size + 1);
      if (!page.ok) throw new Error(page.error.message);
      whole += page.value.text;
      offset = page.value.nextOffset;
    }
    expect(whole.replaceAll('\ufffd', '')).toContain(' [token removed] ');
    expect(whole).not.toContain(secret.slice(-3));
  }
  const inside = await readMaskedPage(read, mask, bytes.indexOf(secret) + 10, 40);
  expect(inside.ok && inside.value.text).toMatch(/^\[token removed\] /);
});

test(cite('API-2', 'a token that may not read gets no reply by stopping'), async () => {
  const host = await startApiHost({ otherwise: { text: 'Private words.' } });
  const conversationId = await host.app.start();
  await host.app.turn(conversationId, 'remember this');
  const client = createClient({ address: host.address, token: await host.token('runs:steer') });
  expect(await client.stopRun({ conversationId })).toMatchObject({ state: 'idle', text: null });
  await expect(client.getRun({ conversationId })).rejects.toMatchObject({ code: 'SCOPE_MISSING' });
});

test(cite('API-2', 'a body that is too large is answered, with or without its length'), async () => {
  const host = await startApiHost();
  const token = await host.token('runs:start');
  const headers = [`Host: 127.0.0.1:${host.port}`, `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
  const named = [...headers, 'Content-Length: 99000000000'];
  const path = '/api/v1/conversations';
  expect((await rawRequest(host.port, { method: 'POST', path, headers: named })).status).toBe(413);
  const socket = connect(host.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(['POST /api/v1/conversations HTTP/1.1', ...headers, 'Transfer-Encoding: chunked', '', ''].join('\r\n'));
  const piece = 'x'.repeat(1_000_000);
  for (let sent = 0; sent < 10; sent++) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test(cite('API-5', 'clients never share a conversation, and an edited history starts another'), async () => {
  const host = await startApiHost({ otherwise: { text: 'Yes.' } });
  const client = async () =>
    new OpenAI({ baseURL: `${host.address}/v1`, apiKey: await host.token('openai'), maxRetries: 0 });
  const [one, other] = [await client(), await client()];
  const question = { role: 'user' as const, content: 'Is it?' };
  const more = [question, { role: 'assistant' as const, content: 'Yes.' }, { role: 'user' as const, content: 'Sure?' }];
  const send = (from: OpenAI, messages: OpenAI.ChatCompletionMessageParam[]) =>
    from.chat.completions.create({ model: 'default', messages });
  await send(one, [question]);
  // The same words of another client, and words that the user never wrote.
  await send(other, more);
  await send(one, [{ ...question, content: 'Is it not?' }, ...more.slice(1)]);
  await send(one, more);
  await expect
    .poll(async () => (await host.app.call('app.open', {})).conversations.map(({ tags }) => tags?.[0]).toSorted())
    .toEqual(['app 1', 'app 1', 'app 2']);
  const continued = (await host.app.call('app.open', {})).conversations.filter(({ tags }) => tags?.[0] === 'app 1');
  expect(continued.map(({ id }) => host.app.rows(id).length)).toEqual([4, 4]);
});

test(cite('API-5', 'a reply that the client stops is stored, and its cost counts'), async () => {
  const host = await startApiHost({ replies: [[{ text: ['Some ', 'words '] }, { hang: true }]] });
  const client = new OpenAI({ baseURL: `${host.address}/v1`, apiKey: await host.token('openai'), maxRetries: 0 });
  const messages = [{ role: 'user' as const, content: 'Tell me.' }];
  const stream = await client.chat.completions.create({ model: 'default', messages, stream: true });
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content?.includes('words')) break;
  const conversations = async () => (await host.app.call('app.open', {})).conversations;
  await expect.poll(async () => (await conversations()).length).toBe(1);
  const id = (await conversations())[0]?.id ?? '';
  await expect
    .poll(() => host.app.rows(id).at(-1))
    .toMatchObject({ role: 'assistant', content: 'Some words ', error: { code: 'ENGINE_ABORTED' } });
  const folder = join(host.app.dataDir, 'usage');
  const lines = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  await expect.poll(() => lines().join('')).toContain('"stopped"');
});
