// What the list says of a log: its title, its times and how many messages it has. Of a large log only the beginning and the
// end are read; how many messages it has is then known from before, or not yet.

import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { deriveTitle, untitled } from '../../conversation/title.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import { type Disk, type FileIdentity, readFlags } from '../files/disk.ts';
import { sourceOf } from '../files/logSources.ts';
import { readMessage } from '../log/logRecords.ts';
import { scanLog } from '../log/logScan.ts';
import type { OpenLog } from '../log/openLog.ts';

export interface LogSummary {
  derivedTitle: string;
  /** Null where no record says it. */
  createdAt: string | null;
  updatedAt: string | null;
  /** Null: not counted yet. */
  messageCount: number | null;
  /** The conversation that it is part of, as a sub-agent's; empty for one of its own. */
  parentId: string;
  /** How it ends, where that is not well. */
  ending: '' | 'failed' | 'interrupted';
}

/** A summary that was made when the file had this identity. */
export interface CachedSummary extends LogSummary {
  identity: Pick<FileIdentity, 'ino' | 'size'>;
}

/** Bytes at the beginning in which a title is looked for. */
const headBytes = 256 * 1024;
/** Of a first message that is longer than this the title is not read. */
const maxHeadBytes = 16 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
const lineFeed = 0x0a;
const comma = 0x2c;
const closeBracket = 0x5d;

/** Null when there is no message in it. `known` is used when the file has only grown since. */
export async function summarizeLog(
  disk: Disk,
  place: ConversationPaths,
  log: OpenLog,
  known: CachedSummary | null,
): Promise<LogSummary | null> {
  const { whole, last } = log;
  const isGrown =
    known !== null && known.identity.ino === log.identity?.ino && known.identity.size <= log.identity.size;
  if (whole && isGrown && known.derivedTitle !== untitled && last) {
    return { ...known, updatedAt: last.createdAt || null, messageCount: whole.length, ending: endingOf(last) };
  }
  if (whole) return whole.length === 0 ? null : summaryOf(whole, last, whole.length);
  if (!last) return null;
  const added = known && log.identity ? await countAdded(disk, place.messages, known.identity, log.identity) : null;
  if (known && added !== null && known.derivedTitle !== untitled) {
    const messageCount = known.messageCount === null ? null : known.messageCount + added;
    return { ...known, updatedAt: last.createdAt || null, messageCount, ending: endingOf(last) };
  }
  return summaryOf(await readHead(disk, place.messages), last, null);
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

/** By the last record alone: what a person stopped when there was an answer has been read, and is no interruption. */
function endingOf(last: Message | null): LogSummary['ending'] {
  if (!last || isRemoved(last)) return '';
  const { role, partType } = last;
  if (partType === 'error') return 'failed';
  if (role === 'system' || partType === 'note' || partType === 'tool_run') return '';
  if (role !== 'assistant') return 'interrupted';
  return callsOf(last).length > 0 || last.finishReason === 'interrupted' ? 'interrupted' : '';
}

function parentOf(first: Message | undefined): string {
  const { type, conversationId } = first?.origin ?? {};
  return type === 'sub-agent' && isSafeId(conversationId) ? conversationId : '';
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

/** Records that were appended to a file in our layout since it had `before` bytes; null when more than that was done to it. */
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
      for (let found = bytes.indexOf(lineFeed); found >= 0; found = bytes.indexOf(lineFeed, found + 1)) lines++;
    }
    // The line feed before the first one that was added, and the one after the bracket, end no record.
    return lines - 2;
  } finally {
    await handle.close();
  }
}
