// Segments of other devices, as they are fetched: opened, verified, and read.

import { isRemoved } from '../../../../shared/conversation/removed.ts';
import { errorSentence } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { referencedHashes } from '../../../stores/attachments/removedAttachments.ts';
import { readMessage, versionNotice } from '../../../stores/log/logRecords.ts';
import { parseJson } from '../seal/signedObject.ts';
import { maxSegmentBytes } from './collectChanges.ts';
import { hashOfBody } from './logEntry.ts';
import type { SegmentRow } from './segmentRows.ts';
import { type CallRecord, callRecordOf } from './startedCalls.ts';
import { needed, opened, type SyncContext } from './syncContext.ts';

/** Messages are about this much larger than sealed ones. */
const zippedTimes = 5;

export interface SegmentRecord {
  id: string;
  parentId: string | null;
  createdAt: string;
  line: Buffer;
  /** Neither removed for good nor written by a newer version. */
  isPlain: boolean;
  /** The attachments that it refers to. */
  hashes: string[];
}

export interface SegmentContent {
  row: SegmentRow;
  records: SegmentRecord[];
  calls: CallRecord[];
}

export function idsIn({ records, calls }: SegmentContent): string[] {
  return [...records, ...calls].map(({ id }) => id);
}

/** Bytes of its messages, estimated: segments are zipped, and end with the record that reaches the limit. */
export function plainBytes({ bytes, records }: SegmentRow): number {
  return records === 1 ? bytes * zippedTimes : Math.min(bytes * zippedTimes, maxSegmentBytes);
}

/** Null if the store does not have it. Its device is asked for it after the second attempt, and then less and less often. */
export async function fetchSegment(context: SyncContext, row: SegmentRow): Promise<SegmentContent | null> {
  const { remote, names, sealer, signal, problems } = context;
  const { device, conversation, n, hash } = row;
  const name = names.segment(device, conversation, n);
  const sealed = needed(await remote.get(name, signal));
  if (sealed === null) return complain(context, row);
  const body = opened(await sealer.open(device, name, sealed));
  if (!body.ok) {
    problems.set(device, errorSentence(body.error));
    return complain(context, row);
  }
  if (hashOfBody(body.value) !== hash) {
    problems.set(
      device,
      say`A part of a conversation is not the one that the log of this device names. It was not taken.`,
    );
    return complain(context, row);
  }
  return { row, ...recordsOf(body.value) };
}

function complain({ state, sealer }: SyncContext, { device, conversation, n, attempts }: SegmentRow): null {
  const now = attempts + 1;
  state.run(
    'UPDATE segments SET attempts = ? WHERE device = ? AND conversation = ? AND n = ?',
    ...[now, device, conversation, n],
  );
  const isDue = now >= 2 && Number.isInteger(Math.log2(now));
  if (isDue && device !== sealer.device) {
    state.run("INSERT OR IGNORE INTO complaints VALUES (?, ?, ?, '')", device, conversation, n);
  }
  return null;
}

function recordsOf({ buffer, byteOffset, length }: Uint8Array): Pick<SegmentContent, 'records' | 'calls'> {
  const body = Buffer.from(buffer, byteOffset, length);
  const records: SegmentContent['records'] = [];
  const calls: CallRecord[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf(0x0a, at);
    const line = body.subarray(at, end < 0 ? body.length : end);
    at += line.length + 1;
    const value = parseJson(line);
    const call = callRecordOf(value);
    const read = call ? null : readMessage(value);
    if (call) calls.push(call);
    if (!read?.ok) continue;
    const { id, parentId, createdAt } = read.message;
    const gone = isRemoved(read.message);
    const hashes = gone ? [] : referencedHashes(read.message);
    records.push({ id, parentId, createdAt, line, isPlain: !gone && versionNotice(value) === null, hashes });
  }
  return { records, calls };
}
