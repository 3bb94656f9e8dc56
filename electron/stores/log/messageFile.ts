// Reads conversations' messages through a small cache and appends in place. An append overwrites only the closing `]`
// line, in one positioned write, and is acknowledged after fdatasync. No byte of an earlier record is ever touched.

import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result, SentenceError } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ConversationPaths, notFound } from '../dataFolder.ts';
import { atomicWrite, setAside, syncFolder, writeAll } from '../files/atomicWrite.ts';
import {
  type Disk,
  diskReason,
  type FileIdentity,
  identityOf,
  isNotFoundError,
  isSameFile,
  statOrNull,
} from '../files/disk.ts';
import { sourceOf } from '../files/logSources.ts';
import { openLog, wholeBytes } from './logReading.ts';
import { type Rewritten, removeAside, rewriteLog, writeAside } from './logRewrite.ts';
import { type NewRecords, singleRecord } from './newRecords.ts';
import type { OpenLog } from './openLog.ts';

export interface MessageFiles {
  /** The log as it is on disk now. Do not modify the result. CONVERSATION_NOT_FOUND if the folder is gone. */
  read(paths: ConversationPaths): Promise<Result<OpenLog>>;
  /** The log as last read by this process, without touching the disk; null if not in memory. */
  recall(conversationId: string): OpenLog | null;
  /** The same without caching, for scanning many conversations. */
  open(paths: ConversationPaths): Promise<Result<OpenLog>>;
  /**
   * Appends `message`, serialized as `record` (one line of JSON), to `log`, which `read` just returned. The caller holds the
   * conversation's lock and serializes calls. STORE_WRITE_FAILED: not stored; the next append rewrites the file.
   */
  append(paths: ConversationPaths, log: OpenLog, message: Message, record: string): Promise<Result<void>>;
  /** The same for one or more messages in one write. A crash midway keeps a prefix of them. */
  appendAll(paths: ConversationPaths, log: OpenLog, records: NewRecords): Promise<Result<void>>;
  /**
   * Syncs the log as read: the last writer may have ended before its sync, and later work builds on it. The caller
   * holds the lock and serializes calls. A following append need not repeat it.
   */
  settle(paths: ConversationPaths): Promise<Result<void>>;
  /** Closes the file, before it is moved or removed. */
  forget(conversationId: string): Promise<void>;
  close(): Promise<void>;
}

export interface MessageFilesOptions {
  /** Files up to this size are read whole. */
  wholeBytes?: number;
  /** Byte offset of a message, if an index knows it. */
  offsetOf?(conversationId: string, messageId: string): number | null;
}

interface Entry {
  log: OpenLog;
  openedBytes: number;
  handle: FileHandle | null;
  /** True during a write; memory then holds the acknowledged state. */
  writing: boolean;
  /** Evict as soon as that ends. */
  dropped: boolean;
}

/** A failed write: bytes from `from` on were never confirmed, as long as the file is the same. */
interface Doubt {
  identity: FileIdentity | null;
  from: number;
  /** True if the file could not be checked since, so only its inode is known. */
  unseen: boolean;
}

const openLogs = 8;
/** A log that was read whole may grow to this size before it is read from its end. */
const grownBytes = 8 * wholeBytes;

function entryOf(log: OpenLog): Entry {
  return { log, openedBytes: log.identity?.size ?? 0, handle: null, writing: false, dropped: false };
}

function isSameInode(a: FileIdentity, b: FileIdentity): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** `beingWritten`: whether another process may be writing a conversation now. */
export function createMessageFiles(
  disk: Disk,
  clock: Clock,
  beingWritten: (conversationId: string) => boolean,
  options: MessageFilesOptions = {},
): MessageFiles {
  /** Most recently used last. */
  const entries = new Map<string, Entry>();
  const loads = new Map<string, Promise<Result<OpenLog>>>();
  const doubts = new Map<string, Doubt>();

  async function read(paths: ConversationPaths): Promise<Result<OpenLog>> {
    const id = paths.conversationId;
    for (;;) {
      const entry = entries.get(id);
      if (entry?.writing) return ok(entry.log);
      if (!entry) {
        const loading = loads.get(id);
        if (!loading) return load(paths);
        const loaded = await loading;
        if (!loaded.ok) return loaded;
        continue;
      }
      const now = statOrNull(disk, paths.messages);
      if (now && entry.log.identity && isSameFile(now, entry.log.identity)) {
        entry.log.identity = now;
        entries.delete(id);
        entries.set(id, entry);
        return ok(entry.log);
      }
      await drop(id);
    }
  }

  function load(paths: ConversationPaths): Promise<Result<OpenLog>> {
    const loading = loadNow(paths).finally(() => loads.delete(paths.conversationId));
    loads.set(paths.conversationId, loading);
    return loading;
  }

  async function readNow(paths: ConversationPaths): Promise<Result<OpenLog>> {
    const doubt = currentDoubt(paths);
    const stopAt = doubt?.identity ? doubt.from : null;
    const { conversationId } = paths;
    const how = {
      stopAt,
      beingWritten: () => beingWritten(conversationId),
      wholeBytes: options.wholeBytes ?? wholeBytes,
      placeOf: (messageId: string) => options.offsetOf?.(conversationId, messageId) ?? null,
    };
    return openLog(disk, paths.messages, how);
  }

  async function loadNow(paths: ConversationPaths): Promise<Result<OpenLog>> {
    const log = await readNow(paths);
    if (!log.ok) return log;
    if (log.value.identity === null) {
      const isGone = await disk.stat(paths.folder).then(() => false, isNotFoundError);
      return isGone ? notFound(paths.conversationId) : log;
    }
    entries.set(paths.conversationId, entryOf(log.value));
    await dropOldest();
    return log;
  }

  /** A doubt about a file that someone changed since no longer applies to its bytes. */
  function currentDoubt(paths: ConversationPaths): Doubt | null {
    const doubt = doubts.get(paths.conversationId);
    if (!doubt?.identity) return doubt ?? null;
    const now = statOrNull(disk, paths.messages);
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
    // It is being written; evict it afterwards.
    if (entry?.writing) entry.dropped = true;
    else await drop(id);
  }

  async function drop(id: string): Promise<void> {
    const entry = entries.get(id);
    entries.delete(id);
    await entry?.handle?.close().catch(() => {});
  }

  async function appendAll(paths: ConversationPaths, log: OpenLog, records: NewRecords): Promise<Result<void>> {
    const id = paths.conversationId;
    const cached = entries.get(id);
    const entry = cached?.log === log ? cached : entryOf(log);
    entry.writing = true;
    try {
      const doubt = currentDoubt(paths);
      if (log.identity === null || log.obstacle !== null) await writeFirst(paths, log, records);
      else if (doubt || log.shape.appendAt === null) await writeAnew(paths, log, records.text(), doubt);
      else {
        if (cached !== entry) await replace(id, entry);
        await writeInPlace(paths, entry, log.identity, log.shape.appendAt, records);
        await dropGrown(id, entry);
      }
      return ok(undefined);
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        say`The message could not be saved: ${diskReason(thrown)}. Everything saved earlier is intact. Free up space or allow access, then try again.`,
      );
    } finally {
      entry.writing = false;
      if (entry.dropped && entries.get(id) === entry) await drop(id);
    }
  }

  async function settle(paths: ConversationPaths): Promise<Result<void>> {
    const log = await read(paths);
    if (!log.ok) return log;
    const { identity, obstacle, readOnly } = log.value;
    const entry = entries.get(paths.conversationId);
    if (entry?.handle || identity === null || obstacle !== null || readOnly !== null) return ok(undefined);
    try {
      const handle = await openSame(paths.messages, identity);
      // Under load, its log may already have been evicted.
      if (entry && entries.get(paths.conversationId) === entry) entry.handle = handle;
      else await handle.close();
      return ok(undefined);
    } catch (thrown) {
      const why = diskReason(thrown);
      return fail(
        'STORE_WRITE_FAILED',
        say`The conversation could not be saved: ${why}. Nothing was changed. Try again.`,
      );
    }
  }

  /** A small log is held in memory whole; once it grows it is reopened from its end. */
  async function dropGrown(id: string, entry: Entry): Promise<void> {
    if ((entry.log.identity?.size ?? 0) <= grownBytes || entry.openedBytes > wholeBytes) return;
    await drop(id);
  }

  async function replace(id: string, entry: Entry): Promise<void> {
    await drop(id);
    entries.set(id, entry);
  }

  async function writeInPlace(
    paths: ConversationPaths,
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
      entry.handle ??= await openSame(paths.messages, identity);
      if (tornAt !== null) {
        await writeAside(disk, paths.messages, sourceOf(entry.handle, identity.size), tornAt, clock.now());
        touched = true;
        await entry.handle.truncate(tornAt);
      }
      touched = true;
      await writeAll(entry.handle, bytes, at);
      await entry.handle.datasync();
    } catch (thrown) {
      // After a failed sync, the descriptor's next sync may falsely succeed, so never reuse it.
      await entry.handle?.close().catch(() => {});
      entry.handle = null;
      if (touched) doubtFrom(paths, entry, at);
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
      if (!isSameFile(opened, identity)) throw new SentenceError(say`another app has just replaced the file`);
      // The last writer may have ended before the name, or the parent record, was durable.
      await handle.sync();
      await syncFolder(disk, dirname(path));
      return handle;
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }

  function doubtFrom(paths: ConversationPaths, entry: Entry, from: number): void {
    const identity = statOrNull(disk, paths.messages);
    doubts.set(paths.conversationId, { identity: identity ?? entry.log.identity, from, unseen: identity === null });
    if (identity) entry.log.identity = identity;
    else entries.delete(paths.conversationId);
  }

  /** The file is new or replaces something else. */
  async function writeFirst(paths: ConversationPaths, log: OpenLog, records: NewRecords): Promise<void> {
    if (log.obstacle !== null) await setAside(disk, paths.messages, 'unreadable', clock.now());
    await drop(paths.conversationId);
    try {
      await atomicWrite(disk, paths.messages, records.bytes('[\n'));
    } catch (thrown) {
      doubtIfReplaced(paths, log, 2);
      throw thrown;
    }
  }

  async function writeAnew(paths: ConversationPaths, log: OpenLog, record: string, doubt: Doubt | null): Promise<void> {
    const done: Partial<Rewritten> = {};
    const stopAt = doubt?.identity ? doubt.from : null;
    await drop(paths.conversationId);
    try {
      await rewriteLog(disk, { path: paths.messages, record, at: clock.now(), stopAt }, done);
    } catch (thrown) {
      const replaced = doubtIfReplaced(paths, log, done.recordAt ?? 0);
      if (!replaced && done.aside) await removeAside(disk, done.aside);
      throw thrown;
    }
    doubts.delete(paths.conversationId);
  }

  /** If a failed rewrite replaced the file anyway, its last record was not confirmed. */
  function doubtIfReplaced(paths: ConversationPaths, log: OpenLog, from: number): boolean {
    const now = statOrNull(disk, paths.messages);
    if (now && log.identity && isSameInode(now, log.identity)) return false;
    // If it cannot be checked it may have been replaced, so keep the copy of the old one.
    doubts.set(paths.conversationId, { identity: now, from, unseen: false });
    return true;
  }

  return {
    read,
    recall: (conversationId) => entries.get(conversationId)?.log ?? null,
    open: (paths) => (entries.has(paths.conversationId) ? read(paths) : readNow(paths)),
    append: (paths, log, message, record) => appendAll(paths, log, singleRecord(message, record)),
    appendAll,
    settle,
    forget,
    async close() {
      for (const id of [...entries.keys()]) await drop(id);
    },
  };
}
