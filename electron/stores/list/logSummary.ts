// Summarizes a log for the list: title, times, message count. Of a large log only the beginning and end are read, so
// its message count comes from the cache or is unknown.

import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { parentInOrigin } from '../../../shared/features/compare/compare.ts';
import { deriveTitle, untitled } from '../../conversation/title.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { type Disk, type FileIdentity, readFlags } from '../files/disk.ts';
import { sourceOf } from '../files/logSources.ts';
import { readMessage } from '../log/logRecords.ts';
import { scanLog } from '../log/logScan.ts';
import type { OpenLog } from '../log/openLog.ts';

export interface LogSummary {
  derivedTitle: string;
  /** Null if no message has a date. */
  createdAt: string | null;
  updatedAt: string | null;
  messageCount: number | null;
  /** The parent conversation of a sub-agent or contestant; otherwise empty. */
  parentId: string;
  ending: '' | 'failed' | 'interrupted';
}

/** A summary made when the file had this identity. */
export interface CachedSummary extends LogSummary {
  identity: Pick<FileIdentity, 'ino' | 'size'>;
}

/** Bytes at the beginning to search for a title. */
const headBytes = 256 * 1024;
/** The title of a longer first message is not read. */
const maxHeadBytes = 16 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
const lineFeed = 0x0a;
const comma = 0x2c;
const closeBracket = 0x5d;

/** Null if the log has no message. Reuses `cached` if the file has only grown since. */
export async function summarizeLog(
  disk: Disk,
  paths: ConversationPaths,
  log: OpenLog,
  cached: CachedSummary | null,
): Promise<LogSummary | null> {
  const { whole, last } = log;
  const isGrown =
    cached !== null && cached.identity.ino === log.identity?.ino && cached.identity.size <= log.identity.size;
  if (whole && isGrown && cached.derivedTitle !== untitled && last) {
    return { ...cached, updatedAt: last.createdAt || null, messageCount: whole.length, ending: endingOf(last) };
  }
  if (whole) return whole.length === 0 ? null : summaryOf(whole, last, whole.length);
  if (!last) return null;
  const added = cached && log.identity ? await countAdded(disk, paths.messages, cached.identity, log.identity) : null;
  if (cached && added !== null && cached.derivedTitle !== untitled) {
    const messageCount = cached.messageCount === null ? null : cached.messageCount + added;
    return { ...cached, updatedAt: last.createdAt || null, messageCount, ending: endingOf(last) };
  }
  return summaryOf(await readHead(disk, paths.messages), last, null);
}

function summaryOf(records: readonly Message[], last: Message | null, messageCount: number | null): LogSummary {
  return {
    derivedTitle: deriveTitle(records),
    createdAt: records[0]?.createdAt || null,
    updatedAt: last?.createdAt || null,
    messageCount,
    parentId: parentOf(records[0]),
    ending: endingOf(last),
  };
}

/** Judged by the last message alone. If the user stopped an answer they have already read, that is no interruption. */
function endingOf(last: Message | null): LogSummary['ending'] {
  if (!last || isRemoved(last)) return '';
  const { role, partType } = last;
  if (partType === 'error') return 'failed';
  if (role === 'system' || partType === 'note' || partType === 'tool_run') return '';
  if (role !== 'assistant') return 'interrupted';
  return callsOf(last).length > 0 || last.finishReason === 'interrupted' ? 'interrupted' : '';
}

function parentOf(first: Message | undefined): string {
  return parentInOrigin(first?.origin) ?? '';
}

async function readHead(disk: Disk, path: string): Promise<Message[]> {
  const handle = await disk.open(path, readFlags);
  try {
    const { size } = await handle.stat();
    const records: Message[] = [];
    for (let bytes = headBytes; records.length === 0 && bytes <= maxHeadBytes; bytes *= 4) {
      await scanLog(sourceOf(handle, Math.min(size, bytes)), ({ value }) => {
        const read = readMessage(value);
        if (read.ok) records.push(read.message);
      });
      if (bytes >= size) break;
    }
    return records;
  } finally {
    await handle.close();
  }
}

/** Counts messages appended to a file in our layout since it had `before` bytes; null if it changed in another way. */
async function countAdded(
  disk: Disk,
  path: string,
  before: Pick<FileIdentity, 'ino' | 'size'>,
  now: FileIdentity,
): Promise<number | null> {
  if (before.ino !== now.ino || before.size < 4 || now.size < before.size) return null;
  const handle = await disk.open(path, readFlags);
  try {
    const file = sourceOf(handle, now.size);
    const from = before.size - 3;
    let lines = 0;
    for (let at = from; at < now.size; at += pieceBytes) {
      const bytes = await file.read(at, Math.min(pieceBytes, now.size - at));
      if (at === from && (bytes[0] !== lineFeed || (bytes[1] !== comma && bytes[1] !== closeBracket))) return null;
      for (let lineEnd = bytes.indexOf(lineFeed); lineEnd >= 0; lineEnd = bytes.indexOf(lineFeed, lineEnd + 1)) lines++;
    }
    // Two line feeds end no message: the one before the first added message and the one after the bracket.
    return lines - 2;
  } finally {
    await handle.close();
  }
}
