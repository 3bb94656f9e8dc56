// Scans a messages.json without keeping its records: ID, tree position, content fingerprint, and file position of each.
// This makes two copies of a very long conversation comparable.

import { createHash } from 'node:crypto';
import type { Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import { createTextColumn } from '../../lib/columns.ts';
import type { LogSource } from '../files/fileWindow.ts';
import { createFreeNumberFinder, derivedId } from '../log/distinctNames.ts';
import { readMessage, versionNotice } from '../log/logRecords.ts';
import { scanLog } from '../log/logScan.ts';
import { assignNumber, type CopiedRecords, createCopiedRecords } from './copiedRecords.ts';

export interface Copy {
  records: CopiedRecords;
  /** Set if a newer version wrote it: why it cannot be merged or appended to. */
  newer: Sentence | null;
  /** Number of entries and places that are no messages. */
  unreadable: number;
}

export function createEmptyCopy(ids = createTextColumn()): Copy {
  return { records: createCopiedRecords(ids), newer: null, unreadable: 0 };
}

/** Uses the same rules for repeated IDs as createRecordsBuilder. `ids` are shared with the copy it is compared with. */
export async function scanCopy(source: LogSource, ids = createTextColumn()): Promise<Copy> {
  const copy = createEmptyCopy(ids);
  const { records } = copy;
  /** Repeated IDs, and the ID of the last record with each. */
  const renamed = new Map<number, number>();
  const freeNumber = createFreeNumberFinder((id) => records.find(ids.find(id)) >= 0);

  const shape = await scanLog(source, ({ value, start, end }) => {
    copy.newer = versionNotice(value) ?? copy.newer;
    const read = readMessage(value);
    if (!read.ok) {
      copy.unreadable++;
      return;
    }
    const { message } = read;
    const { parentId } = message;
    const before = records.size === 0 ? -1 : records.id(records.size - 1);
    const namedParent = parentId === undefined ? before : parentId === null ? -1 : assignNumber(ids, parentId);
    const parent = renamed.get(namedParent) ?? namedParent;
    const fingerprint = contentHash(message);
    const wantedId = assignNumber(ids, message.id);
    const same = records.find(wantedId);
    if (same >= 0 && records.parent(same) === parent && records.fingerprint(same) === fingerprint) return;
    const id = same < 0 ? wantedId : assignNumber(ids, derivedId(message.id, freeNumber(message.id)));
    if (same >= 0) renamed.set(wantedId, id);
    const hasNewPlace = same >= 0 || parentId === undefined || parent !== namedParent;
    records.push({ id, parent, fingerprint, removed: isRemoved(message), placed: hasNewPlace, start, end });
  });
  copy.unreadable += shape.damage.unreadable + (shape.tornAt === null ? 0 : 1);
  return copy;
}

/** As many bytes as a number holds exactly; compares only records with the same ID. */
const fingerprintBytes = 6;

/** Ignores field order: another app may have sorted the fields. */
function contentHash(message: Message): number {
  const { id: _id, parentId: _parentId, ...fields } = message;
  return createHash('sha256').update(canonical(fields)).digest().readUIntBE(0, fingerprintBytes);
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}
