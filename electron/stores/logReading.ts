// Reads a conversation's messages.json as it is now: its records, what is wrong with it, and how the next record is
// appended. Changes nothing on disk.

import type { FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '../../shared/errors.ts';
import { type Disk, diskReason, type FileIdentity, identityOf, isAbsent, isSameFile, readFlags } from './disk.ts';
import { createRecordsBuilder, type Records } from './logRecords.ts';
import { type LogShape, type LogSource, scanLog } from './logScan.ts';

export interface StoredLog extends Records {
  shape: LogShape;
  /** The file that was read; null when there is none yet. */
  identity: FileIdentity | null;
  /** What stands in the place of the file when it is not a regular file. */
  obstacle: string | null;
  /** The one of the notices that speaks of an incomplete end; null when the end is whole. */
  tornNotice: string | null;
}

/** How often, and how long apart, a file is read again while another process may be in the middle of a write. */
const maximumLooks = 60;
const lookAgainMs = 5;

export interface LogReadOptions {
  /** Bytes from there on are left out, because they were never confirmed as written. Null: none. */
  stopAt: number | null;
  /** Whether another process may be writing it at this moment. */
  beingWritten: () => boolean;
}

/** An incomplete end is believed only when nobody is writing: else the file is read again, for at most half a second. */
export async function readLog(disk: Disk, path: string, options: LogReadOptions): Promise<Result<StoredLog>> {
  try {
    for (let look = 1; ; look++) {
      const log = await readOnce(disk, path, options.stopAt);
      if (log.shape.tornAt === null || log.identity === null || look === maximumLooks) return ok(withTornNotice(log));
      const writing = options.beingWritten();
      const now = identityOf(await disk.stat(path, { bigint: true }));
      if (!writing && isSameFile(now, log.identity)) return ok(withTornNotice(log));
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  } catch (thrown) {
    if (isAbsent(thrown)) return ok(emptyLog(null, null));
    return fail(
      'STORE_READ_FAILED',
      `The messages of this conversation could not be read: ${diskReason(thrown)}. They were not changed.`,
    );
  }
}

async function readOnce(disk: Disk, path: string, stopAt: number | null): Promise<StoredLog> {
  const handle = await disk.open(path, readFlags);
  try {
    const stats = await handle.stat({ bigint: true });
    const identity = identityOf(stats);
    if (!stats.isFile()) return emptyLog(identity, stats.isDirectory() ? 'a folder' : 'something that is not a file');
    const size = Math.min(identity.size, stopAt ?? identity.size);
    const builder = createRecordsBuilder();
    const text = await readUtf16(handle, size);
    const shape = await scanLog(text ?? sourceOf(handle, size), builder.take);
    if (text) shape.appendAt = null;
    const records = builder.finish(shape.damage);
    if (identity.size === 0) records.notices.push('messages.json is empty (0 bytes); what it held cannot be known.');
    return { ...records, shape, identity, obstacle: null, tornNotice: null };
  } finally {
    await handle.close();
  }
}

function emptyLog(identity: FileIdentity | null, obstacle: string | null): StoredLog {
  const notices = obstacle === null ? [] : [`In the place of messages.json stands ${obstacle}; it was left as it is.`];
  const shape: LogShape = { appendAt: null, newlineMissing: false, values: 0, tornAt: null, damage: [] };
  return { records: [], positions: new Map(), readOnly: null, notices, shape, identity, obstacle, tornNotice: null };
}

function withTornNotice(log: StoredLog): StoredLog {
  const { tornAt } = log.shape;
  if (tornAt === null || log.identity === null) return log;
  log.tornNotice =
    `The end of messages.json (${log.identity.size - tornAt} bytes) is an incomplete message that was never confirmed as saved. ` +
    'Everything before it is whole; those bytes are kept in a file of their own when the conversation goes on.';
  log.notices.push(log.tornNotice);
  return log;
}

export function sourceOf(handle: FileHandle, size: number): LogSource {
  return {
    size,
    async read(position, length) {
      const bytes = Buffer.allocUnsafe(Math.min(length, Math.max(0, size - position)));
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, position + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
  };
}

export function sourceOfBytes(bytes: Buffer): LogSource {
  return { size: bytes.length, read: async (position, length) => bytes.subarray(position, position + length) };
}

/** The whole file as UTF-8 when another program has saved it as UTF-16; else null. */
export async function readUtf16(handle: FileHandle, size: number): Promise<LogSource | null> {
  if (size < 2) return null;
  const source = sourceOf(handle, size);
  const [first, second] = await source.read(0, 2);
  const little = (first === 0xff && second === 0xfe) || (first === 0x5b && second === 0x00);
  const big = (first === 0xfe && second === 0xff) || (first === 0x00 && second === 0x5b);
  if (!little && !big) return null;
  const text = new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(await source.read(0, size));
  return sourceOfBytes(Buffer.from(text, 'utf8'));
}
