// Two records of one branch never share an id: a hand, or another program, may have written one twice.

import type { PlacedRecord } from './recordSource.ts';

/** Told the records from the last to the first: the earlier one gets another name, and the same one twice is shown once. */
export function distinctNames(path: readonly PlacedRecord[]): (record: PlacedRecord) => PlacedRecord | null {
  const known = new Map(path.map((record) => [record.message.id, record]));
  return (record) => {
    const { id } = record.message;
    const other = known.get(id);
    if (!other) {
      known.set(id, record);
      return record;
    }
    if (JSON.stringify(other.message) === JSON.stringify(record.message)) return null;
    let name = `${id.slice(0, 120)}-2`;
    for (let n = 3; known.has(name); n++) name = `${id.slice(0, 120)}-${n}`;
    const renamed = { ...record, message: { ...record.message, id: name } };
    known.set(name, renamed);
    return renamed;
  };
}
