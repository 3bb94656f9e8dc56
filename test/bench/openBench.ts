// PERF-2: opening the end of a conversation at several lengths, next to what alternatives would do. Each time starts
// with an empty store cache.

import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type LongConversation, writeLongConversation } from '../support/longConversation.ts';
import { count, type Figure, median, megabytes, milliseconds, type Section, timed } from './figures.ts';
import { benchStore, mustBeOk } from './openedStore.ts';

const screen = 200;
const textLength = 700;
const rounds = 25;

export async function openBench(folder: string, lengths: readonly number[]): Promise<Section> {
  const made = lengths.map((length) => make(join(folder, `open-${length}`), length));
  const times = new Map<string, number[]>();
  const note = (name: string, took: number): void => void times.set(name, [...(times.get(name) ?? []), took]);
  for (let round = 0; round < rounds; round++) {
    for (const { length, long, database, files } of made) {
      note(`Throughline, ${count(length)}`, await openLast(long));
      if (round >= 3 && length > 20_000) continue;
      note(
        `JSON.parse of the whole, ${count(length)}`,
        await timed(async () => (JSON.parse(await readFile(long.path, 'utf8')) as unknown[]).slice(-screen)),
      );
      note(`node:sqlite, ${count(length)}`, await timed(() => lastOf(database)));
      if (files) note(`one file a message, ${count(length)}`, await timed(() => lastFiles(files)));
    }
  }
  const base = median(times.get(`Throughline, ${count(lengths[0] as number)}`) ?? []);
  const figures = [...times].map(([name, took]): Figure => {
    const ratio = median(took) / base;
    const figure: Figure = {
      name,
      value: milliseconds(median(took)),
      note: `${ratio.toFixed(2)} × ${count(lengths[0] as number)}`,
    };
    if (!name.startsWith('Throughline') || ratio === 1) return figure;
    return {
      ...figure,
      promise: { row: 'PERF-2', text: `at most 2 × opening ${count(lengths[0] as number)}`, kept: ratio <= 2 },
    };
  });
  const sizes = made.map(({ length, long }) => `${count(length)} messages are ${megabytes(long.bytes)}`).join(', ');
  return {
    title: 'Open',
    how: `Reading the last ${screen} messages of an unopened conversation; median of ${rounds}. ${sizes}. SQLite reads by primary key from a freshly opened database.`,
    figures,
  };
}

async function openLast({ dataDir, conversationId }: LongConversation): Promise<number> {
  const store = benchStore(dataDir);
  const took = await timed(async () => mustBeOk(await store.readBranch(conversationId, { tail: screen })));
  await store.close();
  return took;
}

function make(
  folder: string,
  length: number,
): { length: number; long: LongConversation; database: string; files: string | null } {
  const long = writeLongConversation(join(folder, 'data'), { messages: length, textLength });
  const database = join(folder, 'messages.db');
  const db = new DatabaseSync(database);
  db.exec('CREATE TABLE messages(seq INTEGER PRIMARY KEY, record TEXT); BEGIN');
  const insert = db.prepare('INSERT INTO messages(record) VALUES (?)');
  const record = JSON.stringify({ role: 'user', content: 'x'.repeat(textLength) });
  for (let index = 0; index < length; index++) insert.run(record);
  db.exec('COMMIT');
  db.close();
  const files = length > 20_000 ? null : join(folder, 'files');
  if (files) {
    mkdirSync(files);
    for (let index = 0; index < length; index++)
      writeFileSync(join(files, `${String(index).padStart(8, '0')}.json`), record);
  }
  return { length, long, database, files };
}

function lastOf(path: string): unknown[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare(`SELECT record FROM messages ORDER BY seq DESC LIMIT ${screen}`).all();
  const records = rows.map((row) => JSON.parse(String(row.record)) as unknown);
  db.close();
  return records;
}

async function lastFiles(folder: string): Promise<unknown[]> {
  const names = (await readdir(folder)).sort().slice(-screen);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown));
}
