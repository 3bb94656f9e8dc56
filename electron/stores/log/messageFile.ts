// The messages of the conversations: read with a small cache, appended in place. An append overwrites only the closing `]`
// line, in one positioned write, and is acknowledged after fdatasync. No byte of an earlier record is ever touched.

import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result, SaidError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ConversationPaths, notFound } from '../dataFolder.ts';
import { atomicWrite, setAside, syncFolder, writeAll } from '../files/atomicWrite.ts';
import { type Disk, diskReason, type FileIdentity, identityOf, isAbsent, isSameFile, look } from '../files/disk.ts';
import { sourceOf } from '../files/logSources.ts';
import { openLog, wholeBytes } from './logReading.ts';
import { type Rewritten, removeAside, rewriteLog, writeAside } from './logRewrite.ts';
import { type NewRecords, oneRecord } from './newRecords.ts';
import type { OpenLog } from './openLog.ts';

export interface MessageFiles {
  /** The log as it is on disk now. Do not change what it gives. CONVERSATION_NOT_FOUND when the folder is gone. */
  read(place: ConversationPaths): Promise<Result<OpenLog>>;
  /** The log as this process read it last, without a look at the disk; null when it is not in memory. */
  recall(conversationId: string): OpenLog | null;
  /** The same without keeping it: for a look at very many. */
  look(place: ConversationPaths): Promise<Result<OpenLog>>;
  /**
   * Stores `message`, written as `record` (one line of JSON), at the end of `log`, which `read` gave just now. The caller has
   * the lock of the conversation and calls one at a time. STORE_WRITE_FAILED: not stored; the next append writes a fresh file.
   */
  append(place: ConversationPaths, log: OpenLog, message: Message, record: string): Promise<Result<void>>;
  /** The same for several in one write, at least one. A crash in the middle leaves the first ones of them. */
  appendAll(place: ConversationPaths, log: OpenLog, records: NewRecords): Promise<Result<void>>;
  /**
   * Makes what is read of the log durable: the process that wrote it last may have ended before its sync, and what is done next
   * is built on it. The caller has the lock and calls one at a time. An append that follows need not do it again.
   */
  settle(place: ConversationPaths): Promise<Result<void>>;
  /** Ends the use of the file: before it is moved or removed. */
  forget(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

export interface MessageFilesOptions {
  /** Files up to this size are read whole. */
  wholeBytes?: number;
  /** Where a message begins in its file, in bytes, when an index knows it. */
  offsetOf?(conversationId: string, messageId: string): number | null;
}

interface Entry {
  log: OpenLog;
  /** Its size when it was opened. */
  openedBytes: number;
  handle: FileHandle | null;
  /** True while a record is written: then what is in memory is what has been acknowledged. */
  writing: boolean;
  /** It is to be forgotten as soon as that has ended. */
  dropped: boolean;
}

/** What is left of a write that failed: the bytes from `from` on were never confirmed, while the file is this one. */
interface Doubt {
  identity: FileIdentity | null;
  from: number;
  /** True while the file could not be looked at since: then its inode is all that is known of it. */
  unseen: boolean;
}

const openLogs = 8;
/** Bytes to which a log that was read whole may grow before it is read from its end. */
const grownBytes = 8 * wholeBytes;

function entryOf(log: OpenLog): Entry {
  return { log, openedBytes: log.identity?.size ?? 0, handle: null, writing: false, dropped: false };
}

function isSameInode(a: FileIdentity, b: FileIdentity): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** `beingWritten`: whether another process may be writing a conversation at this moment. */
export function createMessageFiles(
  disk: Disk,
  clock: Clock,
  beingWritten: (conversationId: string) => boolean,
  options: MessageFilesOptions = {},
): MessageFiles {
  /** The most recently used last. */
  const entries = new Map<string, Entry>();
  const loads = new Map<string, Promise<Result<OpenLog>>>();
  const doubts = new Map<string, Doubt>();

  async function read(place: ConversationPaths): Promise<Result<OpenLog>> {
    const id = place.conversationId;
    for (;;) {
      const entry = entries.get(id);
      if (entry?.writing) return ok(entry.log);
      if (!entry) {
        const loading = loads.get(id);
        if (!loading) return load(place);
        const loaded = await loading;
        if (!loaded.ok) return loaded;
        continue;
      }
      const now = look(disk, place.messages);
      if (now && entry.log.identity && isSameFile(now, entry.log.identity)) {
        entry.log.identity = now;
        entries.delete(id);
        entries.set(id, entry);
        return ok(entry.log);
      }
      await drop(id);
    }
  }

  function load(place: ConversationPaths): Promise<Result<OpenLog>> {
    const loading = loadNow(place).finally(() => loads.delete(place.conversationId));
    loads.set(place.conversationId, loading);
    return loading;
  }

  async function readNow(place: ConversationPaths): Promise<Result<OpenLog>> {
    const doubt = currentDoubt(place);
    const stopAt = doubt?.identity ? doubt.from : null;
    const { conversationId } = place;
    const how = {
      stopAt,
      beingWritten: () => beingWritten(conversationId),
      wholeBytes: options.wholeBytes ?? wholeBytes,
      placeOf: (messageId: string) => options.offsetOf?.(conversationId, messageId) ?? null,
    };
    return openLog(disk, place.messages, how);
  }

  async function loadNow(place: ConversationPaths): Promise<Result<OpenLog>> {
    const log = await readNow(place);
    if (!log.ok) return log;
    if (log.value.identity === null) {
      const gone = await disk.stat(place.folder).then(() => false, isAbsent);
      return gone ? notFound(place.conversationId) : log;
    }
    entries.set(place.conversationId, entryOf(log.value));
    await dropOldest();
    return log;
  }

  /** A doubt about a file that somebody has changed since says nothing about its bytes any more. */
  function currentDoubt(place: ConversationPaths): Doubt | null {
    const doubt = doubts.get(place.conversationId);
    if (!doubt?.identity) return doubt ?? null;
    const now = look(disk, place.messages);
    const isSame = now && (doubt.unseen ? isSameInode(now, doubt.identity) : isSameFile(now, doubt.identity));
    if (now && isSame) doubt.identity = now;
    else if (now || !doubt.unseen) doubt.identity = null;
    if (now) doubt.unseen = false;
    return doubt;
  }

  async function dropOldest(): Promise<void> {
    for (const [id, entry] of entries) {
      if (entries.size <= openLogs) return;
      if (!entry.writing) await drop(id);
    }
  }

  async function forget(id: string): Promise<void> {
    const entry = entries.get(id);
    // Its file is being written to: it is let go after that.
    if (entry?.writing) entry.dropped = true;
    else await drop(id);
  }

  async function drop(id: string): Promise<void> {
    const entry = entries.get(id);
    entries.delete(id);
    await entry?.handle?.close().catch(() => {});
  }

  async function appendAll(place: ConversationPaths, log: OpenLog, records: NewRecords): Promise<Result<void>> {
    const id = place.conversationId;
    const known = entries.get(id);
    const entry = known?.log === log ? known : entryOf(log);
    entry.writing = true;
    try {
      const doubt = currentDoubt(place);
      if (log.identity === null || log.obstacle !== null) await writeFirst(place, log, records);
      else if (doubt || log.shape.appendAt === null) await writeAnew(place, log, records.text(), doubt);
      else {
        if (known !== entry) await replace(id, entry);
        await writeInPlace(place, entry, log.identity, log.shape.appendAt, records);
        await dropGrown(id, entry);
      }
      return ok(undefined);
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        say`The message could not be saved: ${diskReason(thrown)}. Everything saved before is intact. Free up space or allow access, then try again.`,
      );
    } finally {
      entry.writing = false;
      if (entry.dropped && entries.get(id) === entry) await drop(id);
    }
  }

  async function settle(place: ConversationPaths): Promise<Result<void>> {
    const log = await read(place);
    if (!log.ok) return log;
    const { identity, obstacle, readOnly } = log.value;
    const entry = entries.get(place.conversationId);
    if (entry?.handle || identity === null || obstacle !== null || readOnly !== null) return ok(undefined);
    try {
      const handle = await openSame(place.messages, identity);
      // With many others at work its log may have been let go of already, also meanwhile.
      if (entry && entries.get(place.conversationId) === entry) entry.handle = handle;
      else await handle.close();
      return ok(undefined);
    } catch (thrown) {
      const why = diskReason(thrown);
      return fail(
        'STORE_WRITE_FAILED',
        say`The conversation could not be saved: ${why}. Nothing was changed; try again.`,
      );
    }
  }

  /** A log that was small is in memory whole; once it is not small any more it is opened from its end. */
  async function dropGrown(id: string, entry: Entry): Promise<void> {
    if ((entry.log.identity?.size ?? 0) <= grownBytes || entry.openedBytes > wholeBytes) return;
    await drop(id);
  }

  async function replace(id: string, entry: Entry): Promise<void> {
    await drop(id);
    entries.set(id, entry);
  }

  async function writeInPlace(
    place: ConversationPaths,
    entry: Entry,
    identity: FileIdentity,
    at: number,
    records: NewRecords,
  ): Promise<void> {
    const { log } = entry;
    const { newlineMissing, values, tornAt } = log.shape;
    const before = `${newlineMissing ? '\n' : ''}${values > 0 ? ',' : ''}`;
    const bytes = records.bytes(before);
    let touched = false;
    try {
      entry.handle ??= await openSame(place.messages, identity);
      if (tornAt !== null) {
        await writeAside(disk, place.messages, sourceOf(entry.handle, identity.size), tornAt, clock.now());
        touched = true;
        await entry.handle.truncate(tornAt);
      }
      touched = true;
      await writeAll(entry.handle, bytes, at);
      await entry.handle.datasync();
    } catch (thrown) {
      // A descriptor whose sync has failed once may call the next one a success: it is not used again.
      await entry.handle?.close().catch(() => {});
      entry.handle = null;
      if (touched) doubtFrom(place, entry, at);
      throw thrown;
    }
    if (tornAt !== null) log.notices = log.notices.filter((notice) => notice !== log.tornNotice);
    log.shape = {
      ...log.shape,
      appendAt: at + bytes.length - 2,
      values: values + records.count,
      newlineMissing: false,
      tornAt: null,
    };
    log.identity = { ...identity, size: at + bytes.length, mtime: null };
    log.appended(records, at + before.length);
  }

  async function openSame(path: string, identity: FileIdentity): Promise<FileHandle> {
    const handle = await disk.open(path, 'r+');
    try {
      const opened = identityOf(await handle.stat({ bigint: true }));
      if (!isSameFile(opened, identity)) throw new SaidError(say`another program just replaced the file`);
      // Whoever wrote it last may have ended before its name, or the record that the next one follows, was durable.
      await handle.sync();
      await syncFolder(disk, dirname(path));
      return handle;
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }

  function doubtFrom(place: ConversationPaths, entry: Entry, from: number): void {
    const seen = look(disk, place.messages);
    doubts.set(place.conversationId, { identity: seen ?? entry.log.identity, from, unseen: seen === null });
    if (seen) entry.log.identity = seen;
    else entries.delete(place.conversationId);
  }

  /** The file is new, or stands where something else stood. */
  async function writeFirst(place: ConversationPaths, log: OpenLog, records: NewRecords): Promise<void> {
    if (log.obstacle !== null) await setAside(disk, place.messages, 'unreadable', clock.now());
    await drop(place.conversationId);
    try {
      await atomicWrite(disk, place.messages, records.bytes('[\n'));
    } catch (thrown) {
      doubtIfReplaced(place, log, 2);
      throw thrown;
    }
  }

  async function writeAnew(place: ConversationPaths, log: OpenLog, record: string, doubt: Doubt | null): Promise<void> {
    const done: Partial<Rewritten> = {};
    const stopAt = doubt?.identity ? doubt.from : null;
    await drop(place.conversationId);
    try {
      await rewriteLog(disk, { path: place.messages, record, at: clock.now(), stopAt }, done);
    } catch (thrown) {
      const replaced = doubtIfReplaced(place, log, done.recordAt ?? 0);
      if (!replaced && done.aside) await removeAside(disk, done.aside);
      throw thrown;
    }
    doubts.delete(place.conversationId);
  }

  /** After a failed rewrite: when the new file is in place all the same, its last record was not confirmed. */
  function doubtIfReplaced(place: ConversationPaths, log: OpenLog, from: number): boolean {
    const now = look(disk, place.messages);
    if (now && log.identity && isSameInode(now, log.identity)) return false;
    // When it cannot be seen it may have been replaced: then what was kept of the old one must stay.
    doubts.set(place.conversationId, { identity: now, from, unseen: false });
    return true;
  }

  return {
    read,
    recall: (conversationId) => entries.get(conversationId)?.log ?? null,
    look: (place) => (entries.has(place.conversationId) ? read(place) : readNow(place)),
    append: (place, log, message, record) => appendAll(place, log, oneRecord(message, record)),
    appendAll,
    settle,
    forget,
    async close() {
      for (const id of [...entries.keys()]) await drop(id);
    },
  };
}
