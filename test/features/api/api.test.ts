// The local API: what a token may do, and what other clients get. The requests pass the real loopback server.

import createOpenApiClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import { ApiError, createClient } from '../../../electron/features/api/client/index.ts';
import { startApiHost } from '../../support/apiHost.ts';
import { cite } from '../../support/cite.ts';
import { rawRequest } from '../../support/rawRequest.ts';

test(cite('API-2', 'a client starts a conversation, reads it and finds it'), async () => {
  const host = await startApiHost({ replies: [{ text: 'The answer is 42.' }] });
  const token = await host.token('history:read', 'runs:start');
  const client = createClient({ address: host.address, token });
  const started = await client.startConversation({ text: 'What is the answer?' });
  const run = await client.getRun({ conversationId: started.conversationId, wait: 30 });
  expect(run).toMatchObject({ state: 'idle', end: 'done', text: 'The answer is 42.', waiting: [] });
  const { messages } = await client.listMessages(started);
  expect(messages.filter(({ role }) => role !== 'system').map(({ role, text }) => [role, text])).toEqual([
    ['user', 'What is the answer?'],
    ['assistant', 'The answer is 42.'],
  ]);
  const { conversations } = await client.listConversations({ limit: 1 });
  expect(conversations).toMatchObject([{ id: started.conversationId, state: 'idle' }]);
  await expect(client.sendMessage({ conversationId: started.conversationId, text: 'more' })).rejects.toThrow(
    /scope runs:steer/,
  );
});

test(cite('API-2', 'an OpenAPI client drives a conversation by the document that the server sends'), async () => {
  const host = await startApiHost({ replies: [{ text: 'Hello from the model.' }, { text: 'And again.' }] });
  const token = await host.token('history:read', 'runs:start', 'runs:steer');
  const client = createOpenApiClient<Record<string, never>>({
    baseUrl: host.address,
    headers: { Authorization: `Bearer ${token}` },
  });
  type Send<Data> = (path: string, init: object) => Promise<{ data: Data }>;
  const post = client.POST as unknown as Send<{ conversationId: string }>;
  const get = client.GET as unknown as Send<unknown>;
  expect((await get('/api/v1/openapi.json', {})).data).toMatchObject({ openapi: '3.1.1' });
  const started = await post('/api/v1/conversations', { body: { text: 'hi' } });
  const { conversationId } = started.data;
  const path = { conversationId };
  const run = '/api/v1/conversations/{conversationId}/run';
  expect((await get(run, { params: { path, query: { wait: 30 } } })).data).toMatchObject({ end: 'done' });
  await post('/api/v1/conversations/{conversationId}/messages', { params: { path }, body: { text: 'more' } });
  expect((await get(run, { params: { path, query: { wait: 30 } } })).data).toMatchObject({ text: 'And again.' });
});

test(cite('API-2', 'without a token nothing answers, and wrong ones are refused'), async () => {
  const host = await startApiHost();
  const send = async (headers: string[] = [], path = '/api/v1/projects') =>
    rawRequest(host.port, { path, headers: [`Host: 127.0.0.1:${host.port}`, ...headers] });
  expect((await send()).status).toBe(404);
  const token = await host.token('history:read');
  expect((await send()).status).toBe(401);
  expect((await send([`Authorization: Bearer ${token.slice(0, -1)}x`])).status).toBe(401);
  expect((await send([`Authorization: Bearer ${token}`])).status).toBe(200);
  // Another host name, as after DNS rebinding, and another page.
  const foreign = [`Host: desk.example.com`, `Authorization: Bearer ${token}`];
  expect((await rawRequest(host.port, { path: '/api/v1/projects', headers: foreign })).status).toBe(403);
  expect((await send([`Authorization: Bearer ${token}`, 'Origin: https://evil.example'])).status).toBe(403);
  const [known] = (await host.app.call('api.info', {})).tokens;
  await host.app.call('api.revokeToken', { id: known?.id ?? '' });
  expect((await send([`Authorization: Bearer ${token}`])).status).toBe(404);
});

test(cite('API-2', 'a repeated start with the same key starts nothing twice'), async () => {
  const host = await startApiHost({ otherwise: { text: 'once' } });
  const token = await host.token('history:read', 'runs:start');
  const client = createClient({ address: host.address, token });
  const start = (text: string) => client.startConversation({ text }, { idempotencyKey: 'k1' });
  const [first, second] = await Promise.all([start('do it'), start('do it')]);
  expect(second).toEqual(first);
  await expect(start('something else')).rejects.toMatchObject({ status: 422, code: 'KEY_REUSED' });
  await client.getRun({ conversationId: first.conversationId, wait: 30 });
  expect((await client.listConversations()).conversations).toHaveLength(1);
});

test(
  cite(
    'API-2',
    'a call waits for an approval that the API answers, without its content for a token that may not read calls',
  ),
  async () => {
    const call = { id: 'c1', name: 'write_file', arguments: '{"path":"a.txt","content":"hi"}' };
    const host = await startApiHost({ replies: [{ calls: [call] }, { text: 'Written.' }] });
    const [blind, seeing] = [
      await host.token('history:read', 'runs:start', 'approvals:answer'),
      await host.token('history:read', 'calls:read'),
    ].map((token) => createClient({ address: host.address, token }));
    if (!blind || !seeing) throw new Error('no clients');
    const { projects } = await blind.listProjects();
    const project = projects.find(({ folder }) => folder === host.app.folder);
    const { conversationId } = await blind.startConversation({ text: 'write it', project: project?.id ?? '' });
    const run = await blind.getRun({ conversationId, wait: 30 });
    expect(run).toMatchObject({
      state: 'waiting',
      waiting: [{ tool: 'write_file', preview: null, windowOnly: false }],
    });
    expect((await seeing.getRun({ conversationId })).waiting[0]?.preview).toContain('hi');
    const approvalId = run.waiting[0]?.id ?? '';
    await expect(seeing.answerApproval({ conversationId, approvalId, decision: 'allow' })).rejects.toThrow(ApiError);
    await blind.answerApproval({ conversationId, approvalId, decision: 'allow' });
    expect(await blind.getRun({ conversationId, wait: 30 })).toMatchObject({ end: 'done', text: 'Written.' });
    const { messages } = await seeing.listMessages({ conversationId });
    const reply = messages.find(({ calls }) => calls.length > 0);
    const details = await seeing.getCall({ conversationId, messageId: reply?.id ?? '', index: 0 });
    expect(details).toMatchObject({ tool: 'write_file', result: { outcome: 'ok' } });
    const hidden = (await blind.listMessages({ conversationId })).messages.find(({ result }) => result !== null);
    expect(hidden).toMatchObject({ text: '', result: { tool: 'write_file', outcome: 'ok' } });
  },
);

test(cite('API-2', 'events continue after a cursor, and end when the token is revoked'), async () => {
  const host = await startApiHost({ otherwise: { text: 'yes' } });
  const token = await host.token('history:read', 'runs:start');
  const client = createClient({ address: host.address, token });
  const stop = new AbortController();
  const types: string[] = [];
  let cursor = '';
  const started = client.startConversation({ text: 'first' });
  for await (const event of client.events({ after: 'old.1', signal: stop.signal })) {
    types.push(event.type);
    cursor = event.cursor;
    if (event.type === 'gap') await started;
    if (event.type === 'run.ended') stop.abort();
    if (event.type === 'gap' && (await client.getRun(await started)).end === 'done') stop.abort();
  }
  expect(types[0]).toBe('gap');
  await client.startConversation({ text: 'second' });
  const later: string[] = [];
  await expect(async () => {
    for await (const event of client.events({ after: cursor })) {
      later.push(event.type);
      if (event.type !== 'run.ended') continue;
      const [token] = (await host.app.call('api.info', {})).tokens;
      await host.app.call('api.revokeToken', { id: token?.id ?? '' });
    }
  }).rejects.toThrow(/refused or lost/);
  expect(later).toContain('run.started');
  expect(later).toContain('run.ended');
});

test(cite('API-2', 'bad requests say what is wrong as RFC 9457 problems'), async () => {
  const host = await startApiHost();
  const token = await host.token('history:read', 'runs:start');
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...init.headers };
    const response = await fetch(`${host.address}/api/v1${path}`, { ...init, headers });
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    return (await response.json()) as { status: number; code: string; detail: string };
  };
  expect(await send('/conversations?limit=0')).toMatchObject({
    status: 400,
    detail: expect.stringMatching(/^limit: /),
  });
  expect(await send('/conversations?limt=1')).toMatchObject({ status: 400, code: 'PARAMS_INVALID' });
  expect(await send('/conversations/none')).toMatchObject({ status: 404, code: 'CONVERSATION_NOT_FOUND' });
  expect(await send('/nothing')).toMatchObject({ status: 404 });
  expect(await send('/projects', { method: 'DELETE' })).toMatchObject({ status: 405 });
  const post = { method: 'POST', body: '{' };
  expect(await send('/conversations', post)).toMatchObject({ status: 400, code: 'BODY_INVALID' });
  const form = { 'Content-Type': 'text/plain' };
  expect(await send('/conversations', { ...post, headers: form })).toMatchObject({ status: 415 });
  const many = await Promise.all(Array.from({ length: 80 }, () => send('/nothing')));
  expect(many.some(({ status }) => status === 429)).toBe(true);
});
