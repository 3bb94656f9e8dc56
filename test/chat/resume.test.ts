import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/appHarness.ts';
import { cite } from '../support/cite.ts';

const call = (id: string, name: string, args: unknown) => ({ id, name, arguments: JSON.stringify(args) });

/** A conversation with text before calls, parallel calls, a failing tool, a failed model call and a spilled result. */
async function eventfulConversation(app: TestApp): Promise<string> {
  writeFileSync(path.join(app.folder, 'a.txt'), 'alpha\n');
  const id = await app.start();
  app.model.push(
    [
      { text: 'Both:' },
      { calls: [call('1', 'read_file', { path: 'a.txt' }), call('2', 'read_file', { path: 'none' })] },
    ],
    { calls: [call('3', 'run_command', { command: 'seq 1 20000' })] },
    { text: 'Read.' },
    { status: 400, body: { error: { message: 'no' } } },
    { text: 'Fine again.' },
  );
  await app.turn(id, 'read both');
  await app.turn(id, 'this fails');
  await app.turn(id, 'try again');
  return id;
}

async function restart(app: TestApp): Promise<TestApp> {
  await app.close();
  return startTestApp({ dataDir: app.dataDir, folder: app.folder });
}

test(
  cite(
    ['SEQ-1', 'RESUME-1'],
    'the request after a restart equals the one before it, byte for byte, and is what is sent',
  ),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await eventfulConversation(app);
    const before = await app.call('conversation.request', { conversationId: id, text: 'next' });
    const snapshot = await app.call('conversation.open', { conversationId: id });

    const again = await restart(app);
    const reopened = await again.call('conversation.open', { conversationId: id });
    expect(reopened.messages).toEqual(snapshot.messages);
    const after = await again.call('conversation.request', { conversationId: id, text: 'next' });
    expect(JSON.stringify(after.body)).toBe(JSON.stringify(before.body));

    again.model.push({ text: 'done' });
    await again.turn(id, 'next');
    expect(again.model.requests[0]?.text).toBe(JSON.stringify(before.body));
  },
);

test(cite('SEQ-1', 'each request starts with the whole previous one'), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  await eventfulConversation(app);
  const sent = app.model.requests.map((request) => request.body.messages);
  expect(sent.length).toBeGreaterThan(4);
  sent.slice(1).forEach((messages, at) => {
    const former = sent[at] ?? [];
    expect(messages.slice(0, former.length)).toEqual(former);
  });
  const heads = app.model.requests.map(({ body }) => JSON.stringify({ ...body, messages: undefined }));
  expect(new Set(heads).size).toBe(1);
});

test(cite('SEQ-5', "only the API's keys are sent, whatever the records contain"), async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  await eventfulConversation(app);
  const keys = new Set(
    app.model.requests.flatMap(({ body }) => body.messages.flatMap((message) => Object.keys(message))),
  );
  expect([...keys].toSorted()).toEqual(['content', 'role', 'tool_call_id', 'tool_calls']);
});

test(cite('RESUME-7', 'opening, listing and showing a conversation changes none of its files'), {
  tags: ['all'],
}, async () => {
  const app = await startTestApp({ settings: { approvalMode: 'all' } });
  const id = await eventfulConversation(app);
  const again = await restart(app);
  const before = digest(path.join(again.dataDir, 'projects'));
  await again.call('conversation.open', { conversationId: id });
  await again.call('conversation.earlier', { conversationId: id, before: again.rows(id).at(-1)?.id ?? '', limit: 5 });
  await again.call('conversation.request', { conversationId: id, text: 'what if' });
  await again.call('conversation.close', { conversationId: id });
  expect(digest(path.join(again.dataDir, 'projects'))).toEqual(before);
});

test(cite('RESUME-2', 'an unknown conversation is reported, and nothing is created'), async () => {
  const app = await startTestApp();
  const before = digest(app.dataDir);
  const answer = await app.client.call('conversation.open', { conversationId: 'nosuchconversation' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'CONVERSATION_NOT_FOUND' } });
  expect(Object.keys(digest(app.dataDir))).toEqual(Object.keys(before));
});

test('the draft and the queue survive a restart', async () => {
  const app = await startTestApp();
  const id = await app.start();
  await app.call('conversation.saveDraft', { conversationId: id, draft: 'half a thought' });
  const again = await restart(app);
  expect(await again.call('conversation.open', { conversationId: id })).toMatchObject({ draft: 'half a thought' });
});

test(
  cite('STORE-10', 'a deleted conversation is gone from the list and the disk, and its view is notified'),
  async () => {
    const app = await startTestApp({ settings: { approvalMode: 'all' } });
    const id = await eventfulConversation(app);
    const from = app.events.length;
    const removed = app.event('conversation.removed', undefined, from);
    await app.call('conversation.delete', { conversationId: id });
    await removed;
    expect(await app.client.call('conversation.open', { conversationId: id })).toMatchObject({ ok: false });
    await app.close();
    expect(Object.keys(digest(path.join(app.dataDir, 'projects'))).filter((file) => file.includes(id))).toEqual([]);
  },
);

/** Path → content hash and time of every file below. */
function digest(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [
        file,
        `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${statSync(file).mtimeMs} ${statSync(file).ino}`,
      ]),
  );
}
