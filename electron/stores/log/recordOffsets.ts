// Positions of records that a walk has passed; in a damaged log that may be all of them. The first few are plain
// objects, since each step has its own; later ones go into columns, about forty bytes each.

import { createNumberColumn, type NumberColumn } from '../../lib/numberColumn.ts';
import { createIdNumbers, type IdNumbers } from './idNumbers.ts';

export interface ByteRange {
  start: number;
  end: number;
}

export interface RecordOffsets {
  readonly size: number;
  get(id: string): ByteRange | undefined;
  /** Keeps the first position of an ID. */
  add(id: string, place: ByteRange): void;
}

export function createRecordOffsets(most: number): RecordOffsets {
  const first = new Map<string, ByteRange>();
  let rest: { numbers: IdNumbers; starts: NumberColumn; ends: NumberColumn } | null = null;
  let size = 0;

  function get(id: string): ByteRange | undefined {
    const number = rest?.numbers.get(id);
    if (!rest || number === undefined) return first.get(id);
    return { start: rest.starts.at(number), end: rest.ends.at(number) };
  }

  return {
    get size() {
      return size;
    },
    get,
    add(id, place) {
      if (get(id)) return;
      if (first.size < most) first.set(id, place);
      else {
        rest ??= {
          numbers: createIdNumbers(),
          starts: createNumberColumn(Float64Array),
          ends: createNumberColumn(Float64Array),
        };
        rest.numbers.set(id, size);
        rest.starts.set(size, place.start);
        rest.ends.set(size, place.end);
      }
      size++;
    },
  };
}
