import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Message } from '../../../shared/conversation/message.ts';
import { tombstoneOf } from '../../../shared/conversation/removed.ts';
import { messagesFile, toolMessage, userMessage } from '../../support/messageBuilder.ts';
import { type OpenedSearch, openSearch } from '../../support/openSearch.ts';
import { okValue } from '../../support/result.ts';

/**
 * No other text has these characters, so each of them in a file is a trace, whatever the index made of the text. Each
 * has four bytes: two would also occur by chance in the database's numbers.
 */
const secretLetters = [...'𐌰𐌱𐌲𐌳𐌴𐌵𐌶𐌷𐌸𐌹𐌺𐌻𐌼𐌽'];
const secret = secretLetters.join('');
const secretPairs = [...'鱻龘靐'];

/** Terms of the index with one of the letters: the index as SQLite itself reads it. */
function words(dataDir: string): unknown[] {
  const database = new DatabaseSync(`${dataDir}/search.db`);
  try {
    return ['tri1', 'pair1'].flatMap((table) => {
      database.exec(`CREATE VIRTUAL TABLE temp.${table}_words USING fts5vocab('main', '${table}', 'row')`);
      const terms = database.prepare(`SELECT term FROM temp.${table}_words`).all();
      return terms.map(({ term }) => String(term)).filter((term) => [...term].some((letter) => isSecret(letter)));
    });
  } finally {
    database.close();
  }
}

function isSecret(letter: string): boolean {
  return secretLetters.includes(letter) || secretPairs.includes(letter);
}

function traces(dataDir: string): string[] {
  const files = ['', '-wal', '-shm']
    .map((suffix) => `${dataDir}/search.db${suffix}`)
    .filter((path) => existsSync(path));
  const bytes = Buffer.concat(files.map((path) => readFileSync(path)));
  return [...secretLetters, ...secretPairs].filter((letter) => bytes.includes(Buffer.from(letter)));
}

/** With enough other content that the index has several pages and segments. */
async function openWithSecret(place: (text: string) => Message) {
  const opened = await openSearch();
  const filler = (n: number): Message => userMessage(`filler ${n} ${'lorem ipsum dolor sit amet 的一是 '.repeat(20)}`);
  await opened.conversation(Array.from({ length: 30 }, (_, n) => filler(n)));
  await opened.search.bringUpToDate();
  const text = `the key is ${secret} ${secretPairs.join('')} as said`;
  const id = await opened.conversation([filler(1), place(text), filler(2)]);
  await opened.search.bringUpToDate();
  await opened.conversation(Array.from({ length: 30 }, (_, n) => filler(n)));
  expect((await opened.find(secret)).hits.length).toBeGreaterThan(0);
  expect((await opened.find('鱻')).hits.length).toBeGreaterThan(0);
  // Some may be shortened there: the index omits the prefix shared with the previous term.
  expect(traces(opened.dataDir).length).toBeGreaterThan(10);
  expect(words(opened.dataDir).length).toBeGreaterThan(secretLetters.length);
  const messages = okValue(await opened.store.readBranch(id)).messages;
  return { ...opened, id, messages };
}

/** What the rest of the program does with the conversation's own file. */
function takeOut({ files }: OpenedSearch, id: string, messages: readonly Message[], gone: string): void {
  const { messagesPath, resultsFolder } = files(id);
  rmSync(resultsFolder, { recursive: true, force: true });
  const rest = messages.map((message) => (message.id === gone ? tombstoneOf(message, message.createdAt) : message));
  writeFileSync(`${messagesPath}.new`, messagesFile(rest));
  renameSync(`${messagesPath}.new`, messagesPath);
}

test.each<[string, (text: string) => Message]>([
  ['a message', (text) => userMessage(text)],
  ['a large result', (text) => toolMessage('c', `${'x'.repeat(60_000)} ${text} ${'x'.repeat(60_000)}`)],
])('no byte of %s that was removed stays in the index', async (_name, place) => {
  const opened = await openWithSecret(place);
  const { dataDir, search, find, all, id, messages } = opened;
  const messageId = messages[1]?.id as string;
  takeOut(opened, id, messages, messageId);
  expect(okValue(await search.forgetMessage(id, messageId))).toBeUndefined();
  expect(traces(dataDir)).toEqual([]);
  expect((await find(secret)).hits).toEqual([]);
  expect(await all('filler')).toHaveLength(62);
  expect(words(dataDir)).toEqual([]);
  expect(traces(dataDir)).toEqual([]);
});

test('nor does any if its conversation was indexed again in between, so that the index no longer knew it', {
  tags: ['all'],
}, async () => {
  const opened = await openWithSecret((text) => userMessage(text));
  const { dataDir, search, find, id, messages } = opened;
  const messageId = messages[1]?.id as string;
  takeOut(opened, id, messages, messageId);
  expect((await find(secret)).hits).toEqual([]);
  expect(traces(dataDir)).not.toEqual([]);
  okValue(await search.forgetMessage(id, messageId));
  expect(traces(dataDir)).toEqual([]);
});

test('no byte of a removed conversation stays, its title included', { tags: ['all'] }, async () => {
  const opened = await openWithSecret((text) => userMessage(text));
  const { dataDir, store, search, find, id } = opened;
  okValue(await store.updateMeta(id, (meta) => ({ ...meta, title: `titled ${secret}` })));
  expect((await find('titled')).hits).toHaveLength(1);
  okValue(await store.deleteConversation(id));
  okValue(await search.forgetConversation(id));
  expect(traces(dataDir)).toEqual([]);
  expect((await find('titled')).hits).toEqual([]);
});

test('without an index there is nothing to remove, and none is created', async () => {
  const { dataDir, search, conversation } = await openSearch();
  const id = await conversation([userMessage('hi')]);
  okValue(await search.forgetMessage(id, 'unknown'));
  okValue(await search.forgetConversation(id));
  expect(existsSync(`${dataDir}/search.db`)).toBe(false);
});
