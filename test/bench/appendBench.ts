// PERF-1: the cost of a durable append at several conversation lengths, next to a bare write and to alternatives. All
// append the same record in turn, so that changes in the machine's load affect all of them alike.

import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { JSONFilePreset } from 'lowdb/node';
import type { NewMessage } from '../../shared/conversation/message.ts';
import { writeLongConversation } from '../support/longConversation.ts';
import { type Figure, count as formatCount, median, milliseconds, type Section, timed } from './figures.ts';
import { benchStore, mustBeOk } from './openedStore.ts';

interface Contender {
  name: string;
  /** The share of rounds it takes part in: smaller for slow contenders. */
  share: number;
  append(): Promise<unknown>;
  close(): unknown;
}

const textLength = 700;
const rounds = 300;
/** Rounds before anything is recorded. */
const warmUp = 100;
const message: NewMessage = { role: 'user', content: 'x'.repeat(textLength) };
const line = `,${JSON.stringify({ v: 1, id: '01K'.padEnd(26, '0'), parentId: '01K'.padEnd(26, '0'), createdAt: new Date(0), ...message })}\n]\n`;

export async function appendBench(folder: string, lengths: readonly number[]): Promise<Section> {
  const figures: Figure[] = [];
  await warmUpOnce(join(folder, 'warm'));
  for (const length of lengths) figures.push(...(await atLength(join(folder, `append-${length}`), length)));
  return {
    title: 'Append',
    how: `Appending one message of about 900 bytes until it is durable; median of ${rounds} rounds. “Bare” is one positioned write and fdatasync of the same bytes. lowdb does not sync.`,
    figures,
  };
}

/** A process's first thousands of calls run uncompiled code, which an app that runs for hours does not. */
async function warmUpOnce(folder: string): Promise<void> {
  const long = writeLongConversation(join(folder, 'data'), { messages: 100, textLength });
  const contender = await throughline(long.dataDir, long.conversationId);
  for (let index = 0; index < 3_000; index++) await contender.append();
  await contender.close();
}

async function atLength(folder: string, length: number): Promise<Figure[]> {
  const long = writeLongConversation(join(folder, 'data'), { messages: length, textLength });
  const contenders = [
    await bare(long.path, folder),
    await throughline(long.dataDir, long.conversationId),
    await jsonLines(long.path, folder),
    sqlite(folder, length),
    await oneFileEach(folder),
    await lowdb(folder, length),
  ];
  const [base, ...others] = contenders as [Contender, ...Contender[]];
  const figures: Figure[] = [];
  for (const contender of others) figures.push(...(await besideBare(base, contender, length)));
  for (const contender of contenders) await contender.close();
  return figures;
}

/** Alternates one contender with the bare write, so that the garbage and dirty pages of a third one do not count. */
async function besideBare(base: Contender, contender: Contender, length: number): Promise<Figure[]> {
  const times: { bare: number[]; own: number[] } = { bare: [], own: [] };
  const count = Math.round(rounds * contender.share);
  for (let round = -warmUp * contender.share; round < count; round++) {
    // They take turns going first: a sync waits for whatever the previous one left to the file system.
    const bareFirst = Math.abs(Math.round(round)) % 2 === 0;
    const early = bareFirst ? await timed(() => base.append()) : null;
    const own = await timed(() => contender.append());
    const bare = early ?? (await timed(() => base.append()));
    if (round < 0) continue;
    times.bare.push(bare);
    times.own.push(own);
  }
  const [took, bare] = [median(times.own), median(times.bare)];
  const ratio = took / bare;
  const figure: Figure = {
    name: `${contender.name}, after ${formatCount(length)}`,
    value: milliseconds(took),
    note: `${ratio.toFixed(2)} × bare (${milliseconds(bare)})`,
  };
  if (contender.name !== 'Throughline') return [figure];
  return [{ ...figure, promise: { row: 'PERF-1', text: 'at most 1.5 × bare', kept: ratio <= 1.5 } }];
}

async function bare(path: string, folder: string): Promise<Contender> {
  const copy = join(folder, 'bare.json');
  await copyOf(path, copy);
  const file = await open(copy, 'r+');
  let at = (await file.stat()).size - 2;
  const bytes = Buffer.from(line);
  return {
    name: 'bare',
    share: 1,
    async append() {
      await file.write(bytes, 0, bytes.length, at);
      await file.datasync();
      at += bytes.length - 2;
    },
    close: () => file.close(),
  };
}

async function copyOf(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  const file = await open(to, 'w');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
}

async function throughline(dataDir: string, conversationId: string): Promise<Contender> {
  const store = benchStore(dataDir);
  const lease = mustBeOk(await store.lease(conversationId, 'the bench'));
  return {
    name: 'Throughline',
    share: 1,
    append: async () => mustBeOk(await store.appendConversationMessage(conversationId, { ...message })),
    async close() {
      lease.release();
      await store.close();
    },
  };
}

async function jsonLines(path: string, folder: string): Promise<Contender> {
  const copy = join(folder, 'log.jsonl');
  await copyOf(path, copy);
  const file: FileHandle = await open(copy, 'a');
  return {
    name: 'JSON lines, appendFile and fdatasync',
    share: 1,
    async append() {
      await file.appendFile(line);
      await file.datasync();
    },
    close: () => file.close(),
  };
}

function sqlite(folder: string, length: number): Contender {
  const database = new DatabaseSync(join(folder, 'messages.db'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE messages(seq INTEGER PRIMARY KEY, record TEXT)',
  );
  const insert = database.prepare('INSERT INTO messages(record) VALUES (?)');
  database.exec('BEGIN');
  for (let index = 0; index < length; index++) insert.run(line);
  database.exec('COMMIT');
  return {
    name: 'node:sqlite, WAL and FULL',
    share: 1,
    append: async () => insert.run(line),
    close: () => database.close(),
  };
}

/** Writes a temporary file, syncs it, renames it, and syncs its folder. */
async function oneFileEach(folder: string): Promise<Contender> {
  const place = join(folder, 'files');
  mkdirSync(place);
  const directory = await open(place, 'r');
  let index = 0;
  return {
    name: 'one file a message',
    share: 1,
    async append() {
      index++;
      const path = join(place, `${index}.json`);
      const file = await open(`${path}.tmp`, 'w');
      await file.writeFile(line);
      await file.sync();
      await file.close();
      await rename(`${path}.tmp`, path);
      await directory.sync();
    },
    close: () => directory.close(),
  };
}

/** Rewrites the whole file each time. */
async function lowdb(folder: string, length: number): Promise<Contender> {
  const messages = Array.from({ length }, () => ({ ...message, v: 1, id: '01K'.padEnd(26, '0') }));
  const database = await JSONFilePreset(join(folder, 'lowdb.json'), { messages });
  await database.write();
  return {
    name: 'lowdb 7 (rewrites, does not sync)',
    share: length > 20_000 ? 1 / 20 : 1 / 4,
    append: () => database.update((data) => void data.messages.push({ ...message, v: 1, id: 'more' } as never)),
    close: () => undefined,
  };
}
