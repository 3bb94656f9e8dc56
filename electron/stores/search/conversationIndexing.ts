// Brings the index of one conversation up to its messages.json. What is indexed already is not read again: after an append
// only the new bytes are. A file that is another one than before is indexed anew.

import type { FileHandle } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { fold } from '../../../shared/folding.ts';
import { metaSchema, removedSchema } from '../../../shared/formats.ts';
import type { ConversationPlace, DataFolder } from '../dataFolder.ts';
import { type Disk, type FileIdentity, identityOf, look, readFlags } from '../files/disk.ts';
import type { JsonFiles } from '../files/jsonFile.ts';
import { scanLog } from '../log/logScan.ts';
import { readUtf16, sourceOf } from '../log/logSources.ts';
import { parseBytes } from '../log/scannedValue.ts';
import { spillPath } from '../results/toolResultFiles.ts';
import { forgetCalls } from './callWriter.ts';
import { lineHash } from './hashes.ts';
import { emptyKnown, type KnownConversation, readKnown, writeKnown } from './knownConversation.ts';
import { bounded, fromRecord, openingBytes, TooLong, Yielded } from './logPieces.ts';
import { readAt } from './readAt.ts';
import { createRecordWriter } from './recordWriter.ts';
import type { ShardWriter } from './shards.ts';

export interface IndexingDeps {
  disk: Disk;
  data: DataFolder;
  files: JsonFiles;
  database: DatabaseSync;
  shards: ShardWriter;
  /** True when somebody else should have a turn: what has been done is kept, and the rest is done later. */
  shouldYield(): boolean;
  /** True when all must end. */
  isClosing(): boolean;
  /** Bytes that are read at once at most. */
  mostBytes?: number;
}

/** Far more than any record has that the program writes. */
const mostBytes = 128 * 1024 * 1024;
/** A transaction ends when it has taken this much, so that its log stays short. */
const transaction = { units: 4_000_000, docs: 4_000 };

/** What the files of a conversation are now; null when it has no messages. */
export interface Stamps {
  log: FileIdentity;
  meta: string;
}

export function stampsOf(disk: Disk, place: ConversationPlace): Stamps | null {
  const log = look(disk, place.messages);
  if (!log) return null;
  const meta = look(disk, place.meta);
  return { log, meta: meta ? `${meta.size}:${meta.mtime}` : '' };
}

export function isCurrent(known: KnownConversation, place: ConversationPlace, stamps: Stamps): boolean {
  return sameLog(known, stamps.log) && known.metaStamp === stamps.meta && known.projectId === place.projectId;
}

function sameLog(known: KnownConversation, log: FileIdentity): boolean {
  return known.whole === 1 && known.file === `${log.ino}` && known.size === log.size && known.mtime === `${log.mtime}`;
}

/** False: there is more to do, after others had their turn. Throws what SQLite throws. */
export async function indexConversation(deps: IndexingDeps, place: ConversationPlace): Promise<boolean> {
  const { disk, database } = deps;
  const stamps = stampsOf(disk, place);
  if (!stamps) {
    inTransaction(deps, () => removeConversation(deps, place.conversationId));
    return true;
  }
  const before = readKnown(database, place.conversationId);
  if (before && isCurrent(before, place, stamps)) return true;
  // First its name: a name that changes after this has another stamp.
  const known = await withName(deps, place, before, stamps);
  if (before && sameLog(before, stamps.log)) {
    inTransaction(deps, () => writeKnown(database, known));
    return true;
  }
  let handle: FileHandle;
  try {
    handle = await disk.open(place.messages, readFlags);
  } catch {
    inTransaction(deps, () => setUnreadable(deps, known, stamps.log));
    return true;
  }
  try {
    return await indexFile(deps, place, known, handle);
  } finally {
    await handle.close();
  }
}

/** Takes a conversation out of the index; nothing happens when it is not in it. Within a transaction. */
export function removeConversation(
  { database, shards }: Pick<IndexingDeps, 'database' | 'shards'>,
  name: string,
): void {
  const known = readKnown(database, name);
  if (!known) return;
  removeDocs({ database, shards }, known.id);
  database.prepare('DELETE FROM conversations WHERE id = ?').run(known.id);
}

function removeDocs({ database, shards }: Pick<IndexingDeps, 'database' | 'shards'>, id: number): void {
  shards.remove('conversation = ?', id);
  database.prepare('DELETE FROM docs WHERE conversation = ?').run(id);
  forgetCalls(database, id);
}

export function inTransaction({ database, shards }: Pick<IndexingDeps, 'database' | 'shards'>, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    shards.reload();
    work();
    shards.flush();
    database.exec('COMMIT');
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

async function withName(
  { files }: IndexingDeps,
  place: ConversationPlace,
  before: KnownConversation | null,
  stamps: Stamps,
): Promise<KnownConversation> {
  const known = before ?? { ...emptyKnown(place.conversationId, place.projectId), id: 0 };
  const renamed = before?.metaStamp !== stamps.meta;
  const meta = renamed ? await files.read(place.meta, metaSchema, () => metaSchema.parse({}), 'meta.json') : null;
  const title = meta ? meta.value.title : known.title;
  return { ...known, projectId: place.projectId, metaStamp: stamps.meta, title, folded: fold(title) };
}

/** There is something, but it cannot be read: it counts as done until it is another file. */
function setUnreadable(deps: IndexingDeps, known: KnownConversation, log: FileIdentity): void {
  const { name, projectId, metaStamp, title, folded } = known;
  removeConversation(deps, name);
  const state = { file: `${log.ino}`, size: log.size, mtime: `${log.mtime}`, layout: 'unreadable', whole: 1 } as const;
  writeKnown(deps.database, { ...emptyKnown(name, projectId), metaStamp, title, folded, ...state });
}

async function indexFile(
  deps: IndexingDeps,
  place: ConversationPlace,
  before: KnownConversation,
  handle: FileHandle,
): Promise<boolean> {
  const { database, shards } = deps;
  const stats = await handle.stat({ bigint: true });
  const identity = identityOf(stats);
  if (!stats.isFile()) {
    inTransaction(deps, () => setUnreadable(deps, before, identity));
    return true;
  }
  const removedFile = await deps.files.read(
    place.removed,
    removedSchema,
    () => removedSchema.parse({}),
    'removed.json',
  );
  const removed = new Set(removedFile.value.ids);
  const goesOn = canGoOn(before, identity, handle.fd);
  const utf16 = goesOn ? null : await readUtf16(handle, identity.size);
  const { name, projectId, metaStamp, title, folded } = before;
  const known = goesOn
    ? { ...before, whole: 0 }
    : { ...emptyKnown(name, projectId), id: before.id, metaStamp, title, folded, file: `${identity.ino}` };
  const file = sourceOf(handle, identity.size);
  const source = goesOn ? fromRecord(file, known.lastStart) : (utf16 ?? file);
  const shift = goesOn ? known.lastStart - openingBytes : 0;
  const resumedAt = goesOn ? known.lastStart : -1;

  const open = (): void => {
    database.exec('BEGIN IMMEDIATE');
    shards.reload();
  };
  const commit = (): void => {
    known.lastHash =
      utf16 || known.lastLength === 0 ? '' : lineHash(readAt(handle.fd, known.lastStart, known.lastLength));
    writeKnown(database, known);
    shards.flush();
    database.exec('COMMIT');
  };
  const finish = (layout: KnownConversation['layout']): void => {
    Object.assign(known, { layout, whole: 1, size: identity.size, mtime: `${identity.mtime}` });
    commit();
  };
  open();
  try {
    if (!goesOn && before.id !== 0) removeDocs(deps, before.id);
    known.id = writeKnown(database, known);
    const valueAt = (start: number, length: number): unknown => parseBytes(readAt(handle.fd, start, length));
    const spillOf = (message: Parameters<typeof spillPath>[2] | { role: string }): string | null =>
      message.role === 'tool' ? spillPath(deps.data, place, message as Parameters<typeof spillPath>[2]) : null;
    const writer = createRecordWriter({ database, shards, known, removed, fresh: !goesOn, spillOf, valueAt });
    const spent = { units: 0, docs: 0 };
    let progressed = false;
    const stop = (): boolean => deps.isClosing() || (progressed && deps.shouldYield());
    const shape = await scanLog(bounded(source, stop, deps.mostBytes ?? mostBytes), ({ value, start, end }) => {
      if (start + shift === resumedAt) return;
      writer.take(value, start + shift, end + shift);
      progressed = true;
      const since = writer.spent();
      spent.units += since.units;
      spent.docs += since.docs;
      if (spent.units < transaction.units && spent.docs < transaction.docs) return;
      commit();
      open();
      Object.assign(spent, { units: 0, docs: 0 });
    });
    known.damage += shape.damage.length;
    finish(utf16 ? 'utf16' : shape.appendAt === null ? 'other' : 'lines');
    return true;
  } catch (thrown) {
    if (thrown instanceof TooLong) {
      // What stands before it is found; it is looked at again when the file is another one.
      known.damage++;
      finish('other');
      return true;
    }
    if (thrown instanceof Yielded) {
      commit();
      return false;
    }
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

/** What is indexed of it still stands there, so that only what follows has to be read. */
function canGoOn(known: KnownConversation, now: FileIdentity, file: number): boolean {
  if (known.layout !== 'lines' || known.lastLength === 0 || known.file !== `${now.ino}`) return false;
  // The same length at another time, or a shorter one: that was no append.
  if (known.whole === 1 && now.size <= known.size) return false;
  if (now.size < known.lastStart + known.lastLength) return false;
  return lineHash(readAt(file, known.lastStart, known.lastLength)) === known.lastHash;
}
