import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { encryptsDatabases } from '../../electron/stores/files/database.ts';
import { type ConversationIndex, createConversationIndex } from '../../electron/stores/list/conversationIndex.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { startChildStore } from '../support/childStore.ts';
import { cite } from '../support/cite.ts';
import { countingDisk } from '../support/countingDisk.ts';
import { faultDisk } from '../support/faultDisk.ts';
import { asNew, assistantMessage, conversationOf, messagesFile, userMessage } from '../support/messageBuilder.ts';
import { openConversation, openStore, placeOf } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

/** Three conversations, the newest first, and a store that has listed them once. */
async function openThree() {
  const { dataDir, store, projectId } = await openConversation();
  const ids: string[] = [];
  for (const [hour, text] of ['alpha', 'beta', 'gamma'].entries()) {
    const { conversationId } = okValue(await store.createConversation(projectId));
    const messages = conversationOf<Message>([userMessage(`${text}. More.`), assistantMessage('yes')]).map(
      (message) => ({
        ...message,
        createdAt: `2026-01-01T0${hour}:00:00.000Z`,
      }),
    );
    writeFileSync(placeOf(dataDir, projectId, conversationId).messagesPath, messagesFile(messages));
    ids.unshift(conversationId);
  }
  const expected = ['gamma', 'beta', 'alpha'].map((title, index) => ({
    id: ids[index] as string,
    projectId,
    title,
    createdAt: `2026-01-01T0${2 - index}:00:00.000Z`,
    updatedAt: `2026-01-01T0${2 - index}:00:00.000Z`,
    messageCount: 2,
    activity: 'idle' as const,
    pinned: false,
    archived: false,
    unread: false,
  }));
  expect(okValue(await store.listConversations())).toEqual(expected);
  return { dataDir, store, projectId, ids, expected };
}

test("the list shows the conversations' data, newest first, and leaves out those without messages", async () => {
  const { store, projectId, expected } = await openThree();
  okValue(await store.createConversation(projectId));
  expect(okValue(await store.listConversations())).toEqual(expected);
});

test.each([
  ['deleted', (path: string) => ['', '-wal', '-shm'].forEach((suffix) => void rmSync(path + suffix, { force: true }))],
  ['garbage', (path: string) => writeFileSync(path, 'garbage, long enough to look like a page. '.repeat(200))],
  ['a folder', replaceByFolder],
  ['of another version', (path: string) => setVersion(path, 999)],
  ['without its table', (path: string) => runSql(path, 'DROP TABLE conversations')],
])(
  cite('STORE-11', 'an index that is %s does not change the list, in a new store or a running one'),
  async (_name, harm) => {
    const { dataDir, store, expected, ids } = await openThree();
    const running = openStore({ dataDir }).store;
    okValue(await running.listConversations());
    await store.close();
    harm(store.indexPath);
    const fresh = openStore({ dataDir }).store;
    expect(okValue(await fresh.listConversations())).toEqual(expected);
    expect(okValue(await running.listConversations())).toEqual(expected);
    okValue(await running.appendConversationMessage(ids[2] as string, asNew(userMessage('now the newest'))));
    for (const each of [running, fresh]) {
      expect(okValue(await each.listConversations())[0]).toMatchObject({ id: ids[2], messageCount: 3 });
    }
    expect(countRows(store.indexPath)).toBe(3);
  },
);

test("another version's index is rebuilt silently; a damaged one logs a warning", async () => {
  const said: string[] = [];
  const log = (level: string, message: string): void => void said.push(`${level}: ${message}`);
  const { dataDir, store, expected } = await openThree();
  await store.close();
  setVersion(store.indexPath, 3);
  const upgraded = openStore({ dataDir, log }).store;
  expect(okValue(await upgraded.listConversations())).toEqual(expected);
  await upgraded.close();
  expect(said).toEqual(['info: The conversation list is being rebuilt for this version.']);
  const garbled = openStore({ dataDir, log }).store;
  writeFileSync(garbled.indexPath, 'garbage, long enough to look like a page. '.repeat(200));
  expect(okValue(await garbled.listConversations())).toEqual(expected);
  expect(said.slice(1)).toEqual([
    expect.stringMatching(/^warning: index\.db could not be opened and is being rebuilt: /),
  ]);
});

test("a long conversation's message count is known after an append during the listing", async () => {
  const disk = faultDisk();
  const { store, conversationId, messagesPath, metaPath } = await openConversation({ disk });
  const add = async (text: string) =>
    okValue(await store.appendConversationMessage(conversationId, asNew(userMessage(text))));
  await add('first');
  expect(okValue(await store.listConversations())).toMatchObject([{ messageCount: 1 }]);
  await add('a'.repeat(600_000));
  await add('last');
  disk.onCall = ({ name, path }) => {
    if (name !== 'stat' || path !== metaPath) return null;
    disk.onCall = () => null;
    const [last] = (JSON.parse(readFileSync(messagesPath, 'utf8')) as Message[]).slice(-1);
    const end = statSync(messagesPath).size - ']\n'.length;
    truncateSync(messagesPath, end);
    appendFileSync(messagesPath, `,${JSON.stringify({ ...last, id: 'msg_another' })}\n]\n`);
    return null;
  };
  expect(okValue(await store.listConversations())).toMatchObject([{ messageCount: 4 }]);
  expect(okValue(await store.listConversations())).toMatchObject([{ messageCount: 4 }]);
});

test(cite('STORE-11', 'a locked index delays nothing'), async () => {
  const { dataDir, store, expected, ids } = await openThree();
  const holder = new DatabaseSync(store.indexPath);
  onTestFinished(() => holder.close());
  holder.exec('BEGIN IMMEDIATE');
  okValue(await store.appendConversationMessage(ids[0] as string, asNew(userMessage('meanwhile'))));
  const fresh = openStore({ dataDir }).store;
  for (const each of [store, fresh]) {
    const rows = okValue(await each.listConversations());
    expect(rows.map((row) => row.id)).toEqual(expected.map((row) => row.id));
    expect(rows[0]?.messageCount).toBe(3);
  }
});

test("a row follows its conversation's changes, whoever made them", async () => {
  const { dataDir, store, projectId, ids } = await openThree();
  const [newest, , oldest] = ids as [string, string, string];
  okValue(await store.updateMeta(oldest, (meta) => ({ ...meta, title: 'Named' })));
  const other = openStore({ dataDir }).store;
  expect(okValue(await other.listConversations())[2]).toMatchObject({ id: oldest, title: 'Named' });
  okValue(await other.appendConversationMessage(oldest, asNew(userMessage('again'))));
  expect(okValue(await store.listConversations())[0]).toMatchObject({ id: oldest, messageCount: 3, title: 'Named' });
  rmSync(placeOf(dataDir, projectId, newest).folder, { recursive: true });
  expect(okValue(await store.listConversations()).map((row) => row.id)).not.toContain(newest);
});

test('one bad conversation stops neither the list nor another', async () => {
  const { dataDir, store, projectId, expected } = await openThree();
  const bad = okValue(await store.createConversation(projectId)).conversationId;
  const worse = okValue(await store.createConversation(projectId)).conversationId;
  writeFileSync(placeOf(dataDir, projectId, bad).messagesPath, '\0'.repeat(1000));
  mkdirSync(placeOf(dataDir, projectId, worse).messagesPath);
  const rows = okValue(await store.listConversations());
  expect(rows.filter((row) => row.id !== bad && row.id !== worse)).toEqual(expected);
  expect(rows.filter((row) => row.title === 'Damaged conversation')).toHaveLength(2);
});

test('a thousand conversations are listed from the index without being read again', { tags: ['all'] }, async () => {
  const { dataDir, store, projectId } = await openConversation();
  const long = conversationOf(Array.from({ length: 40 }, (_, n) => userMessage(`${n} ${'x'.repeat(500)}`)));
  for (let n = 0; n < 1000; n++) {
    const place = placeOf(dataDir, projectId, `c${n}`);
    mkdirSync(place.folder, { recursive: true });
    writeFileSync(place.messagesPath, messagesFile(long));
  }
  const { disk, take } = countingDisk();
  const bytesRead = async (each: typeof store) => {
    take();
    expect(okValue(await each.listConversations())).toHaveLength(1000);
    return take().bytesRead;
  };
  const bytes = 1000 * Buffer.byteLength(messagesFile(long));
  expect(await bytesRead(openStore({ dataDir, disk }).store)).toBeGreaterThan(bytes * 0.9);
  expect(await bytesRead(openStore({ dataDir, disk }).store)).toBeLessThan(bytes / 20);
});

test("another process's changes are noticed within about a second: a message, a name, a removal", {
  tags: ['all'],
}, async () => {
  const { dataDir, store, conversationId } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  const told: string[][] = [];
  const stop = store.onOutsideChange((ids) => told.push(ids));
  for (const task of ['append once', 'rename']) {
    told.length = 0;
    const child = startChildStore(dataDir, conversationId, task);
    await child.ended;
    await expect.poll(() => told).toContainEqual([conversationId]);
  }
  expect(okValue(await store.readBranch(conversationId))).toMatchObject({ meta: { title: 'named elsewhere' } });
  expect(okValue(await store.readBranch(conversationId)).messages).toHaveLength(2);
  told.length = 0;
  const other = openStore({ dataDir }).store;
  okValue(await other.deleteConversation(conversationId));
  await expect.poll(() => told).toEqual([[conversationId]]);
  // Nothing more once it has stopped, and never for this process's own changes.
  stop();
  told.length = 0;
  const projectId = okValue(await store.openFolderlessProject()).id;
  const { conversationId: mine } = okValue(await store.createConversation(projectId));
  store.onOutsideChange((ids) => told.push(ids));
  okValue(await store.appendConversationMessage(mine, asNew(userMessage('mine'))));
  const theirs = okValue(await other.createConversation(projectId)).conversationId;
  okValue(await other.appendConversationMessage(theirs, asNew(userMessage('theirs'))));
  await expect.poll(() => told).toEqual([[theirs]]);
});

test('a change is noticed even if the index was deleted in between', async () => {
  const { dataDir, store, conversationId } = await openConversation();
  okValue(await store.appendConversationMessage(conversationId, asNew(userMessage('hi'))));
  const told: string[][] = [];
  store.onOutsideChange((ids) => told.push(ids));
  await store.listConversations();
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('index.db'))) rmSync(join(dataDir, name));
  const child = startChildStore(dataDir, conversationId, 'append once');
  await child.ended;
  await expect.poll(() => told.flat()).toContain(conversationId);
});

test('a new index file with as many changes as the old one had hides none of them', () => {
  const file = join(tempFolder(), 'index.db');
  const here = createConversationIndex(file, null, 'here', () => {});
  expect(here.outsideChanges()).toEqual([]);
  const note = (index: ConversationIndex, id: string) => index.write({ put: [], remove: [], changed: [id] });
  for (const id of ['a', 'b']) note(here, id);
  expect(here.outsideChanges()).toEqual([]);
  const elsewhere = createConversationIndex(file, null, 'elsewhere', () => {});
  elsewhere.drop();
  for (const id of ['c', 'd']) note(elsewhere, id);
  expect(here.outsideChanges().sort()).toEqual(['c', 'd']);
  here.drop();
  for (const id of ['e', 'f']) note(elsewhere, id);
  expect(here.outsideChanges().sort()).toEqual(['e', 'f']);
  for (const index of [here, elsewhere]) index.close();
});

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function countRows(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const { count } = database.prepare('SELECT count(*) AS count FROM conversations').get() as { count: number };
  database.close();
  return count;
}

function setVersion(path: string, version: number): void {
  runSql(path, `PRAGMA user_version = ${version}`);
}

function runSql(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

test(cite('SEC-9', 'an index that is only unreadable here, as libSQL does not load, is kept'), async () => {
  const { dataDir } = await openThree();
  const path = join(dataDir, 'index.db');
  const before = readFileSync(path);
  const log: string[] = [];
  const { Module } = process.getBuiltinModule('node:module');
  const loads = Module as unknown as { _resolveFilename(name: string, ...rest: unknown[]): string };
  const resolve = loads._resolveFilename;
  loads._resolveFilename = (name, ...rest) => resolve(name === 'libsql' ? 'no-such-package' : name, ...rest);
  onTestFinished(() => {
    loads._resolveFilename = resolve;
  });
  expect(encryptsDatabases()).toBe(false);
  const index = createConversationIndex(path, Buffer.alloc(32), 'test', (...entry) => void log.push(String(entry[2])));
  onTestFinished(() => index.close());
  expect([index.rows().size, index.rows().size, index.newest(1, [])]).toEqual([0, 0, null]);
  expect(log).toEqual(['INDEX_UNREADABLE']);
  expect(readFileSync(path).equals(before)).toBe(true);
  loads._resolveFilename = resolve;
  expect(encryptsDatabases()).toBe(true);
});
