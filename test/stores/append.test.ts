import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { faultDisk } from '../support/faultDisk.ts';
import { asNew, assistantMessage, call, toolMessage, userMessage } from '../support/messageBuilder.ts';
import { openConversationOnDisk as openConversation, openStore } from '../support/openStore.ts';
import { errorOf, okValue } from '../support/result.ts';

const strange = [
  'plain',
  'line\nfeed, carriage\rreturn, tab\t, separators \u2028 \u2029, NUL \u0000',
  'emoji 👩‍👩‍👧 and CJK 会話',
  'lone \ud83d surrogate and \udc00 another',
  '"]\n,{"quoted": "json"}\n]',
  '',
];

test(cite('STORE-1', 'after every append the file is a JSON array whose last element is that message'), async () => {
  const { store, conversationId, messagesPath } = await openConversation();
  const stored: Message[] = [];
  let before = Buffer.alloc(0);
  for (const text of [...strange, ...strange]) {
    const message = okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
    stored.push(message);
    const bytes = readFileSync(messagesPath);
    expect(JSON.parse(bytes.toString('utf8'))).toEqual(stored);
    // Everything before the closing bracket is untouched.
    const untouched = before.subarray(0, Math.max(0, before.length - 2));
    expect(bytes.subarray(0, untouched.length).equals(untouched)).toBe(true);
    before = bytes;
  }
  expect(before.toString('utf8').split('\n')).toHaveLength(stored.length + 3);
});

test('a record keeps its inode: appending rewrites nothing', async () => {
  const { store, conversationId, messagesPath } = await openConversation();
  await store.appendConversationMessage(conversationId, asNew(userMessage('one')));
  const { ino } = statSync(messagesPath);
  await store.appendConversationMessage(conversationId, asNew(userMessage('two')));
  expect(statSync(messagesPath).ino).toBe(ino);
});

test('parallel appends to one conversation are stored in request order, each after the previous one', async () => {
  const { store, conversationId, messagesPath } = await openConversation();
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) => store.appendConversationMessage(conversationId, asNew(userMessage(`${n}`)))),
  );
  const rows = JSON.parse(readFileSync(messagesPath, 'utf8')) as Message[];
  expect(rows.map((row) => row.content)).toEqual(Array.from({ length: 40 }, (_, n) => `${n}`));
  expect(rows.map((row) => row.parentId)).toEqual([null, ...rows.slice(0, -1).map((row) => row.id)]);
  expect(all.map((result) => okValue(result))).toEqual(rows);
});

test(cite('LOOP-13', 'a conversation does not wait for one that another process holds'), async () => {
  const { dataDir, store, projectId, conversationId } = await openConversation();
  const other = okValue(await store.createConversation(projectId)).conversationId;
  const second = openStore({ dataDir }).store;
  const lease = okValue(await second.lease(conversationId, 'a long run'));
  let blocked = true;
  const waiting = store.appendConversationMessage(conversationId, asNew(userMessage('held'))).finally(() => {
    blocked = false;
  });
  okValue(await store.appendConversationMessage(other, asNew(userMessage('free'))));
  expect(blocked).toBe(true);
  lease.release();
  okValue(await waiting);
});

test('a tree: the next message follows the head of meta.json if nothing was appended since', async () => {
  const { store, conversationId } = await openConversation();
  const append = async (text: string) =>
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
  const first = await append('first');
  const second = await append('second');
  const third = await append('third');
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: first.id, after: third.id } })));
  expect(okValue(await store.readBranch(conversationId)).messages.map((message) => message.id)).toEqual([first.id]);
  const retry = await append('another way');
  expect(retry.parentId).toBe(first.id);
  const branch = okValue(await store.readBranch(conversationId));
  expect(branch.headId).toBe(retry.id);
  expect(branch.messages.map((message) => message.content)).toEqual(['first', 'another way']);
  // The head no longer applies: a record follows the one it was set after.
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: second.id, after: third.id } })));
  expect(okValue(await store.readBranch(conversationId)).headId).toBe(retry.id);
  const on = await append('and on');
  expect(on.parentId).toBe(retry.id);
  // A branch that starts while nobody reads.
  okValue(await store.readBranch(conversationId));
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, head: { id: second.id, after: on.id } })));
  await append('from the second');
  expect(okValue(await store.readBranch(conversationId)).messages.map((message) => message.content)).toEqual([
    'first',
    'second',
    'from the second',
  ]);
});

test('pages of the active branch come newest first and end at its root', async () => {
  const { store, conversationId } = await openConversation();
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) {
    ids.push(okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(`${n}`)))).id);
  }
  const last = okValue(await store.readPage(conversationId, null, 3));
  expect(last).toMatchObject({ hasEarlier: true });
  expect(last.messages.map((message) => message.id)).toEqual(ids.slice(4));
  const before = okValue(await store.readPage(conversationId, ids[4] as string, 10));
  expect(before).toMatchObject({ hasEarlier: false });
  expect(before.messages.map((message) => message.id)).toEqual(ids.slice(0, 4));
  expect(errorOf(await store.readPage(conversationId, 'unknown', 3)).code).toBe('MESSAGE_NOT_FOUND');
});

test('another store on the same folder reads the same conversation', async () => {
  const { dataDir, store, conversationId } = await openConversation();
  const calls = [call('c1', 'read_file', '{"path": "a.txt"}'), call('c2', 'run_command', 'not json')];
  for (const message of [userMessage('hi'), assistantMessage('', calls), toolMessage('c1', 'text')]) {
    okValue(await store.appendConversationMessage(conversationId, asNew(message)));
  }
  const here = okValue(await store.readBranch(conversationId));
  const there = okValue(await openStore({ dataDir }).store.readBranch(conversationId));
  expect(there).toEqual(here);
  expect(there.messages[1]).toMatchObject({ content: null, tool_calls: calls });
});

test('an append by another process is noticed, and the next one here follows it', async () => {
  const { dataDir, store, conversationId, messagesPath } = await openConversation();
  const other = openStore({ dataDir }).store;
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('here'))));
  const there = okValue(await other.appendConversationMessage(conversationId, asNew(userMessage('there'))));
  const branch = okValue(await store.readBranch(conversationId));
  expect(branch.headId).toBe(there.id);
  const again = okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('here again'))));
  expect(again.parentId).toBe(there.id);
  expect(JSON.parse(readFileSync(messagesPath, 'utf8'))).toHaveLength(3);
});

test('a record that could not be read again is rejected, and so is an ID already in use', async () => {
  const { store, conversationId, messagesPath } = await openConversation();
  const stored = okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('one'))));
  const before = readFileSync(messagesPath);
  let deep: Record<string, unknown> = {};
  for (let n = 0; n < 600; n++) deep = { deep };
  const refused = [
    await store.appendConversationMessage(conversationId, asNew(assistantMessage('x', [], { providerData: deep }))),
    await store.appendConversationMessage(conversationId, { ...asNew(userMessage('x')), content: 7 as never }),
    await store.appendConversationMessage(conversationId, { ...asNew(userMessage('x')), id: stored.id }),
    await store.appendConversationMessage(conversationId, asNew(userMessage('x', { origin: { n: 1n } }))),
  ];
  expect(refused.map((result) => errorOf(result).code)).toEqual([
    'STORE_WRITE_FAILED',
    'STORE_WRITE_FAILED',
    'ID_INVALID',
    'STORE_WRITE_FAILED',
  ]);
  expect(readFileSync(messagesPath).equals(before)).toBe(true);
});

test('a new file is durable with its name: it is synced, and so is every new folder on the way to it', async () => {
  const disk = faultDisk();
  const { store, dataDir, projectId, conversationId, folder, messagesPath } = await openConversation({ disk });
  const synced = () =>
    disk.calls.filter((call) => call.name === 'sync' || call.name === 'datasync').map((call) => call.path);
  const project = join(dataDir, 'projects', projectId);
  expect(synced()).toEqual(
    expect.arrayContaining([dirname(dataDir), dataDir, dirname(project), project, dirname(folder)]),
  );
  disk.calls.length = 0;
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('first'))));
  expect(synced()).toEqual([expect.stringMatching(/messages\.json\.tmp-/), folder]);
  disk.calls.length = 0;
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('second'))));
  // Once, when it is opened: what another process wrote before, and the name. Then each append costs one sync.
  expect(synced()).toEqual([messagesPath, folder, messagesPath]);
  disk.calls.length = 0;
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('third'))));
  expect(synced()).toEqual([messagesPath]);
  expect(disk.calls.filter((call) => call.name === 'write').map((call) => call.path)).toEqual([messagesPath]);
});

test("a conversation's files are readable by its owner only", async () => {
  const { dataDir, store, conversationId, folder, messagesPath, metaPath } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('secret'))));
  okValue(await store.updateMeta(conversationId, (meta) => ({ ...meta, title: 'secret' })));
  await store.listConversations();
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([dataDir, folder].map(mode)).toEqual(['700', '700']);
  expect([messagesPath, metaPath, store.indexPath].map(mode)).toEqual(['600', '600', '600']);
});
