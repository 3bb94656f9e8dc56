// Makes IDs unique within a branch: a user or another app may have written one twice.

import { crc32 } from 'node:zlib';
import type { Message } from '../../../shared/conversation/message.ts';
import type { PlacedRecord } from './recordNode.ts';

/** Returns the name of the `n`th record with an ID (2 for the second), within the ID length limit. */
export function derivedId(id: string, n: number): string {
  return `${id.slice(0, 120)}-${n}`;
}

/** Numbers repeated IDs, continuing from the last number used and skipping taken ones. */
export function createFreeNumberFinder(isTaken: (id: string) => boolean): (id: string) => number {
  const last = new Map<string, number>();
  return (id) => {
    const stem = derivedId(id, 0);
    let n = (last.get(stem) ?? 1) + 1;
    while (isTaken(derivedId(id, n))) n++;
    last.set(stem, n);
    return n;
  };
}

/** A 32-bit fingerprint of a record's ID, parent and content; equal ID and fingerprint mean the same record. */
export function fingerprintOf(message: Message): number {
  // Most of a long log is text; skip serializing it here.
  const { content, ...rest } = message;
  const contentText = typeof content === 'string' ? content : JSON.stringify(content);
  return crc32(JSON.stringify(rest), crc32(contentText));
}

/** Takes records from last to first. Renames the earlier of two with one ID; drops exact duplicates. */
export function createDuplicateRenamer(path: readonly PlacedRecord[]): (record: PlacedRecord) => PlacedRecord | null {
  const recordsById = new Map(path.map((record) => [record.message.id, record]));
  /** Fingerprints of the records whose ID occurs again. */
  const fingerprints = new Map<string, number>();
  const freeNumber = createFreeNumberFinder((id) => recordsById.has(id));
  return (record) => {
    const { id } = record.message;
    const other = recordsById.get(id);
    if (!other) {
      recordsById.set(id, record);
      return record;
    }
    const says = fingerprints.get(id) ?? fingerprintOf(other.message);
    fingerprints.set(id, says);
    if (says === fingerprintOf(record.message)) return null;
    const name = derivedId(id, freeNumber(id));
    const renamed = { ...record, message: { ...record.message, id: name } };
    recordsById.set(name, renamed);
    return renamed;
  };
}
