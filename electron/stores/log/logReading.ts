// Reads a conversation's current messages.json: its records, what is wrong with it, and how to append. A large one is
// read from its end; one in a foreign layout is read whole unless it is very large. Never changes the disk.

import type { FileHandle } from 'node:fs/promises';
import type { Message } from '../../../shared/conversation/message.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, textOf, type UserText } from '../../../shared/core/sentence.ts';
import {
  type Disk,
  diskReason,
  type FileIdentity,
  identityOf,
  isNotFoundError,
  isSameFile,
  readFlags,
} from '../files/disk.ts';
import type { LogSource } from '../files/fileWindow.ts';
import { sourceAt, sourceOf } from '../files/logSources.ts';
import { openUtf16Source } from '../files/utf16Source.ts';
import { createIdNumbers } from './idNumbers.ts';
import { createRecordsBuilder, misplacedNotice, type Records, shortenNotices, visibleNotices } from './logRecords.ts';
import { type LogShape, scanLog } from './logScan.ts';
import { type LogEnd, readLogEnd } from './logTail.ts';
import { createOpenLog, type OpenLog } from './openLog.ts';
import type { PlacedRecord } from './recordNode.ts';
import { fileSource, memorySource, type RecordHandle, type RecordOffsetOf, type RecordSource } from './recordSource.ts';
import type { LongLines } from './reverseLines.ts';
import { createDamageList } from './scannedValue.ts';

export interface StoredLog extends Records {
  shape: LogShape;
  /** The file that was read; null if there is none yet. */
  identity: FileIdentity | null;
  /** What is in the file's place if it is not a regular file. */
  obstacle: UserText | null;
  /** The notice about an incomplete end; null if the end is complete. */
  tornNotice: UserText | null;
}

/** How often, and how far apart, to reread a file while another process may be mid-write. */
const maximumLooks = 60;
const lookAgainMs = 5;

export interface LogReadOptions {
  /** Ignore bytes from here on: they were never confirmed as written. Null for none. */
  stopAt: number | null;
  /** Whether another process may be writing it now. */
  beingWritten: () => boolean;
}

/** Files up to this size are read whole, which costs no more than reading their end. */
export const wholeBytes = 256 * 1024;
/** Above this size, not every record is held in memory, whatever the layout. */
const heldBytes = 8 * 1024 * 1024;
/** Bytes to read at once from the end of a larger log. */
const tailBytes = 256 * 1024;
/** Records at the end of a larger log whose IDs are loaded at once. */
const knownAtEnd = { bytes: 256 * 1024, records: 40 };

/** Scans everything but keeps only the requested records in memory. */
export function surveyLog(
  disk: Disk,
  path: string,
  options: LogReadOptions,
  keeps: (message: Message) => boolean,
  reached: (bytes: number, of: number) => void = () => {},
): Promise<Result<StoredLog>> {
  const read = (handle: FileHandle, identity: FileIdentity, size: number): Promise<StoredLog> =>
    readWholeLog(toldSource(sourceOf(handle, size), reached), identity, size > heldBytes ? keeps : undefined);
  return whenSettled(disk, path, options, read, emptyLog);
}

/** Opens the log for appending, without reading the rest. */
export function openLog(
  disk: Disk,
  path: string,
  options: LogReadOptions & { wholeBytes?: number; heldBytes?: number; placeOf?: RecordOffsetOf },
): Promise<Result<OpenLog>> {
  const whole = options.wholeBytes ?? wholeBytes;
  return whenSettled<OpenLog>(
    disk,
    path,
    options,
    async (handle, identity, size) => {
      if (size <= whole) return logInMemory(await readWholeLog(sourceOf(handle, size), identity));
      const tail = await keepTail(sourceOf(handle, size));
      const long: LongLines = new Map();
      const logEnd = await readLogEnd(tail, long);
      const file = sourceAt(disk, path, identity);
      if (logEnd) return logFromEnd(identity, tail.over(file, logEnd.end), logEnd, { placeOf: options.placeOf, long });
      if (size <= (options.heldBytes ?? heldBytes))
        return logInMemory(await readWholeLog(sourceOf(handle, size), identity));
      const text = await openUtf16Source({ size, read: file.read });
      return logFromEnd(
        identity,
        text ?? tail.over(file, size),
        {
          shape: { ...strangeShape },
          end: text?.size ?? size,
        },
        text ? {} : { long },
      );
    },
    (identity, obstacle) => logInMemory(emptyLog(identity, obstacle)),
  );
}

/** For a log that must be rewritten before appending. */
const strangeShape: LogShape = {
  appendAt: null,
  newlineMissing: false,
  values: 0,
  tornAt: null,
  damage: createDamageList(),
};

function logInMemory(stored: StoredLog): OpenLog {
  const { records, ids: _ids, misplaced, ...file } = stored;
  // Reported damage explains it.
  if (misplaced.length > 0 && file.notices.length === 0) file.notices.push(misplacedNotice);
  const placedRecords = records.map((message, index): PlacedRecord => ({ start: index, end: index + 1, message }));
  return createOpenLog({
    ...file,
    source: memorySource(placedRecords),
    last: placedRecords.at(-1) ?? null,
    readIds: async () => new Set(records.map(({ id }) => id)),
    whole: () => placedRecords.map((record) => record.message),
    add(message) {
      const record = { start: placedRecords.length, end: placedRecords.length + 1, message };
      placedRecords.push(record);
      return record;
    },
  });
}

async function logFromEnd(
  identity: FileIdentity,
  file: LogSource,
  { shape, end }: LogEnd,
  index: { placeOf?: RecordOffsetOf | undefined; long?: LongLines },
): Promise<OpenLog> {
  const survey: { log: OpenLog | null; notices: UserText[]; more: number; readOnly: UserText | null } = {
    log: null,
    notices: [],
    more: 0,
    readOnly: null,
  };
  /** A record may be read, and found damaged, many times. */
  const reportedIds = createIdNumbers();
  const damaged = (notice: UserText): void => {
    if (reportedIds.has(textOf(notice))) return;
    reportedIds.set(textOf(notice), 0);
    if (survey.notices.length < visibleNotices) survey.notices.push(notice);
    else survey.more++;
    if (survey.log) survey.log.notices = shortenNotices(survey.notices, survey.more);
  };
  const source = fileSource(
    file,
    end,
    {
      damaged,
      readOnly(reason) {
        survey.readOnly = reason;
        if (survey.log) survey.log.readOnly = reason;
      },
    },
    index,
  );
  const [last] = await lastRecords(source, { bytes: 0, records: 1 });
  const log = createOpenLog({
    shape,
    identity,
    obstacle: null,
    readOnly: survey.readOnly,
    notices: shortenNotices(survey.notices, survey.more),
    tornNotice: null,
    source,
    misplaced() {
      if (survey.notices.length === 0) damaged(misplacedNotice);
    },
    last: last?.load() ?? null,
    async readIds() {
      const records = await lastRecords(source, knownAtEnd);
      return new Set(records.flatMap(({ id }) => (id === null ? [] : [id])));
    },
    add(message, start, stop) {
      source.end = stop;
      // The truncated part gets overwritten.
      index.long?.clear();
      return { start, end: stop, message };
    },
  });
  survey.log = log;
  return log;
}

/** Returns the last records, last first, as many as both bounds require. */
async function lastRecords(source: RecordSource, bounds: { bytes: number; records: number }): Promise<RecordHandle[]> {
  const handles: RecordHandle[] = [];
  const records = source.before(source.end);
  for (let next = await records.next(); !next.done; next = await records.next()) {
    // Something that is no message was never counted.
    if (handles.length === 0 && !next.value.load()) continue;
    handles.push(next.value);
    if (source.end - next.value.start > bounds.bytes && handles.length >= bounds.records) break;
  }
  return handles;
}

/** Trusts an incomplete end only when nobody is writing; otherwise rereads for up to half a second. */
async function whenSettled<T extends Pick<StoredLog, 'shape' | 'identity' | 'tornNotice' | 'notices'>>(
  disk: Disk,
  path: string,
  options: LogReadOptions,
  read: (handle: FileHandle, identity: FileIdentity, size: number) => Promise<T>,
  empty: (identity: FileIdentity | null, obstacle: UserText | null) => T,
): Promise<Result<T>> {
  try {
    for (let look = 1; ; look++) {
      const log = await readOnce(disk, path, options.stopAt, read, empty);
      if (log.shape.tornAt === null || log.identity === null || look === maximumLooks) return ok(withTornNotice(log));
      const writing = options.beingWritten();
      const now = identityOf(await disk.stat(path, { bigint: true }));
      if (!writing && isSameFile(now, log.identity)) return ok(withTornNotice(log));
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
    }
  } catch (thrown) {
    if (isNotFoundError(thrown)) return ok(empty(null, null));
    return fail(
      'STORE_READ_FAILED',
      say`This conversation’s messages could not be read: ${diskReason(thrown)}. They were not changed.`,
    );
  }
}

async function readOnce<T>(
  disk: Disk,
  path: string,
  stopAt: number | null,
  read: (handle: FileHandle, identity: FileIdentity, size: number) => Promise<T>,
  empty: (identity: FileIdentity | null, obstacle: UserText | null) => T,
): Promise<T> {
  const handle = await disk.open(path, readFlags);
  try {
    const stats = await handle.stat({ bigint: true });
    const identity = identityOf(stats);
    if (!stats.isFile())
      return empty(identity, stats.isDirectory() ? say`a folder` : say`something that is not a file`);
    return await read(handle, identity, Math.min(identity.size, stopAt ?? identity.size));
  } finally {
    await handle.close();
  }
}

function toldSource({ size, read }: LogSource, reached: (bytes: number, of: number) => void): LogSource {
  return {
    size,
    read(position, length, into) {
      reached(position, size);
      return read(position, length, into);
    },
  };
}

async function readWholeLog(
  file: LogSource,
  identity: FileIdentity,
  keeps?: (message: Message) => boolean,
): Promise<StoredLog> {
  const builder = createRecordsBuilder(keeps);
  const text = await openUtf16Source(file);
  const shape = await scanLog(text ?? file, builder.take);
  if (text) shape.appendAt = null;
  const records = builder.finish(shape.damage);
  if (identity.size === 0) records.notices.push(say`messages.json is empty (0 bytes). Its content is lost.`);
  return { ...records, shape, identity, obstacle: null, tornNotice: null };
}

function emptyLog(identity: FileIdentity | null, obstacle: UserText | null): StoredLog {
  const notices = obstacle === null ? [] : [say`messages.json is ${obstacle}. It was left unchanged.`];
  const shape: LogShape = { ...strangeShape };
  return {
    records: [],
    ids: new Set(),
    misplaced: [],
    readOnly: null,
    notices,
    shape,
    identity,
    obstacle,
    tornNotice: null,
  };
}

function withTornNotice<T extends Pick<StoredLog, 'shape' | 'identity' | 'tornNotice' | 'notices'>>(log: T): T {
  const { tornAt } = log.shape;
  if (tornAt === null || log.identity === null) return log;
  log.tornNotice = say`messages.json ends with an incomplete message (${log.identity.size - tornAt} bytes) that was never confirmed as saved. Everything before it is intact. When the conversation continues, those bytes are moved to a separate file.`;
  log.notices.push(log.tornNotice);
  return log;
}

/** Caches the last bytes of a file: its end, the last records and the first page are all found there. */
async function keepTail(file: LogSource): Promise<LogSource & { over(rest: LogSource, until: number): LogSource }> {
  const at = Math.max(0, file.size - tailBytes);
  const tail = await file.read(at, file.size - at);
  // The next append overwrites anything after the last record.
  const over = (rest: LogSource, until: number): LogSource => ({
    size: rest.size,
    read: async (position, length, into) =>
      position >= at && position + length <= until
        ? tail.subarray(position - at, position - at + length)
        : rest.read(position, length, into),
  });
  return { ...over(file, file.size), over };
}
