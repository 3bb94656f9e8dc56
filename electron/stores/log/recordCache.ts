// Records that were looked for by their ids, far from the end of a log: pinned ones are asked for with each request. They are
// kept up to a bound, and are the same objects each time.

import type { PlacedRecord } from './recordNode.ts';

export interface RecordCache {
  get(id: string): PlacedRecord | null;
  keep(id: string, record: PlacedRecord): void;
}

/** Bytes in the file. */
const keptBytes = 4 * 1024 * 1024;

export function createRecordCache(): RecordCache {
  const records = new Map<string, PlacedRecord>();
  let bytes = 0;
  return {
    get: (id) => records.get(id) ?? null,
    keep(id, record) {
      const size = record.end - record.start;
      if (records.has(id) || bytes + size > keptBytes) return;
      records.set(id, record);
      bytes += size;
    },
  };
}
