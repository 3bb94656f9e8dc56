// Finds a message's spans in a record file: its record becomes a tombstone, and damaged lines that claim its ID are
// dropped. Holds spans, never all records.

import type { Message } from '../../../shared/conversation/message.ts';
import { isRemoved, tombstoneOf } from '../../../shared/conversation/removed.ts';
import type { Sentence } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { LogSource } from '../files/fileWindow.ts';
import type { Span, SpanReplacement } from '../files/splice.ts';
import { readMessage, versionNotice } from '../log/logRecords.ts';
import { scanLog } from '../log/logScan.ts';
import type { ScannedValue } from '../log/scannedValue.ts';

export interface RecordCuts {
  /** In file order; empty if nothing changes. */
  cuts: SpanReplacement[];
  /** The original message; null if it has no record. */
  message: Message | null;
  /** Its current or future tombstone. */
  tombstone: Message | null;
  /** Set if a newer version wrote the file, so it must not change. */
  readOnly: string | null;
  /** True if other records share this ID with different content, so the match depends on how the file is read. */
  isShared: boolean;
}

interface Candidate extends Span {
  message: Message;
}

/**
 * `messageId` is the name that readers see: the second record with a shared ID is `<id>-2`, and so on. `at` is the
 * tombstone's time.
 */
export async function findRecordCuts(source: LogSource, messageId: string, at: string): Promise<RecordCuts> {
  const [, base, number] = /^(.+)-(\d+)$/.exec(messageId) ?? [];
  const candidates: Candidate[] = [];
  const twins: Candidate[] = [];
  const values: Span[] = [];
  let readOnly: Sentence | null = null;
  await scanLog(source, (scanned) => {
    readOnly = versionNotice(scanned.value) ?? readOnly;
    extend(values, scanned);
    const id = (scanned.value as { id?: unknown } | null)?.id;
    if (id === messageId) push(candidates, scanned);
    else if (base !== undefined && id === base) push(twins, scanned);
  });
  const matches = candidates.length > 0 ? sameAsFirst(candidates) : twin(twins, Number(number));
  const message = matches[0]?.message ?? null;
  const cuts: SpanReplacement[] = matches.flatMap(({ start, end, message: record }) =>
    isRemoved(record) ? [] : [{ start, end, put: Buffer.from(JSON.stringify(tombstoneOf(record, at)), 'utf8') }],
  );
  cuts.push(...(await damagedLines(source, values, messageId)));
  const tombstone = message && (isRemoved(message) ? message : tombstoneOf(message, at));
  const isShared = twins.length > 0 ? candidates.length === 0 : matches.length < candidates.length;
  return { cuts: cuts.sort((a, b) => a.start - b.start), message, tombstone, readOnly, isShared };
}

function push(list: Candidate[], { value, start, end }: ScannedValue): void {
  const read = readMessage(value);
  if (read.ok) list.push({ start, end, message: read.message });
}

/** Joins adjacent values into one span; an intact file has just one. */
function extend(spans: Span[], { start, end }: Span): void {
  const last = spans.at(-1);
  if (last && start - last.end <= betweenRecords) last.end = end;
  else spans.push({ start, end });
}

/** A line feed, a comma and some white space. */
const betweenRecords = 8;

/** An exact repeat is the same message; different content is another. */
function sameAsFirst(records: readonly Candidate[]): Candidate[] {
  const first = JSON.stringify(records[0]?.message);
  return records.filter((record) => JSON.stringify(record.message) === first);
}

function twin(records: readonly Candidate[], number: number): Candidate[] {
  const [first, ...others] = records;
  const different = others.filter((record) => JSON.stringify(record.message) !== JSON.stringify(first?.message));
  const candidate = different[number - 2];
  return candidate ? [candidate] : [];
}

const idPattern = /"id"\s{0,8}:\s{0,8}"([^"]{1,200})"/;
const ulidPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const recordPattern = /"(?:role|parentId)"\s{0,8}:/;
const lineFeed = 0x0a;
/** Damage is searched in pieces of this size. */
const maxDamage = 4 * 1024 * 1024;

/** Between records, the lines of this message up to those of another. */
async function damagedLines(source: LogSource, values: readonly Span[], messageId: string): Promise<SpanReplacement[]> {
  const cuts: SpanReplacement[] = [];
  const slice = createTimeSlice();
  let start = 0;
  for (const value of [...values, { start: source.size, end: source.size }]) {
    const end = value.start;
    if (end - start > messageId.length) cuts.push(...(await damagedCuts(source, { start, end }, messageId)));
    start = value.end;
    const pause = slice();
    if (pause) await pause;
  }
  return cuts;
}

/** In pieces that end at line ends, so that exactly what was read is cut. */
async function damagedCuts(source: LogSource, { start, end }: Span, messageId: string): Promise<SpanReplacement[]> {
  const cuts: SpanReplacement[] = [];
  const state = { dropping: false };
  for (let at = start; at < end; ) {
    const bytes = await source.read(at, Math.min(end - at, maxDamage));
    if (bytes.length === 0) break;
    const lastLine = at + bytes.length < end ? bytes.lastIndexOf(lineFeed) + 1 : 0;
    const piece = lastLine > 0 ? bytes.subarray(0, lastLine) : bytes;
    const put = withoutMessage(piece, messageId, state);
    if (put) cuts.push({ start: at, end: at + piece.length, put });
    at += piece.length;
  }
  return cuts;
}

/** Null if no line belongs to the message. */
function withoutMessage(bytes: Buffer, messageId: string, state: { dropping: boolean }): Buffer | null {
  const text = bytes.toString('latin1');
  if (!state.dropping && !text.includes(messageId)) return null;
  let dropped = false;
  const keptLines = text.split('\n').filter((line) => {
    const id = idPattern.exec(line)?.[1];
    // Records also contain call IDs, so only something that looks like the next record ends this one.
    if (id === messageId) state.dropping = true;
    else if (id !== undefined && (ulidPattern.test(id) || recordPattern.test(line))) state.dropping = false;
    else if (/^[\s,[\]]*$/.test(line)) state.dropping = false;
    dropped ||= state.dropping;
    return !state.dropping;
  });
  return dropped ? Buffer.from(keptLines.join('\n'), 'latin1') : null;
}
