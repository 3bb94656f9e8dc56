// Where a message stands in a file of records, so that it can be taken out: its record as a tombstone, and damaged lines
// that say they are of it as nothing. Knows spans, never all the records.

import type { Message } from '../../shared/conversation/message.ts';
import { isRemoved, tombstoneOf } from '../../shared/conversation/removed.ts';
import { readMessage, versionNotice } from './logRecords.ts';
import { type LogSource, scanLog } from './logScan.ts';
import type { ScannedValue } from './scannedValue.ts';
import type { Cut, Span } from './splice.ts';
import { createTimeSlice } from './timeSlice.ts';

export interface RecordCuts {
  /** In the order of the file; empty when nothing is to be changed. */
  cuts: Cut[];
  /** The message as it stands there; null when no record of it is there. */
  message: Message | null;
  /** Its tombstone, as it stands there or will. */
  tombstone: Message | null;
  /** Why the file may not be changed: a newer version wrote it. */
  readOnly: string | null;
}

interface Candidate extends Span {
  message: Message;
}

/**
 * `messageId` as readers show it: of records that share an id, the second has the name `<id>-2`, and so on. `at`: the time
 * in the tombstone.
 */
export async function recordCuts(source: LogSource, messageId: string, at: string): Promise<RecordCuts> {
  const [, base, number] = /^(.+)-(\d+)$/.exec(messageId) ?? [];
  const own: Candidate[] = [];
  const twins: Candidate[] = [];
  const values: Span[] = [];
  let readOnly: string | null = null;
  await scanLog(source, (scanned) => {
    readOnly = versionNotice(scanned.value) ?? readOnly;
    extend(values, scanned);
    const id = (scanned.value as { id?: unknown } | null)?.id;
    if (id === messageId) push(own, scanned);
    else if (base !== undefined && id === base) push(twins, scanned);
  });
  const found = own.length > 0 ? sameAsFirst(own) : twin(twins, Number(number));
  const message = found[0]?.message ?? null;
  const cuts: Cut[] = found.flatMap(({ start, end, message: record }) =>
    isRemoved(record) ? [] : [{ start, end, put: Buffer.from(JSON.stringify(tombstoneOf(record, at)), 'utf8') }],
  );
  cuts.push(...(await damagedLines(source, values, messageId)));
  const tombstone = message && (isRemoved(message) ? message : tombstoneOf(message, at));
  return { cuts: cuts.sort((a, b) => a.start - b.start), message, tombstone, readOnly };
}

function push(list: Candidate[], { value, start, end }: ScannedValue): void {
  const read = readMessage(value);
  if (read.ok) list.push({ start, end, message: read.message });
}

/** Values that follow each other become one span: in a sound file there is one for the whole of it. */
function extend(spans: Span[], { start, end }: Span): void {
  const last = spans.at(-1);
  if (last && start - last.end <= betweenRecords) last.end = end;
  else spans.push({ start, end });
}

/** A line feed, a comma and some white space. */
const betweenRecords = 8;

/** A record that is repeated stands for the same message; one that says something else is another. */
function sameAsFirst(records: readonly Candidate[]): Candidate[] {
  const first = JSON.stringify(records[0]?.message);
  return records.filter((record) => JSON.stringify(record.message) === first);
}

function twin(records: readonly Candidate[], number: number): Candidate[] {
  const [first, ...others] = records;
  const different = others.filter((record) => JSON.stringify(record.message) !== JSON.stringify(first?.message));
  const wanted = different[number - 2];
  return wanted ? [wanted] : [];
}

const idPattern = /"id"\s{0,8}:\s{0,8}"([^"]{1,200})"/;
/** More damage than this between two records is taken as one. */
const largestDamage = 16 * 1024 * 1024;

/** Of what stands between the records, the lines that say that they are of this message, up to those of another. */
async function damagedLines(source: LogSource, values: readonly Span[], messageId: string): Promise<Cut[]> {
  const cuts: Cut[] = [];
  const slice = createTimeSlice();
  let start = 0;
  for (const value of [...values, { start: source.size, end: source.size }]) {
    const end = value.start;
    const put = end - start > messageId.length ? await without(source, { start, end }, messageId) : null;
    if (put) cuts.push({ start, end, put });
    start = value.end;
    const pause = slice();
    if (pause) await pause;
  }
  return cuts;
}

/** Null when no line is of the message. */
async function without(source: LogSource, { start, end }: Span, messageId: string): Promise<Buffer | null> {
  const bytes = await source.read(start, Math.min(end - start, largestDamage));
  const text = bytes.toString('latin1');
  if (!text.includes(messageId)) return null;
  let dropping = false;
  let dropped = false;
  const kept = text.split('\n').filter((line) => {
    const id = idPattern.exec(line)?.[1];
    if (id !== undefined) dropping = id === messageId;
    else if (/^[\s,[\]]*$/.test(line)) dropping = false;
    dropped ||= dropping;
    return !dropping;
  });
  return dropped ? Buffer.from(kept.join('\n'), 'latin1') : null;
}
