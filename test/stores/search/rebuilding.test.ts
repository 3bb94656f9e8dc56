import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../electron/lib/log.ts';
import { tryLock } from '../../../electron/stores/locks/locks.ts';
import { createConversationSearch } from '../../../electron/stores/search/conversationSearch.ts';
import { cite } from '../../support/cite.ts';
import { conversationOf, messagesFile, userMessage } from '../../support/messageBuilder.ts';
import { indexedDocs, type OpenedSearch, openSearch, searchOver, wholeAnswer } from '../../support/openSearch.ts';
import { startProgram } from '../../support/program.ts';
import { okValue } from '../../support/result.ts';
import { sample, volume } from '../../support/volume.ts';

const child = new URL('../../support/searchChild.ts', import.meta.url).pathname;

/** Three indexed conversations that contain `needle` once each. */
async function openThree(): Promise<OpenedSearch & { path: string }> {
  const opened = await openSearch();
  for (const word of ['one', 'two', 'three']) await opened.conversation([userMessage(`needle ${word}`)]);
  expect((await opened.find('needle')).hits).toHaveLength(3);
  return { ...opened, path: `${opened.dataDir}/search.db` };
}

test.each<[string, (path: string) => void]>(
  sample(3, [
    ['deleted', (path) => ['', '-wal', '-shm'].forEach((suffix) => void rmSync(path + suffix, { force: true }))],
    ['garbage', (path) => writeFileSync(path, 'garbage, long enough to look like a page. '.repeat(500))],
    ['empty', (path) => writeFileSync(path, '')],
    [
      'a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
    ['of an older version', (path) => runSql(path, 'PRAGMA user_version = 999')],
    ['without a table', (path) => runSql(path, 'DROP TABLE docs')],
    ['without a full-text table', (path) => runSql(path, 'DROP TABLE tri1')],
    ['overwritten in its middle', overwrite],
  ]),
)(
  cite('STORE-11', 'a search.db that is %s is rebuilt, in a running search and in a new one'),
  async (_name, harm) => {
    const { dataDir, path, search, conversation } = await openThree();
    // Only a database that nobody has open is completely in its file.
    await search.close();
    harm(path);
    const fresh = searchOver(dataDir);
    const found = async () => {
      const answer = await wholeAnswer(fresh, 'needle');
      // An incomplete answer says so.
      if (answer.hits.length < 3) expect(answer.complete).toBe(false);
      return answer.hits.length;
    };
    await expect.poll(found).toBe(3);
    harm(path);
    await expect.poll(found).toBe(3);
    await expect.poll(async () => (await fresh.bringUpToDate()).complete).toBe(true);
    await conversation([userMessage('needle four')]);
    await fresh.bringUpToDate();
    expect(await found()).toBe(4);
    expect(indexedDocs(dataDir)).toBe(4);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  },
  40_000,
);

test("another version's search.db is rebuilt silently", async () => {
  const said: string[] = [];
  const { dataDir, path, search } = await openThree();
  await search.close();
  runSql(path, 'PRAGMA user_version = 999');
  const log = (level: string, message: string): void => void said.push(`${level}: ${message}`);
  const fresh = searchOver(dataDir, { log });
  expect((await fresh.bringUpToDate()).complete).toBe(true);
  expect(indexedDocs(dataDir)).toBe(3);
  expect(said).toEqual(['info: The search index is being rebuilt for this version.']);
});

test(cite('STORE-11', 'a locked search.db blocks nothing: it is queried, and updated later'), {
  tags: ['all'],
}, async () => {
  const { path, search, conversation, find } = await openThree();
  const holder = new DatabaseSync(path);
  onTestFinished(() => {
    if (holder.isOpen) holder.close();
  });
  holder.exec('BEGIN IMMEDIATE');
  await conversation([userMessage('needle meanwhile')]);
  const status = await search.bringUpToDate();
  expect(status).toEqual({ complete: false, done: 3, total: 4 });
  const answer = await wholeAnswer(search, 'needle');
  expect(answer).toMatchObject({ complete: false, done: 3, total: 4 });
  expect(answer.hits).toHaveLength(3);
  holder.exec('ROLLBACK');
  expect((await find('needle')).hits).toHaveLength(4);
});

test(
  cite('STORE-11', 'while another process indexes, a search reports that it is incomplete, and continues when it can'),
  async () => {
    const { dataDir, search, conversation, find } = await openThree();
    const held = tryLock(`${dataDir}/locks`, 'search.index', 'indexing in a test', new Date());
    if (held.kind !== 'held') throw new Error('the lock is not free');
    await conversation([userMessage('needle meanwhile')]);
    const progress: boolean[] = [];
    const followed = search.bringUpToDate({ onProgress: ({ complete }) => void progress.push(complete) });
    await expect.poll(() => progress.length).toBeGreaterThan(0);
    expect(progress).not.toContain(true);
    held.lock.release();
    expect((await followed).complete).toBe(true);
    expect((await find('needle')).hits).toHaveLength(4);
  },
);

test(cite('STORE-11', 'two processes that index at the same time index everything, and nothing twice'), async () => {
  const { dataDir, path, search, find, files, store, projectId } = await openThree();
  const count = volume({ short: 10, all: 30 });
  for (let c = 0; c < count; c++) {
    const { conversationId } = okValue(await store.createConversation(projectId));
    const messages = Array.from({ length: 300 }, (_, n) =>
      userMessage(`shared number ${c}.${n} ${'filler '.repeat(40)}`),
    );
    writeFileSync(files(conversationId).messagesPath, messagesFile(conversationOf(messages)));
  }
  await search.close();
  rmSync(path);
  const children = [1, 2, 3].map(() => startProgram(child, [dataDir]));
  for (const { finished } of children) {
    const { stdout, stderr } = await finished;
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, done: count + 3, total: count + 3 });
  }
  expect(indexedDocs(dataDir)).toBe(count * 300 + 3);
  expect(check(path)).toBe('ok');
  expect((await find('needle').catch(() => null))?.hits.length ?? 0).toBe(0);
  const answer = await wholeAnswer(searchOver(dataDir), '"number 7.299"');
  expect(answer.hits).toHaveLength(1);
});

test(cite('STORE-11', 'a process killed while indexing leaves an index that the next one completes'), async () => {
  const { dataDir, path, search, conversation, files } = await openThree();
  const id = await conversation([userMessage('begin')]);
  const count = volume({ short: 6_000, all: 20_000 });
  const messages = Array.from({ length: count }, (_, n) => userMessage(`killed number ${n} ${'filler '.repeat(20)}`));
  writeFileSync(files(id).messagesPath, messagesFile(conversationOf(messages)));
  await search.close();
  for (const atLeast of volume({ short: [1, 3_000], all: [1, 9_000, 17_000] })) {
    const started = startProgram(child, [dataDir]);
    await expect.poll(() => indexedDocs(dataDir), { timeout: 20_000, interval: 2 }).toBeGreaterThanOrEqual(atLeast);
    started.child.kill('SIGKILL');
    await started.finished;
  }
  const before = indexedDocs(dataDir);
  const fresh = searchOver(dataDir);
  expect(await fresh.bringUpToDate()).toMatchObject({ complete: true });
  expect(indexedDocs(dataDir)).toBe(count + 3);
  expect(before).toBeLessThanOrEqual(count + 3);
  expect(check(path)).toBe('ok');
  for (const n of [0, 2_123, count - 1]) {
    const text = `"killed number ${n} "`;
    expect((await wholeAnswer(fresh, text, { limit: 5 })).hits).toHaveLength(1);
  }
});

test(cite('PERF-4', 'messages are stored while a large index is built, and the event loop is free'), {
  tags: ['all'],
}, async () => {
  const { dataDir, path, store, conversation, files } = await openThree();
  const big = await conversation([userMessage('begin')]);
  const messages = Array.from({ length: 60_000 }, (_, n) => userMessage(`large number ${n} ${'filler '.repeat(30)}`));
  writeFileSync(files(big).messagesPath, messagesFile(conversationOf(messages)));
  const other = createConversationSearch({ dataDir, log: silentLog });
  onTestFinished(() => other.close());
  rmSync(path, { force: true });
  const id = await conversation([]);
  const events: string[] = [];
  const followed = other.bringUpToDate().then(() => events.push('indexed'));
  await expect.poll(() => indexedDocs(dataDir), { timeout: 20_000, interval: 2 }).toBeGreaterThan(0);
  // Queried immediately: a slow disk can make the twenty appends last longer than the rest of the index.
  const answer = await wholeAnswer(other, 'large number', { limit: 5 });
  events.push(`answered ${answer.complete}`);
  for (let n = 0; n < 20; n++) {
    okValue(await store.appendConversationMessage(id, { role: 'user', content: `beside ${n}` }));
    events.push(`stored ${n}`);
  }
  await followed;
  expect(events.slice(0, 2)).toEqual(['answered false', 'stored 0']);
  expect(events).toContain('indexed');
});

test(cite('PERF-4', "a user's request is handled while many short conversations are read"), async () => {
  const { dataDir, path, search, files } = await openThree();
  await search.close();
  rmSync(path);
  const many = volume({ short: 300, all: 1_000 });
  const said = conversationOf(Array.from({ length: 25 }, (_, n) => userMessage(`${n} ${'filler '.repeat(50)}`)));
  for (let n = 0; n < many; n++) {
    mkdirSync(files(`many${n}`).folder);
    writeFileSync(files(`many${n}`).messagesPath, messagesFile(said));
  }
  const fresh = searchOver(dataDir);
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const followed = fresh.bringUpToDate({ onProgress: ({ done }) => done > 0 && resolve() });
  await begun;
  okValue(await fresh.forgetMessage('many0', 'nothing'));
  expect(indexedDocs(dataDir)).toBeLessThan(many * 25);
  expect(await followed).toEqual({ complete: true, done: many + 3, total: many + 3 });
  expect(indexedDocs(dataDir)).toBe(many * 25 + 3);
});

test('an unused search creates nothing on disk', async () => {
  const { dataDir, store, conversation } = await openSearch();
  await conversation([userMessage('hi')]);
  okValue(await store.listConversations());
  await store.close();
  expect(existsSync(`${dataDir}/search.db`)).toBe(false);
});

function runSql(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Every second page, but not the first: the file still looks like a database. */
function overwrite(path: string): void {
  runSql(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const file = openSync(path, 'r+');
  const pages = readFileSync(path).length / 4096;
  for (let page = 1; page < pages; page += 2) writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096);
  closeSync(file);
}

function check(path: string): unknown {
  const database = new DatabaseSync(path);
  try {
    for (const { id } of database.prepare('SELECT id FROM shards').all()) {
      for (const table of [`tri${id}`, `pair${id}`]) {
        database.exec(`INSERT INTO ${table}(${table}) VALUES ('integrity-check')`);
      }
    }
    return database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  } finally {
    database.close();
  }
}
