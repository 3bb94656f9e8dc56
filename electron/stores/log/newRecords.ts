// Records that are stored in one write. Many are held as file bytes, since as objects they would take several times as much memory.

import type { Message } from '../../../shared/conversation/message.ts';
import { readMessage } from './logRecords.ts';

export interface NewRecords {
  readonly count: number;
  /** As written: `before` (at most two characters) precedes the first, and the file's closing follows the last. */
  bytes(before: string): Buffer;
  text(): string;
  /** Each from the nth on, with its byte range relative to the first record. */
  each(from: number, take: (message: Message, start: number, end: number) => void): void;
}

const between = '\n,';
const end = '\n]\n';

/** `record` is the message as one line of JSON. */
export function singleRecord(message: Message, record: string): NewRecords {
  return {
    count: 1,
    bytes: (before) => Buffer.from(`${before}${record}${end}`, 'utf8'),
    text: () => record,
    each: (_from, take) => take(message, 0, Buffer.byteLength(record, 'utf8')),
  };
}

export interface RecordBatch extends NewRecords {
  readonly size: number;
  /** One line of JSON that parses as a message. */
  add(record: string): void;
  clear(): void;
}

/** Most conversations need no more. */
const firstBytes = 64 * 1024;
/** Larger memory is given back between two batches. */
const defaultBytes = 1024 * 1024 + 64 * 1024;

export function createRecordBatch(): RecordBatch {
  /** Offset of the first record; what precedes it is written last. */
  const first = between.length;
  let memory = Buffer.allocUnsafeSlow(firstBytes);
  let used = first;
  let ends: number[] = [];

  function write(text: string): void {
    const length = Buffer.byteLength(text, 'utf8');
    if (used + length + end.length > memory.length) {
      const larger = Buffer.allocUnsafeSlow(2 * (used + length + end.length));
      memory.copy(larger, 0, 0, used);
      memory = larger;
    }
    used += memory.write(text, used, 'utf8');
  }

  return {
    get count() {
      return ends.length;
    },
    get size() {
      return used - first;
    },
    add(record) {
      if (ends.length > 0) write(between);
      write(record);
      ends.push(used);
    },
    clear() {
      if (memory.length > defaultBytes) memory = Buffer.allocUnsafeSlow(defaultBytes);
      used = first;
      ends = [];
    },
    bytes(before) {
      const start = first - before.length;
      memory.write(before, start, 'latin1');
      memory.write(end, used, 'latin1');
      return memory.subarray(start, used + end.length);
    },
    text: () => memory.toString('utf8', first, used),
    each(from, take) {
      for (let index = from; index < ends.length; index++) {
        const start = index === 0 ? first : (ends[index - 1] as number) + between.length;
        const stop = ends[index] as number;
        const read = readMessage(JSON.parse(memory.toString('utf8', start, stop)));
        if (read.ok) take(read.message, start - first, stop - first);
      }
    },
  };
}
