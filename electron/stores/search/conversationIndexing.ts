// Updates the index of one conversation from its messages.json. After an append only the new bytes are read; a replaced
// file is indexed from scratch.

import { fold } from '../../../shared/core/folding.ts';
import { cleanTitle } from '../../conversation/title.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import type { Database } from '../files/database.ts';
import { type Disk, type FileIdentity, statOrNull } from '../files/disk.ts';
import type { LogSource } from '../files/fileWindow.ts';
import { openUtf16Source } from '../files/utf16Source.ts';
import { scanLog } from '../log/logScan.ts';
import { parseBytes } from '../log/scannedValue.ts';
import { spillPath } from '../results/toolResultFiles.ts';
import { deleteCallRows } from './callWriter.ts';
import {
  type ConversationRowEntry,
  createEmptyRow,
  type Prepares,
  readConversationRow,
  writeConversationRow,
} from './conversationRow.ts';
import { type OpenedFile, type OpenFile, readJson } from './openedFile.ts';
import { createRecordWriter } from './recordWriter.ts';
import { lineHash, type ShardWriter } from './shards.ts';
import { openingBytes, removedIds, SearchInterruption, sourceFromRecord, stoppableSource } from './sourceReader.ts';
import type { IndexBatch } from './writableIndex.ts';

export interface IndexingDeps {
  disk: Disk;
  data: DataFolder;
  open: OpenFile;
  database: Database;
  /** Cached prepared statements of `database`. */
  statements: Prepares;
  shards: ShardWriter;
  /** Collects the changes; the caller commits, or rolls back if indexing throws. */
  batch: IndexBatch;
  /** True when others should get a turn: completed work is kept and the rest is done later. */
  shouldYield(): boolean;
  /** True when everything must stop. */
  isClosing(): boolean;
}

/** A UTF-16 file is read whole when it has a match. Larger ones become searchable once their conversation continues. */
const maxUtf16Bytes = 32 * 1024 * 1024;

/** The current file stamps of a conversation; null if it has no messages. */
export interface Stamps {
  log: FileIdentity;
  meta: string;
}

export function stampsOf(disk: Disk, paths: ConversationPaths): Stamps | null {
  const log = statOrNull(disk, paths.messages);
  if (!log) return null;
  const meta = statOrNull(disk, paths.meta);
  return { log, meta: meta ? `${meta.size}:${meta.mtime}` : '' };
}

export function isCurrent(
  entry: ReadExtent & Pick<ConversationRowEntry, 'metaStamp' | 'projectId'>,
  paths: ConversationPaths,
  stamps: Stamps,
): boolean {
  return sameLog(entry, stamps.log) && entry.metaStamp === stamps.meta && entry.projectId === paths.projectId;
}

export function sameLog(entry: ReadExtent, log: FileIdentity): boolean {
  return entry.whole === 1 && entry.file === `${log.ino}` && entry.size === log.size && entry.mtime === `${log.mtime}`;
}

/**
 * Returns false if work remains after yielding. Throws SQLite errors. Commits only within long conversations. `stamps`
 * are its current ones, if already known.
 */
export async function indexConversation(
  deps: IndexingDeps,
  paths: ConversationPaths,
  stamps = stampsOf(deps.disk, paths),
): Promise<boolean> {
  const { statements, batch } = deps;
  if (!stamps) {
    batch.start();
    removeConversation(deps, paths.conversationId);
    return true;
  }
  const before = readConversationRow(statements, paths.conversationId);
  if (before && isCurrent(before, paths, stamps)) return true;
  // Read the name first: a later change has another stamp.
  const named = withName(deps, paths, before, stamps);
  batch.start();
  if (before && sameLog(before, stamps.log)) {
    writeConversationRow(statements, named);
    return true;
  }
  const file = deps.open(paths.messages);
  if (!file) {
    setUnreadable(deps, named, stamps.log);
    return true;
  }
  try {
    return await indexFile(deps, paths, named, file);
  } finally {
    file.close();
  }
}

/** Removes a conversation from the index, if present. Call within a transaction. */
export function removeConversation(
  { database, shards }: Pick<IndexingDeps, 'database' | 'shards'>,
  name: string,
): void {
  const entry = readConversationRow(database, name);
  if (!entry) return;
  removeDocs({ database, shards }, entry.id);
  database.prepare('DELETE FROM conversations WHERE id = ?').run(entry.id);
}

function removeDocs({ database, shards }: Pick<IndexingDeps, 'database' | 'shards'>, id: number): void {
  shards.remove('conversation = ?', id);
  database.prepare('DELETE FROM docs WHERE conversation = ?').run(id);
  deleteCallRows(database, id);
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
  paths: ConversationPaths,
  before: ConversationRowEntry | null,
  stamps: Stamps,
): ConversationRowEntry {
  const entry = before ?? { ...createEmptyRow(paths.conversationId, paths.projectId), id: 0 };
  if (before?.metaStamp === stamps.meta) return { ...entry, projectId: paths.projectId };
  const meta = stamps.meta === '' ? null : (readJson(paths.meta, open) as { title?: unknown } | null | undefined);
  const title = typeof meta?.title === 'string' ? cleanTitle(meta.title) : '';
  return { ...entry, projectId: paths.projectId, metaStamp: stamps.meta, title, folded: fold(title) };
}

/** It exists but is unreadable; counts as done until the file changes. */
function setUnreadable(deps: IndexingDeps, entry: ConversationRowEntry, log: FileIdentity): void {
  const { name, projectId, metaStamp, title, folded } = entry;
  removeConversation(deps, name);
  const state = { file: `${log.ino}`, size: log.size, mtime: `${log.mtime}`, layout: 'unreadable', whole: 1 } as const;
  writeConversationRow(deps.database, { ...createEmptyRow(name, projectId), metaStamp, title, folded, ...state });
}

async function indexFile(
  deps: IndexingDeps,
  paths: ConversationPaths,
  before: ConversationRowEntry,
  opened: OpenedFile,
): Promise<boolean> {
  const { statements, shards, batch } = deps;
  const { identity } = opened;
  // Few conversations have one, and a stat is much cheaper than reading a missing file.
  const removed = statOrNull(deps.disk, paths.removed) ? removedIds(paths.removed, deps.open) : new Set<string>();
  const goesOn = canGoOn(before, opened);
  const file = sourceOf(opened);
  const utf16 = goesOn ? null : await openUtf16Source(file);
  if (utf16 && utf16.size > maxUtf16Bytes) {
    setUnreadable(deps, before, identity);
    return true;
  }
  const { name, projectId, metaStamp, title, folded } = before;
  const entry = goesOn
    ? { ...before, whole: 0 }
    : { ...createEmptyRow(name, projectId), id: before.id, metaStamp, title, folded, file: `${identity.ino}` };
  const source = goesOn ? sourceFromRecord(file, entry.lastStart) : (utf16 ?? file);
  const shift = goesOn ? entry.lastStart - openingBytes : 0;
  const resumedAt = goesOn ? entry.lastStart : -1;

  const keep = (): void => {
    entry.lastHash = utf16 || entry.lastLength === 0 ? '' : lineHash(opened.read(entry.lastStart, entry.lastLength));
    writeConversationRow(statements, entry);
  };
  const finish = (layout: ConversationRowEntry['layout']): void => {
    Object.assign(entry, { layout, whole: 1, size: identity.size, mtime: `${identity.mtime}` });
    keep();
  };
  try {
    if (!goesOn && before.id !== 0) removeDocs(deps, before.id);
    entry.id = writeConversationRow(statements, entry);
    const valueAt = (start: number, length: number): unknown => parseBytes(opened.read(start, length));
    const spillOf = (message: { role: string; fullOutputPath?: string }): string | null =>
      message.role === 'tool' ? spillPath(deps.data, paths, message) : null;
    const writer = createRecordWriter({
      open: deps.open,
      statements,
      shards,
      row: entry,
      removed,
      fresh: !goesOn,
      spillOf,
      valueAt,
    });
    let progressed = false;
    const stop = (): boolean => deps.isClosing() || (progressed && deps.shouldYield());
    const shape = await scanLog(stoppableSource(source, stop), ({ value, start, end }) => {
      if (start + shift === resumedAt) return;
      writer.take(value, start + shift, end + shift);
      progressed = true;
      const since = writer.spent();
      batch.spend(since.units, since.docs);
      if (!batch.isOverfull()) return;
      keep();
      batch.commit();
      batch.start();
    });
    entry.damage += shape.damage.places.length + shape.damage.more;
    finish(utf16 ? 'utf16' : shape.appendAt === null ? 'other' : 'lines');
    return true;
  } catch (thrown) {
    if (!(thrown instanceof SearchInterruption)) throw thrown;
    keep();
    return false;
  }
}

/** How far a messages.json was read. */
export type ReadExtent = Pick<
  ConversationRowEntry,
  'file' | 'size' | 'mtime' | 'layout' | 'whole' | 'lastStart' | 'lastLength' | 'lastHash'
>;

/** Whether the indexed part is unchanged, so that only the rest must be read. */
export function canGoOn(entry: ReadExtent, { identity: now, read }: OpenedFile): boolean {
  if (entry.layout !== 'lines' || entry.lastLength === 0 || entry.file !== `${now.ino}`) return false;
  // A shorter file, or the same length at another time, was not an append.
  if (entry.whole === 1 && now.size <= entry.size) return false;
  if (now.size < entry.lastStart + entry.lastLength) return false;
  return lineHash(read(entry.lastStart, entry.lastLength)) === entry.lastHash;
}

export function sourceOf({ identity: { size }, read }: OpenedFile): LogSource {
  return {
    size,
    read: async (position, length, into) => read(position, Math.min(length, Math.max(0, size - position)), into),
  };
}
