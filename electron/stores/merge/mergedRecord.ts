// The line that a merge writes for a record of the other copy: its bytes as they are, where nothing about it changes.

import type { Message } from '../../../shared/conversation/message.ts';
import { tombstoneOf } from '../../../shared/conversation/removed.ts';
import { maskDeep } from '../../lib/maskDeep.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import { readMessage } from '../log/logRecords.ts';
import { onOneLine } from '../log/logRewrite.ts';
import type { PlannedRecord } from './mergePlan.ts';

export interface MergedRecord {
  message: Message;
  /** One line of JSON. */
  record: string;
}

/** `bytes`: of the record in the other copy, as they were scanned. `at`: for a tombstone that is new here. */
export function mergedRecord(planned: PlannedRecord, bytes: Buffer, mask: SecretMask, at: string): MergedRecord {
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
  if (!planned.changed && message === placed) return { message, record: onOneLine(bytes).toString('utf8') };
  // The fields that the file has, not the defaults that reading gives the others.
  return { message, record: JSON.stringify(maskDeep(mask, { ...value, id, parentId })) };
}
