import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';
import { assistantMessage, conversationOf, userMessage } from '../support/messageBuilder.ts';
import { askFor, writeConversation } from '../support/storedConversation.ts';

/** `count` records, alternating user and reply. */
function talk(count: number) {
  const one = (n: number) => (n % 2 === 0 ? userMessage(`question ${n}`) : assistantMessage(`answer ${n}`));
  return conversationOf(Array.from({ length: count }, (_, n) => one(n)));
}

test(cite('STORE-8', 'a short tail reports that there is more, and its pages are the rest in order'), async () => {
  const app = await startTestApp();
  const messages = talk(50);
  const conversationId = await writeConversation(app, { messages });
  const open = await app.call('conversation.open', { conversationId, tail: 7 });
  expect(open.hasEarlier).toBe(true);
  expect(open.messages).toEqual(messages.slice(-7));
  let known = open.messages;
  for (let more = true; more; ) {
    const before = known[0]?.id ?? '';
    const page = await app.call('conversation.earlier', { conversationId, before, limit: 20 });
    expect(page.messages.length).toBeGreaterThan(0);
    known = [...page.messages, ...known];
    more = page.hasEarlier;
  }
  expect(known).toEqual(messages);
  const whole = await app.call('conversation.open', { conversationId, tail: 50 });
  expect(whole).toMatchObject({ hasEarlier: false, messages });
});

test.each([400, 401, 650, 900, 1200])('a view that requests %i of 900 records gets them', async (tail) => {
  const app = await startTestApp();
  const messages = talk(900);
  const conversationId = await writeConversation(app, { messages });
  const open = await app.call('conversation.open', { conversationId, tail });
  expect(open.messages).toHaveLength(Math.min(tail, 900));
  expect(open.messages).toEqual(messages.slice(-tail));
  expect(open.hasEarlier).toBe(tail < 900);
});

test('a second view of a long conversation gets what it requests, whatever the first one requested', async () => {
  const app = await startTestApp();
  const messages = talk(900);
  const conversationId = await writeConversation(app, { messages });
  await app.call('conversation.open', { conversationId, tail: 5 });
  const other = app.connect();
  const long = await other.call('conversation.open', { conversationId, tail: 800 });
  expect(long).toMatchObject({ ok: true, value: { hasEarlier: true } });
  expect(long.ok && long.value.messages).toEqual(messages.slice(-800));
});

test(
  cite(['UI-8', 'APPROVE-1'], 'a changed default for approvals takes effect immediately in an open conversation'),
  async () => {
    const app = await startTestApp();
    const id = await app.start();
    const from = app.events.length;
    await app.call('settings.update', { patch: { approvalMode: 'all' } });
    await app.event('meta.changed', ({ meta }) => meta.approvalMode === 'all', from);
    app.model.push({ calls: [askFor('1', 'run_command', { command: 'echo one' })] }, { text: 'ok' });
    expect(await app.turn(id, 'go')).toBe('done');
    expect(app.rows(id).find((row) => row.role === 'tool')).toMatchObject({ outcome: 'ok' });

    await app.call('settings.update', { patch: { approvalMode: 'ask' } });
    app.model.push({ calls: [askFor('2', 'run_command', { command: 'echo two' })] });
    const waiting = app.event('call.waiting');
    await app.call('run.send', { conversationId: id, text: 'again' });
    expect((await waiting).approval.toolName).toBe('run_command');
    await app.call('run.stop', { conversationId: id });
  },
);

test(cite('UI-8', "a conversation's own mode stays, whatever the default becomes"), async () => {
  const app = await startTestApp();
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, approvalMode: 'ask' });
  await app.call('settings.update', { patch: { approvalMode: 'all' } });
  expect(await app.call('conversation.open', { conversationId: id })).toMatchObject({ approvalMode: 'ask' });
  app.model.push({ calls: [askFor('1', 'run_command', { command: 'touch made' })] });
  const waiting = app.event('call.waiting');
  await app.call('run.send', { conversationId: id, text: 'go' });
  await waiting;
  await app.call('run.stop', { conversationId: id });
});

test(cite('STORE-13', "a newer version's conversation is shown, rejects writes, and is not changed"), async () => {
  const app = await startTestApp();
  const messages = conversationOf([userMessage('hello'), assistantMessage('from the future', [], { v: 99 })]);
  const conversationId = await writeConversation(app, { messages });
  const file = app.messagesFile(conversationId);
  const before = readFileSync(file, 'utf8');
  const snapshot = await app.call('conversation.open', { conversationId });
  expect(snapshot.messages.map((row) => row.content)).toEqual(['hello', 'from the future']);
  expect(snapshot.notices).not.toEqual([]);
  const answer = await app.client.call('run.send', { conversationId, text: 'and now?' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'STORE_READ_ONLY' } });
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(app.model.requests).toEqual([]);
  expect(await app.call('conversation.open', { conversationId })).toMatchObject({ run: null, queue: [] });
});

test('a conversation keeps its original model when the default changes', async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const id = await app.start();
  await app.turn(id, 'one');
  const began = (await app.call('conversation.open', { conversationId: id })).model;
  expect(began).toMatchObject({ model: 'fake-model' });
  await app.call('settings.update', { patch: { model: { ...began, model: 'another-model' } } });
  await app.turn(id, 'two');
  const fresh = await app.start();
  await app.turn(fresh, 'three');
  expect(app.model.requests.map(({ body }) => body.model)).toEqual(['fake-model', 'fake-model', 'another-model']);
  expect((await app.call('conversation.open', { conversationId: id })).model).toEqual(began);
});

test('a conversation whose provider was removed is sent nowhere else, and nothing is stored', async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  const saved = await app.call('provider.save', { id: null, name: 'Mine', baseUrl: app.model.url });
  const id = await app.start();
  await app.call('conversation.configure', { conversationId: id, model: { provider: saved.id, model: 'mine' } });
  expect(await app.turn(id, 'one')).toBe('done');
  expect(app.model.requests[0]?.body.model).toBe('mine');
  const before = app.rows(id);
  await app.call('provider.remove', { provider: saved.id });
  const answer = await app.client.call('run.send', { conversationId: id, text: 'two' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'PROVIDER_NOT_FOUND' } });
  expect(app.rows(id)).toEqual(before);
  expect(app.model.requests).toHaveLength(1);
  expect(await app.call('conversation.open', { conversationId: id })).toMatchObject({ run: null, queue: [] });
  const start = await app.call('conversation.open', { conversationId: id });
  expect(start.model).toEqual({ provider: saved.id, model: 'mine' });
});

test(cite('START-8', 'a chat without a folder gets one later: its tools are offered and its files move'), async () => {
  const app = await startTestApp({ otherwise: { text: 'ok' } });
  writeFileSync(path.join(app.folder, 'a.txt'), 'aaa');
  const { conversationId: id } = await app.call('conversation.create', { projectId: null });
  const chat = await app.call('conversation.open', { conversationId: id });
  await app.turn(id, 'one');
  const tools = () => app.model.requests.at(-1)?.body.tools?.map((tool) => tool.function.name) ?? [];
  expect(tools()).not.toContain('read_file');
  const from = app.events.length;
  const { projectId } = await app.call('conversation.setFolder', { conversationId: id, path: app.folder });
  expect(projectId).not.toBe(chat.projectId);
  await app.event('meta.changed', ({ meta }) => meta.projectId === projectId, from);
  expect(app.messagesFile(id)).toBe(
    path.join(app.dataDir, 'projects', projectId, 'conversations', id, 'messages.json'),
  );
  const { projects } = await app.call('app.open', {});
  expect(projects.find((project) => project.id === projectId)?.folder).toBe(app.folder);
  await app.turn(id, 'two');
  expect(tools()).toEqual(expect.arrayContaining(['read_file', 'write_file', 'run_command']));
  expect(app.rows(id).filter((row) => row.role === 'user')).toHaveLength(2);
  await app.close();
  const again = await startTestApp({ dataDir: app.dataDir, folder: app.folder });
  expect((await again.call('conversation.open', { conversationId: id })).projectId).toBe(projectId);
});
