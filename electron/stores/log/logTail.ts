// Where the next record of a messages.json goes, from its last lines alone. Only our own layout is known here; anything
// else is read whole by logScan, which takes every layout.

import { linesBackward } from './linesBackward.ts';
import type { LogShape, LogSource } from './logScan.ts';
import { looseScan } from './looseScan.ts';
import { isRecordLine } from './recordSource.ts';
import { parseBytes } from './scannedValue.ts';

export interface LogEnd {
  shape: LogShape;
  /** Where the last record ends. */
  end: number;
}

const openBracket = 0x5b;
const closeBracket = 0x5d;
/** Bytes at the end that may be no record before it is left to the whole reading. */
const longestRest = 1024 * 1024;

/** Null: the end is not in our layout. */
export async function readEnd(file: LogSource): Promise<LogEnd | null> {
  const lines = linesBackward(file, file.size);
  let last = await lines.previous();
  if (last?.bytes.length === 0) last = await lines.previous();
  if (!last) return null;
  if (isBracket(last.bytes, closeBracket)) {
    const record = await lines.previous();
    if (!record) return null;
    const empty = record.start === 0 && isBracket(record.bytes, openBracket);
    if (!empty && !isWhole(record.bytes)) return null;
    return ending({ appendAt: last.start, end: record.start + record.bytes.length, values: empty ? 0 : 1 });
  }
  for (let line: typeof last | null = last; line; line = await lines.previous()) {
    if (file.size - line.start > longestRest + line.bytes.length) return null;
    const end = line.start + line.bytes.length;
    if (line.start === 0) return null;
    if (isWhole(line.bytes)) return unclosed(file, end);
  }
  return null;
}

/** The list was not closed: nothing, or an incomplete record, stands after the last whole one. */
async function unclosed(file: LogSource, end: number): Promise<LogEnd | null> {
  if (end === file.size) return ending({ appendAt: end, end, values: 1, newlineMissing: true });
  const restAt = end + 1;
  if (restAt === file.size) return ending({ appendAt: restAt, end, values: 1 });
  let values = 0;
  const rest = await looseScan(await file.read(restAt, file.size - restAt), restAt, 1, () => values++);
  if (values > 0 || rest.closed) return null;
  return ending({ appendAt: restAt, end, values: 1, tornAt: restAt });
}

function ending({ end, ...shape }: { end: number } & Partial<LogShape>): LogEnd {
  return { end, shape: { appendAt: null, newlineMissing: false, values: 0, tornAt: null, damage: [], ...shape } };
}

function isBracket(bytes: Buffer, bracket: number): boolean {
  return bytes.length === 1 && bytes[0] === bracket;
}

function isWhole(bytes: Buffer): boolean {
  return isRecordLine(bytes) && parseBytes(bytes.subarray(bytes[0] === openBrace ? 0 : 1)) !== undefined;
}

const openBrace = 0x7b;
