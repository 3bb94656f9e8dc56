import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../electron/lib/log.ts';
import { createDataFolder } from '../../../electron/stores/dataFolder.ts';
import { nodeDisk } from '../../../electron/stores/files/disk.ts';
import { longLineBytes } from '../../../electron/stores/files/fileWindow.ts';
import { indexConversation } from '../../../electron/stores/search/conversationIndexing.ts';
import { createIndexer } from '../../../electron/stores/search/indexer.ts';
import { type OpenedFile, type OpenFile, openFile } from '../../../electron/stores/search/openedFile.ts';
import { openForWriting, withStatementCache } from '../../../electron/stores/search/searchDatabase.ts';
import { createShardWriter } from '../../../electron/stores/search/shards.ts';
import { createIndexBatch } from '../../../electron/stores/search/writableIndex.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { startChildStore } from '../../support/childStore.ts';
import { cite } from '../../support/cite.ts';
import { asNew, assistantMessage, conversationOf, messagesFile, userMessage } from '../../support/messageBuilder.ts';
import { indexedDocs, type OpenedSearch, openSearch } from '../../support/openSearch.ts';
import { okValue } from '../../support/result.ts';
import { sample } from '../../support/volume.ts';

test(cite('STORE-11', "another process's appends are found, once"), { tags: ['all'] }, async () => {
  const { dataDir, conversation, find } = await openSearch();
  const id = await conversation([userMessage('mine')]);
  expect((await find('mine')).hits).toHaveLength(1);
  const child = startChildStore(dataDir, id, 'append once');
  await child.ended;
  expect((await find('from another process')).hits).toMatchObject([{ conversationId: id }]);
  expect((await find('mine')).hits).toHaveLength(1);
});

test("this process's additions are indexed a moment later, without a request", { tags: ['all'] }, async () => {
  const { dataDir, conversation } = await openSearch({ startMs: 10 });
  for (const count of [1, 2, 3]) {
    await conversation([userMessage(`number ${count}`)]);
    await expect.poll(() => indexedDocs(dataDir)).toBe(count);
  }
});

/** Only the indexing, in this process, over files that count reads. */
function ownIndexing({ dataDir, projectId }: OpenedSearch, conversationId: string) {
  let counts = { opens: 0, bytesRead: 0, maxReadBytes: 0 };
  const open: OpenFile = (path) => {
    counts.opens++;
    const file = openFile(path, null);
    const read: OpenedFile['read'] = (...place) => {
      const bytes = file?.read(...place) ?? Buffer.alloc(0);
      counts.bytesRead += bytes.length;
      counts.maxReadBytes = Math.max(counts.maxReadBytes, bytes.length);
      return bytes;
    };
    return file && { ...file, read };
  };
  const take = () => {
    const taken = counts;
    counts = { opens: 0, bytesRead: 0, maxReadBytes: 0 };
    return taken;
  };
  const data = createDataFolder(dataDir, nodeDisk);
  const database = openForWriting(`${dataDir}/own.db`, null, 'test');
  onTestFinished(() => database.close());
  const shards = createShardWriter(database);
  const indexing = {
    disk: nodeDisk,
    data,
    open,
    database,
    statements: withStatementCache(database),
    shards,
    batch: createIndexBatch(database, shards),
    shouldYield: () => false,
    isClosing: () => false,
  };
  return { indexing, take, database, place: data.pathsOf(projectId, conversationId) };
}

test(cite('STORE-11', "after an append only the conversation's end is read"), { tags: ['all'] }, async () => {
  const opened = await openSearch();
  const { store, conversation, files } = opened;
  const id = await conversation([userMessage('begin')]);
  const many = conversationOf(Array.from({ length: 5_000 }, (_, n) => userMessage(`${n} ${'long '.repeat(100)}`)));
  writeFileSync(files(id).messagesPath, messagesFile(many));
  const { indexing, take, database, place } = ownIndexing(opened, id);
  const total = statSync(files(id).messagesPath).size;
  expect(await indexConversation(indexing, place)).toBe(true);
  expect(take().bytesRead).toBeGreaterThanOrEqual(total);
  const count = () => ({ ...database.prepare('SELECT messages, damage FROM conversations').get() });
  expect(count()).toEqual({ messages: 5_000, damage: 0 });
  okValue(await store.appendConversationMessage(id, asNew(assistantMessage('the newest'))));
  expect(await indexConversation(indexing, place)).toBe(true);
  expect(take().bytesRead).toBeLessThan(5_000);
  expect(count()).toEqual({ messages: 5_001, damage: 0 });
  // Nothing has changed: nothing is read.
  expect(await indexConversation(indexing, place)).toBe(true);
  expect(take()).toEqual({ opens: 0, bytesRead: 0, maxReadBytes: 0 });
});

test('a damaged record of many megabytes is read in pieces and skipped; its surroundings are found', {
  tags: ['all'],
}, async () => {
  const opened = await openSearch();
  const { conversation, files } = opened;
  const id = await conversation([userMessage('begin')]);
  const sound = conversationOf(Array.from({ length: 101 }, () => userMessage('sound'))).map((one) =>
    JSON.stringify(one),
  );
  const long = JSON.stringify(userMessage('x'.repeat(3 * longLineBytes))).slice(0, -1);
  writeFileSync(files(id).messagesPath, `[\n${sound.slice(0, 100).join('\n,')}\n,${long}\n,${sound[100]}\n]\n`);
  const { indexing, take, database, place } = ownIndexing(opened, id);
  expect(await indexConversation(indexing, place)).toBe(true);
  expect(take().maxReadBytes).toBeLessThanOrEqual(longLineBytes);
  const known = database.prepare('SELECT messages, damage, layout, whole FROM conversations').get();
  expect({ ...known }).toEqual({ messages: 101, damage: 1, layout: 'other', whole: 1 });
});

const three = () =>
  conversationOf<Message>([userMessage('alpha one'), assistantMessage('alpha two'), userMessage('alpha three')]);

test.each<[string, (path: string, messages: Message[]) => void, string[]]>(
  sample(2, [
    [
      'replaced by another file',
      (path) => {
        writeFileSync(
          `${path}.new`,
          messagesFile(conversationOf([userMessage('alpha other'), userMessage('alpha more')])),
        );
        renameSync(`${path}.new`, path);
      },
      ['alpha more', 'alpha other'],
    ],
    ['shorter', (path, messages) => writeFileSync(path, messagesFile(messages.slice(0, 1))), ['alpha one']],
    [
      'changed in place, as long as before',
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('alpha two', 'alpha TWO')),
      ['alpha three', 'alpha TWO', 'alpha one'],
    ],
    [
      'changed in place and grown',
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('alpha two', 'alpha twenty-two')),
      ['alpha three', 'alpha twenty-two', 'alpha one'],
    ],
    [
      'written in another layout',
      (path, messages) => writeFileSync(path, JSON.stringify(messages, null, 2)),
      ['alpha three', 'alpha two', 'alpha one'],
    ],
    [
      'saved as UTF-16',
      (path, messages) => writeFileSync(path, Buffer.from(`\uFEFF${messagesFile(messages)}`, 'utf16le')),
      ['alpha three', 'alpha two', 'alpha one'],
    ],
    [
      'damaged in the middle',
      (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('"content":"alpha two"', '\0\0\0\0\0')),
      ['alpha three', 'alpha one'],
    ],
    [
      'cut in its last line',
      (path) => writeFileSync(path, readFileSync(path).subarray(0, -20)),
      ['alpha two', 'alpha one'],
    ],
    ['gone', (path) => rmSync(path), []],
    [
      'a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
      [],
    ],
  ]),
)(
  cite('STORE-11', 'a conversation whose file is %s is searched in its current state'),
  async (_name, change, expected) => {
    const { conversation, find, files, search } = await openSearch();
    const id = await conversation([userMessage('begin')]);
    const { messagesPath } = files(id);
    writeFileSync(messagesPath, messagesFile(three()));
    expect((await find('alpha')).hits).toHaveLength(3);
    change(messagesPath, three());
    const { hits, complete } = await find('alpha');
    expect(complete).toBe(true);
    expect(hits.map((hit) => hit.snippet)).toEqual(expected);
    const stats = statSync(messagesPath, { bigint: true, throwIfNoEntry: false });
    const count = stats?.isFile() ? search.countOf(id, Number(stats.size), stats.ino) : null;
    expect(count).toBe(stats?.isFile() ? expected.length : null);
    // And it continues from there.
    if (!stats?.isFile()) return;
    appendFileSync(messagesPath, '');
    expect((await find('alpha')).hits).toHaveLength(expected.length);
  },
);

test('a damaged conversation is indexed again when an append has repaired it', { tags: ['all'] }, async () => {
  const { store, conversation, find, files } = await openSearch();
  const id = await conversation([userMessage('begin')]);
  const { messagesPath } = files(id);
  writeFileSync(messagesPath, messagesFile(three()).replace('"content":"alpha two"', '\0\0'));
  expect((await find('alpha')).hits).toHaveLength(2);
  okValue(await store.appendConversationMessage(id, asNew(userMessage('alpha four'))));
  expect((await find('alpha')).hits.map((hit) => hit.snippet)).toEqual(['alpha four', 'alpha three', 'alpha one']);
});

test("duplicate IDs: a repeated record is found once, a different one under the store's new ID", {
  tags: ['all'],
}, async () => {
  const { store, conversation, find, files, search } = await openSearch();
  const id = await conversation([userMessage('begin')]);
  const { messagesPath } = files(id);
  const [one, two] = three() as [Message, Message];
  writeFileSync(messagesPath, messagesFile([one, two, two, { ...two, content: 'alpha impostor' } as Message]));
  const { hits } = await find('alpha');
  const stored = okValue(await store.readBranch(id)).messages.map((message) => message.id);
  expect(hits.map((hit) => [hit.snippet, hit.messageId])).toEqual([
    ['alpha impostor', stored.at(-1)],
    ['alpha two', two.id],
    ['alpha one', one.id],
  ]);
  const stats = statSync(messagesPath);
  expect(search.countOf(id, stats.size, stats.ino)).toBe(3);
});

test('a deleted conversation leaves the index', { tags: ['all'] }, async () => {
  const { store, conversation, find } = await openSearch();
  const kept = await conversation([userMessage('common word')]);
  const id = await conversation([userMessage('common word'), userMessage('uniqueword')]);
  okValue(await store.updateMeta(id, (meta) => ({ ...meta, title: 'uniquetitle' })));
  expect((await find('common')).hits).toHaveLength(2);
  okValue(await store.deleteConversation(id));
  expect((await find('common')).hits.map((hit) => hit.conversationId)).toEqual([kept]);
  expect((await find('uniqueword')).hits).toEqual([]);
  expect((await find('uniquetitle')).hits).toEqual([]);
  expect(await find('common')).toMatchObject({ complete: true, done: 1, total: 1 });
});

test("a message's position in its file and the number of messages are known, or null in case of doubt", {
  tags: ['all'],
}, async () => {
  const { store, search, conversation, find, files } = await openSearch();
  const id = await conversation([userMessage('eins é'), assistantMessage('zwei 鯨'), userMessage('drei')]);
  const ids = okValue(await store.readBranch(id)).messages.map((message) => message.id);
  const { messagesPath } = files(id);
  const sizeAndInode = (): [number, bigint] => {
    const { size, ino } = statSync(messagesPath, { bigint: true });
    return [Number(size), ino];
  };
  expect(ids.map((messageId) => search.offsetOf(id, messageId))).toEqual([null, null, null]);
  expect(search.countOf(id, ...sizeAndInode())).toBeNull();
  await find('drei');
  const check = (): void => {
    const bytes = readFileSync(messagesPath);
    for (const messageId of ids) {
      const offset = search.offsetOf(id, messageId);
      const line =
        bytes
          .subarray(offset ?? -1)
          .toString('utf8')
          .split('\n')[0] ?? '';
      expect(JSON.parse(line).id).toBe(messageId);
    }
  };
  check();
  expect(search.countOf(id, ...sizeAndInode())).toBe(3);
  const [size, inode] = sizeAndInode();
  expect(search.countOf(id, size, Number(inode))).toBe(3);
  expect(search.countOf(id, size + 1, inode)).toBeNull();
  expect(search.countOf(id, size, inode + 1n)).toBeNull();
  expect(search.offsetOf(id, 'unknown')).toBeNull();
  expect(search.offsetOf('unknown', ids[0] as string)).toBeNull();
  // Grown: earlier positions are still correct, the number is not.
  okValue(await store.appendConversationMessage(id, asNew(userMessage('vier'))));
  check();
  expect(search.countOf(id, ...sizeAndInode())).toBeNull();
  // Another file.
  writeFileSync(`${messagesPath}.new`, readFileSync(messagesPath));
  renameSync(`${messagesPath}.new`, messagesPath);
  expect(search.offsetOf(id, ids[0] as string)).toBeNull();
  await find('vier');
  check();
  expect(search.countOf(id, ...sizeAndInode())).toBe(4);
});

test(cite('STORE-11', 'a change during a failed indexing of a conversation is followed up'), async () => {
  const { dataDir, conversation, search } = await openSearch();
  const id = await conversation([userMessage('changed')]);
  await search.close();
  const data = createDataFolder(dataDir, nodeDisk);
  let failures = 1;
  const failing = {
    ...data,
    forget(conversationId: string) {
      if (failures-- <= 0) return data.forget(conversationId);
      indexer.changed([id]);
      throw new Error('injected');
    },
  };
  const path = `${dataDir}/search.db`;
  const watching = { log: silentLog, onStatus() {}, onConversation() {} };
  const indexer = createIndexer({
    path,
    locks: data.locks,
    disk: nodeDisk,
    data: failing,
    skip: new Set(),
    ...watching,
  });
  const running = indexer.run();
  indexer.changed([id]);
  expect(await indexer.settled()).toMatchObject({ complete: true, done: 1, total: 1 });
  indexer.close();
  await running;
  expect(indexedDocs(dataDir)).toBe(1);
});
