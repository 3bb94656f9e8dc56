// The record of started and ended calls travels in segments, after the messages: otherwise a call that a crash interrupted on one machine
// would look as if it had never started on the others, and could run there again.

import { createHash } from 'node:crypto';
import { SentenceError } from '../../../../shared/core/errors.ts';
import { isSafeId } from '../../../../shared/core/ids.ts';
import { executionEntrySchema } from '../../../conversation/formats.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import type { ConversationPaths } from '../../../stores/dataFolder.ts';
import { type Disk, readWholeFile } from '../../../stores/files/disk.ts';
import { parseJson } from '../seal/signedObject.ts';
import { canonical } from './registers.ts';

export interface CallRecord {
  /** `!<message>.<hash>`: no message has such an ID. */
  id: string;
  messageId: string;
  line: Buffer;
}

const mark = '!';

export function isCallId(id: string): boolean {
  return id.startsWith(mark);
}

/** The message of the call. */
export function messageOfCall(id: string): string {
  return id.slice(mark.length, id.lastIndexOf('.'));
}

/** Null if the value is none. Process IDs mean nothing on other machines. */
export function callRecordOf(value: unknown): CallRecord | null {
  // Most lines are messages, and a failed parse costs more than a message.
  if (typeof value !== 'object' || value === null || 'role' in value) return null;
  const read = executionEntrySchema.safeParse(value);
  if (!read.success || !isSafeId(read.data.messageId)) return null;
  const { pid: _pid, processStartedAt: _startedAt, ...entry } = read.data;
  const hash = createHash('sha256').update(canonical(entry)).digest('hex').slice(0, 20);
  return {
    id: `${mark}${entry.messageId}.${hash}`,
    messageId: entry.messageId,
    line: Buffer.from(JSON.stringify(entry)),
  };
}

/** Throws if the log cannot be read. */
export async function readCalls(
  disk: Disk,
  { execution }: Pick<ConversationPaths, 'execution'>,
): Promise<CallRecord[]> {
  const content = await readWholeFile(disk, execution);
  if (content.kind === 'unreadable') throw new SentenceError(content.reason);
  if (content.kind === 'absent') return [];
  const slice = createTimeSlice();
  const records = new Map<string, CallRecord>();
  for (const line of content.bytes.toString('utf8').split('\n')) {
    const record = callRecordOf(parseJson(line));
    if (record) records.set(record.id, record);
    await slice();
  }
  return [...records.values()];
}
