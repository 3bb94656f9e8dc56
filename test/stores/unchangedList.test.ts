// The list that a command prints directly from the index: the same as the store's, or none at all.

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { readUnchangedList } from '../../electron/stores/list/unchangedList.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { cite } from '../support/cite.ts';
import { assistantMessage, conversationOf, messagesFile, userMessage } from '../support/messageBuilder.ts';
import { openStore, placeOf } from '../support/openStore.ts';
import { okValue } from '../support/result.ts';
import { tempFolder } from '../support/tempFolder.ts';

type Place = ReturnType<typeof placeOf>;

/**
 * Two projects with three conversations, one of an agent and one without messages, and a store that has listed and
 * closed.
 */
async function listedOnce() {
  const { dataDir, store } = openStore();
  const folder = tempFolder();
  const project = okValue(await store.openProject(folder));
  const chats = okValue(await store.openFolderlessProject());
  const places: Place[] = [];
  const make = async (projectId: string, text: string, hour: number, origin?: Message['origin']) => {
    const { conversationId } = okValue(await store.createConversation(projectId));
    const place = placeOf(dataDir, projectId, conversationId);
    const messages = conversationOf<Message>([userMessage(text), assistantMessage('yes')]);
    const dated = messages.map((message) => ({ ...message, createdAt: `2026-01-01T0${hour}:00:00.000Z` }));
    writeFileSync(
      place.messagesPath,
      messagesFile(dated.map((one, at) => (at === 0 && origin ? { ...one, origin } : one))),
    );
    places.push(place);
    return place;
  };
  const alpha = await make(project.id, 'alpha', 1);
  await make(project.id, 'beta', 3);
  const gamma = await make(chats.id, 'gamma', 2);
  await make(project.id, 'of an agent', 4, {
    type: 'sub-agent',
    conversationId: alpha.conversationId,
    messageId: 'm',
    index: 0,
  });
  okValue(await store.createConversation(project.id));
  okValue(await store.updateMeta(gamma.conversationId, (meta) => ({ ...meta, title: 'Named', pinned: true })));
  okValue(await store.updateMeta(alpha.conversationId, (meta) => ({ ...meta, archived: true })));
  okValue(await store.listConversations());
  await store.close();
  return { dataDir, project, chats, folder, alpha, gamma };
}

/** The store's answer in the list's form. */
async function byStore(dataDir: string) {
  const { store } = openStore({ dataDir });
  const folders = new Map((await store.listProjects()).map(({ id, folder }) => [id, folder]));
  const rows = okValue(await store.listConversations());
  await store.close();
  return rows.map(({ id, projectId, title, createdAt, updatedAt, messageCount, pinned, archived, unread }) => ({
    ...{ id, title, createdAt, updatedAt, messageCount, pinned, archived, unread },
    project: folders.get(projectId) ?? null,
  }));
}

const read = (dataDir: string) => readUnchangedList(dataDir, hostname());

test(cite('PERF-7', 'a list without changes since is read from the index alone, and equals the store’s'), async () => {
  const { dataDir, folder } = await listedOnce();
  const rows = await read(dataDir);
  expect(rows?.map(({ title }) => title)).toEqual(['beta', 'Named', 'alpha']);
  expect(rows?.map(({ project }) => project)).toEqual([folder, null, folder]);
  expect(rows).toEqual(await byStore(dataDir));
  expect(await read(join(tempFolder(), 'none'))).toEqual([]);
});

type Opened = Awaited<ReturnType<typeof listedOnce>>;

const changes: [string, (opened: Opened) => void][] = [
  ['a log grew', ({ alpha }) => appendFileSync(alpha.messagesPath, ' ')],
  ['a log was written over with as many bytes', ({ alpha }) => writeOver(alpha.messagesPath, 'alpha', 'ALPHA')],
  ['a log was replaced by an equal one', ({ alpha }) => replace(alpha.messagesPath)],
  ['a log is gone', ({ alpha }) => rmSync(alpha.messagesPath)],
  ['a title was written by hand', ({ gamma }) => writeOver(gamma.metaPath, 'Named', 'named')],
  ['a conversation got its first meta.json', ({ dataDir, project }) => void firstMeta(dataDir, project.id)],
  ['a meta.json is gone', ({ gamma }) => rmSync(gamma.metaPath)],
  ['a conversation is gone', ({ alpha }) => rmSync(alpha.folder, { recursive: true })],
  ['a conversation was put there', ({ alpha }) => cpSync(alpha.folder, `${alpha.folder}x`, { recursive: true })],
  ['one is in two projects', ({ dataDir, alpha, chats }) => copyInto(dataDir, alpha, chats.id)],
  ['one was moved to another project', ({ dataDir, alpha, chats }) => moveInto(dataDir, alpha, chats.id)],
  ['a project lost its file', ({ dataDir, project }) => rmSync(join(dataDir, 'projects', project.id, 'project.json'))],
  [
    'a project’s file is damaged',
    ({ dataDir, project }) => writeFileSync(join(dataDir, 'projects', project.id, 'project.json'), '{"v":1'),
  ],
  [
    'a project’s file has no date',
    ({ dataDir, project }) => undate(join(dataDir, 'projects', project.id, 'project.json')),
  ],
  ['the index is gone', ({ dataDir }) => rmSync(join(dataDir, 'index.db'))],
  ['the index is damaged', ({ dataDir }) => writeFileSync(join(dataDir, 'index.db'), 'no database '.repeat(900))],
  ['the index is of another version', ({ dataDir }) => sql(dataDir, 'PRAGMA user_version = 4')],
  ['nothing of it is there but the index', ({ dataDir }) => rmSync(join(dataDir, 'projects'), { recursive: true })],
];

test.each(changes)(
  cite('PERF-7', 'nothing is read from the index when %s; after the store has listed, it is'),
  async (_what, change) => {
    const opened = await listedOnce();
    expect(await read(opened.dataDir)).not.toBeNull();
    change(opened);
    expect(await read(opened.dataDir)).toBeNull();
    const rows = await byStore(opened.dataDir);
    const after = await read(opened.dataDir);
    if (after) expect(after).toEqual(rows);
  },
);

test('a conversation that another process is writing is left to the store', async () => {
  const { dataDir } = await listedOnce();
  const holder = new DatabaseSync(join(dataDir, 'index.db'));
  onTestFinished(() => holder.close());
  // A writer does not block a reader, which sees the earlier state.
  holder.exec('BEGIN IMMEDIATE; DELETE FROM conversations');
  expect(await read(dataDir)).toHaveLength(3);
  holder.exec('COMMIT');
  expect(await read(dataDir)).toBeNull();
});

function writeOver(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  const later = new Date(Date.now() + 5_000);
  utimesSync(path, later, later);
}

function replace(path: string): void {
  cpSync(path, `${path}.new`, { preserveTimestamps: true });
  renameSync(`${path}.new`, path);
}

function firstMeta(dataDir: string, projectId: string): void {
  const found = sql(dataDir, `SELECT id FROM conversations WHERE title = 'beta'`)[0]?.id as string;
  writeFileSync(placeOf(dataDir, projectId, found).metaPath, '{"v":1,"title":"Beta"}');
}

function copyInto(dataDir: string, { folder, conversationId }: Place, projectId: string): void {
  const to = placeOf(dataDir, projectId, conversationId).folder;
  mkdirSync(join(to, '..'), { recursive: true });
  cpSync(folder, to, { recursive: true });
}

function moveInto(dataDir: string, from: Place, projectId: string): void {
  const to = placeOf(dataDir, projectId, from.conversationId).folder;
  mkdirSync(join(to, '..'), { recursive: true });
  renameSync(from.folder, to);
}

function undate(path: string): void {
  const { createdAt: _date, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify(rest));
}

function sql(dataDir: string, text: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(dataDir, 'index.db'));
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}
