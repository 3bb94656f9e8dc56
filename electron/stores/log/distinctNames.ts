// Two records of one branch never share an id: a hand, or another program, may have written one twice.

import { crc32 } from 'node:zlib';
import type { Message } from '../../../shared/conversation/message.ts';
import type { PlacedRecord } from './recordNode.ts';

/** The name of the `n`th record with an id (2: the second); not longer than an id may be. */
export function derivedId(id: string, n: number): string {
  return `${id.slice(0, 120)}-${n}`;
}

/** The number of the next record with an id. Counts on from the last one, whatever their number; what is taken stays taken. */
export function freeNumbers(isTaken: (id: string) => boolean): (id: string) => number {
  const last = new Map<string, number>();
  return (id) => {
    const stem = derivedId(id, 0);
    let n = (last.get(stem) ?? 1) + 1;
    while (isTaken(derivedId(id, n))) n++;
    last.set(stem, n);
    return n;
  };
}

/** What a record says, with its id and its parent, as 32 bits: two with one id and one of these are the same record. */
export function fingerprintOf(message: Message): number {
  // Nearly all of a long log is text, which is not put into JSON for this.
  const { content, ...rest } = message;
  const said = typeof content === 'string' ? content : JSON.stringify(content);
  return crc32(JSON.stringify(rest), crc32(said));
}

/** Told the records from the last to the first: the earlier one gets another name, and the same one twice is shown once. */
export function distinctNames(path: readonly PlacedRecord[]): (record: PlacedRecord) => PlacedRecord | null {
  const known = new Map(path.map((record) => [record.message.id, record]));
  /** What the records say whose id came again. */
  const said = new Map<string, number>();
  const freeNumber = freeNumbers((id) => known.has(id));
  return (record) => {
    const { id } = record.message;
    const other = known.get(id);
    if (!other) {
      known.set(id, record);
      return record;
    }
    const says = said.get(id) ?? fingerprintOf(other.message);
    said.set(id, says);
    if (says === fingerprintOf(record.message)) return null;
    const name = derivedId(id, freeNumber(id));
    const renamed = { ...record, message: { ...record.message, id: name } };
    known.set(name, renamed);
    return renamed;
  };
}
