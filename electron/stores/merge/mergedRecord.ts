// Builds the line for a merged record: its original bytes if nothing changes.

import type { Message } from '../../../shared/conversation/message.ts';
import { tombstoneOf } from '../../../shared/conversation/removed.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { readMessage } from '../log/logRecords.ts';
import { compactJson } from '../log/logRewrite.ts';
import type { PlannedRecord } from './mergePlan.ts';

export interface MergedRecord {
  message: Message;
  record: string;
}

/** `bytes` are the record as scanned in the other copy. `at` is the time for a new tombstone. */
export function buildMergedRecord(planned: PlannedRecord, bytes: Buffer, mask: SecretMask, at: string): MergedRecord {
  const value = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  const read = readMessage(value);
  if (!read.ok) throw new Error(`the record ${planned.id} changed while it was read`);
  const { id, parentId } = planned;
  const placed = { ...read.message, id, parentId };
  if (planned.emptied) {
    const tombstone = tombstoneOf(placed, at);
    return { message: tombstone, record: JSON.stringify(tombstone) };
  }
  const message = maskDeep(mask, placed);
  if (!planned.changed && message === placed) return { message, record: compactJson(bytes).toString('utf8') };
  // Only the fields in the file, without the defaults that parsing adds.
  return { message, record: JSON.stringify(maskDeep(mask, { ...value, id, parentId })) };
}
