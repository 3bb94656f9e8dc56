// Finds where the next record of a messages.json goes from its last lines. Supports only our layout; no other can be
// appended to in place.

import type { LogSource } from '../files/fileWindow.ts';
import { scanLeniently } from './lenientScan.ts';
import type { LogShape } from './logScan.ts';
import { readRecordLine } from './recordSource.ts';
import { createReverseLineReader, type LongLines, type ReverseLine } from './reverseLines.ts';
import { createDamageList, parseBytes } from './scannedValue.ts';

export interface LogEnd {
  shape: LogShape;
  end: number;
}

const openBracket = 0x5b;
const closeBracket = 0x5d;
/** Give up after this many trailing bytes without a record. A long unterminated line does not count. */
const maxRestBytes = 1024 * 1024;

/** Null if the end is not in our layout. */
export async function readLogEnd(file: LogSource, long: LongLines): Promise<LogEnd | null> {
  const lines = createReverseLineReader(file, file.size, undefined, long);
  let last = await lines.previous();
  if (last?.bytes?.length === 0) {
    // More than one trailing line feed.
    if (lines.at < file.size - 1) return null;
    last = await lines.previous();
  }
  if (!last) return null;
  if (isBracket(last.bytes, closeBracket)) {
    const record = await lines.previous();
    if (!record) return null;
    const empty = record.start === 0 && isBracket(record.bytes, openBracket);
    if (!empty && !(await isWhole(file, record))) return null;
    return ending({ appendAt: last.start, end: record.end, values: empty ? 0 : 1 });
  }
  let rest = 0;
  /** If only zero bytes follow, perhaps after the bracket, the last line is empty. */
  let isZero = true;
  for (let line: typeof last | null = last; line; line = await lines.previous()) {
    if (rest > maxRestBytes || line.start === 0) return null;
    if (!line.isZero && (await isWhole(file, line))) return unclosed(file, line.end, isZero);
    isZero &&= line.isZero || isBracket(line.bytes, closeBracket);
    rest += line.bytes ? line.bytes.length + 1 : 0;
  }
  return null;
}

/** The list is not closed: nothing, or an incomplete record, follows the last complete one. */
async function unclosed(file: LogSource, end: number, isZero: boolean): Promise<LogEnd | null> {
  if (end === file.size) return ending({ appendAt: end, end, values: 1, newlineMissing: true });
  const restAt = end + 1;
  if (restAt === file.size) return ending({ appendAt: restAt, end, values: 1 });
  if (isZero) return ending({ appendAt: restAt, end, values: 1, tornAt: restAt });
  let values = 0;
  const rest = await scanLeniently(file, restAt, 1, () => {
    values++;
  });
  if (values > 0 || rest.closed || rest.tooLong) return null;
  return ending({ appendAt: restAt, end, values: 1, tornAt: restAt });
}

function ending({ end, ...shape }: { end: number } & Partial<LogShape>): LogEnd {
  return {
    end,
    shape: { appendAt: null, newlineMissing: false, values: 0, tornAt: null, damage: createDamageList(), ...shape },
  };
}

function isBracket(bytes: Buffer | null, bracket: number): boolean {
  return bytes?.length === 1 && bytes[0] === bracket;
}

async function isWhole(file: LogSource, line: ReverseLine): Promise<boolean> {
  const bytes = await readRecordLine(file, line);
  return bytes !== null && parseBytes(bytes.subarray(bytes[0] === openBrace ? 0 : 1)) !== undefined;
}

const openBrace = 0x7b;
