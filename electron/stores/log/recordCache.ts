// Caches records looked up by ID far from the end of a log, since pinned ones are needed for every request. Bounded;
// returns the same objects each time.

import type { PlacedRecord } from './recordNode.ts';

export interface RecordCache {
  get(id: string): PlacedRecord | null;
  keep(id: string, record: PlacedRecord): void;
}

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
