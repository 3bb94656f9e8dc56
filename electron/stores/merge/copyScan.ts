// Reads a messages.json without keeping its records: of each its id, its place in the tree, what it says as a short
// fingerprint, and where in the file it stands. So two copies of a very long conversation can be compared.

import { createHash } from 'node:crypto';
import type { Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { readMessage, versionNotice } from '../log/logRecords.ts';
import { type LogSource, scanLog } from '../log/logScan.ts';

export interface CopiedRecord {
  id: string;
  parentId: string | null;
  /** The record before it in its file; null for the first. Where the parent cannot be found, it is taken instead. */
  before: string | null;
  /** The same for two records that say the same, whatever their id and place. */
  fingerprint: string;
  removed: boolean;
  /** Bytes [start, end) in the file. */
  start: number;
  end: number;
  /** True when id or parent are not those that stand in the file: a repeated id, a parent that was left out. */
  placed: boolean;
}

export interface Copy {
  records: CopiedRecord[];
  /** Set when it was written by a newer version: why it is not taken in, and not added to. */
  newer: string | null;
  /** Entries and places that are no messages. */
  unreadable: number;
}

/** The ids are those that reading the file gives: see createRecordsBuilder, whose rules for repeated ids these are. */
export async function scanCopy(source: LogSource): Promise<Copy> {
  const records: CopiedRecord[] = [];
  const known = new Map<string, CopiedRecord>();
  const renamed = new Map<string, string>();
  let newer: string | null = null;
  let unreadable = 0;

  function freeId(id: string): string {
    for (let n = 2; ; n++) {
      const candidate = derivedId(id, n);
      if (!known.has(candidate)) return candidate;
    }
  }

  const shape = await scanLog(source, ({ value, start, end }) => {
    newer = versionNotice(value) ?? newer;
    const read = readMessage(value);
    if (!read.ok) {
      unreadable++;
      return;
    }
    const { message } = read;
    const before = records.at(-1)?.id ?? null;
    const given = message.parentId === undefined ? before : message.parentId;
    const parentId = (given !== null && renamed.get(given)) || given;
    const fingerprint = fingerprintOf(message);
    const same = known.get(message.id);
    if (same && same.fingerprint === fingerprint && same.parentId === parentId) return;
    const id = same ? freeId(message.id) : message.id;
    if (same) renamed.set(message.id, id);
    const placed = same !== undefined || message.parentId !== parentId;
    const record = { id, parentId, before, fingerprint, removed: isRemoved(message), start, end, placed };
    known.set(id, record);
    records.push(record);
  });
  unreadable += shape.damage.filter((damage) => !damage.readable).length + (shape.tornAt === null ? 0 : 1);
  return { records, newer, unreadable };
}

/** The name of the `n`th record with an id (2: the second); not longer than an id may be. */
export function derivedId(id: string, n: number): string {
  return `${id.slice(0, 120)}-${n}`;
}

/** The order of fields does not count: another program may have sorted them. */
function fingerprintOf(message: Message): string {
  const { id: _id, parentId: _parentId, ...said } = message;
  return createHash('sha256').update(canonical(said)).digest('base64url').slice(0, 22);
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}
