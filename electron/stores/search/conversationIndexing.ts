// Brings the index of one conversation up to its messages.json. What is indexed already is not read again: after an append
// only the new bytes are. A file that is another one than before is indexed anew.

import type { DatabaseSync } from 'node:sqlite';
import { fold } from '../../../shared/core/folding.ts';
import { cleanTitle } from '../../conversation/title.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { type Disk, type FileIdentity, look } from '../files/disk.ts';
import type { LogSource } from '../files/fileWindow.ts';
import { utf16Source } from '../files/utf16Source.ts';
import { scanLog } from '../log/logScan.ts';
import { parseBytes } from '../log/scannedValue.ts';
import { spillPath } from '../results/toolResultFiles.ts';
import { forgetCalls } from './callWriter.ts';
import { type ConversationRowEntry, emptyKnown, type Prepares, readKnown, writeKnown } from './knownConversation.ts';
import { type OpenedFile, type OpenFile, readJson } from './openedFile.ts';
import { createRecordWriter } from './recordWriter.ts';
import { lineHash, type ShardWriter } from './shards.ts';
import { fromRecord, openingBytes, removedIds, SearchInterruption, stoppable } from './sourceReader.ts';
import type { IndexBatch } from './writableIndex.ts';

export interface IndexingDeps {
  disk: Disk;
  data: DataFolder;
  open: OpenFile;
  database: DatabaseSync;
  /** Statements of `database` that were prepared before. */
  statements: Prepares;
  shards: ShardWriter;
  /** What is done goes into it; whoever gave it commits, and takes it back when indexing throws. */
  batch: IndexBatch;
  /** True when somebody else should have a turn: what has been done is kept, and the rest is done later. */
  shouldYield(): boolean;
  /** True when all must end. */
  isClosing(): boolean;
}

/** A file in UTF-16 is read whole where something was found in it. What is larger is found once its conversation went on. */
const maxUtf16Bytes = 32 * 1024 * 1024;

/** What the files of a conversation are now; null when it has no messages. */
export interface Stamps {
  log: FileIdentity;
  meta: string;
}

export function stampsOf(disk: Disk, place: ConversationPaths): Stamps | null {
  const log = look(disk, place.messages);
  if (!log) return null;
  const meta = look(disk, place.meta);
  return { log, meta: meta ? `${meta.size}:${meta.mtime}` : '' };
}

export function isCurrent(known: ConversationRowEntry, place: ConversationPaths, stamps: Stamps): boolean {
  return sameLog(known, stamps.log) && known.metaStamp === stamps.meta && known.projectId === place.projectId;
}

function sameLog(known: ConversationRowEntry, log: FileIdentity): boolean {
  return known.whole === 1 && known.file === `${log.ino}` && known.size === log.size && known.mtime === `${log.mtime}`;
}

/**
 * False: there is more to do, after others had their turn. Throws what SQLite throws. Commits only within a long one. `stamps`:
 * of its files now, when they were looked at already.
 */
export async function indexConversation(
  deps: IndexingDeps,
  place: ConversationPaths,
  stamps = stampsOf(deps.disk, place),
): Promise<boolean> {
  const { statements, batch } = deps;
  if (!stamps) {
    batch.begin();
    removeConversation(deps, place.conversationId);
    return true;
  }
  const before = readKnown(statements, place.conversationId);
  if (before && isCurrent(before, place, stamps)) return true;
  // First its name: a name that changes after this has another stamp.
  const known = withName(deps, place, before, stamps);
  batch.begin();
  if (before && sameLog(before, stamps.log)) {
    writeKnown(statements, known);
    return true;
  }
  const file = deps.open(place.messages);
  if (!file) {
    setUnreadable(deps, known, stamps.log);
    return true;
  }
  try {
    return await indexFile(deps, place, known, file);
  } finally {
    file.close();
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

function withName(
  { open }: IndexingDeps,
  place: ConversationPaths,
  before: ConversationRowEntry | null,
  stamps: Stamps,
): ConversationRowEntry {
  const known = before ?? { ...emptyKnown(place.conversationId, place.projectId), id: 0 };
  if (before?.metaStamp === stamps.meta) return { ...known, projectId: place.projectId };
  const meta = stamps.meta === '' ? null : (readJson(place.meta, open) as { title?: unknown } | null | undefined);
  const title = typeof meta?.title === 'string' ? cleanTitle(meta.title) : '';
  return { ...known, projectId: place.projectId, metaStamp: stamps.meta, title, folded: fold(title) };
}

/** There is something, but it cannot be read: it counts as done until it is another file. */
function setUnreadable(deps: IndexingDeps, known: ConversationRowEntry, log: FileIdentity): void {
  const { name, projectId, metaStamp, title, folded } = known;
  removeConversation(deps, name);
  const state = { file: `${log.ino}`, size: log.size, mtime: `${log.mtime}`, layout: 'unreadable', whole: 1 } as const;
  writeKnown(deps.database, { ...emptyKnown(name, projectId), metaStamp, title, folded, ...state });
}

async function indexFile(
  deps: IndexingDeps,
  place: ConversationPaths,
  before: ConversationRowEntry,
  opened: OpenedFile,
): Promise<boolean> {
  const { statements, shards, batch } = deps;
  const { identity } = opened;
  // Few have one: to look is much cheaper than to read what is not there.
  const removed = look(deps.disk, place.removed) ? removedIds(place.removed) : new Set<string>();
  const goesOn = canGoOn(before, opened);
  const file = sourceOf(opened);
  const utf16 = goesOn ? null : await utf16Source(file);
  if (utf16 && utf16.size > maxUtf16Bytes) {
    setUnreadable(deps, before, identity);
    return true;
  }
  const { name, projectId, metaStamp, title, folded } = before;
  const known = goesOn
    ? { ...before, whole: 0 }
    : { ...emptyKnown(name, projectId), id: before.id, metaStamp, title, folded, file: `${identity.ino}` };
  const source = goesOn ? fromRecord(file, known.lastStart) : (utf16 ?? file);
  const shift = goesOn ? known.lastStart - openingBytes : 0;
  const resumedAt = goesOn ? known.lastStart : -1;

  const keep = (): void => {
    known.lastHash = utf16 || known.lastLength === 0 ? '' : lineHash(opened.read(known.lastStart, known.lastLength));
    writeKnown(statements, known);
  };
  const finish = (layout: ConversationRowEntry['layout']): void => {
    Object.assign(known, { layout, whole: 1, size: identity.size, mtime: `${identity.mtime}` });
    keep();
  };
  try {
    if (!goesOn && before.id !== 0) removeDocs(deps, before.id);
    known.id = writeKnown(statements, known);
    const valueAt = (start: number, length: number): unknown => parseBytes(opened.read(start, length));
    const spillOf = (message: { role: string; fullOutputPath?: string }): string | null =>
      message.role === 'tool' ? spillPath(deps.data, place, message) : null;
    const writer = createRecordWriter({ statements, shards, known, removed, fresh: !goesOn, spillOf, valueAt });
    let progressed = false;
    const stop = (): boolean => deps.isClosing() || (progressed && deps.shouldYield());
    const shape = await scanLog(stoppable(source, stop), ({ value, start, end }) => {
      if (start + shift === resumedAt) return;
      writer.take(value, start + shift, end + shift);
      progressed = true;
      const since = writer.spent();
      batch.spend(since.units, since.docs);
      if (!batch.isOverfull()) return;
      keep();
      batch.commit();
      batch.begin();
    });
    known.damage += shape.damage.places.length + shape.damage.more;
    finish(utf16 ? 'utf16' : shape.appendAt === null ? 'other' : 'lines');
    return true;
  } catch (thrown) {
    if (!(thrown instanceof SearchInterruption)) throw thrown;
    keep();
    return false;
  }
}

/** What is indexed of it still stands there, so that only what follows has to be read. */
function canGoOn(known: ConversationRowEntry, { identity: now, read }: OpenedFile): boolean {
  if (known.layout !== 'lines' || known.lastLength === 0 || known.file !== `${now.ino}`) return false;
  // The same length at another time, or a shorter one: that was no append.
  if (known.whole === 1 && now.size <= known.size) return false;
  if (now.size < known.lastStart + known.lastLength) return false;
  return lineHash(read(known.lastStart, known.lastLength)) === known.lastHash;
}

/** As large as it was when it was opened. */
function sourceOf({ identity: { size }, read }: OpenedFile): LogSource {
  return {
    size,
    read: async (position, length, into) => read(position, Math.min(length, Math.max(0, size - position)), into),
  };
}
