// The records of a messages.json from last to first: read backwards line by line, or from memory. Skips and reports
// what is no record.

import { type Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createFileWindow, type LogSource, longLineBytes, maxRecordBytes } from '../files/fileWindow.ts';
import { readMessage, versionNotice } from './logRecords.ts';
import { findObjectEnd } from './objectEnd.ts';
import { nodeOf, nodeOfBytes, type PlacedRecord, type RecordNode } from './recordNode.ts';
import { createReverseLineReader, type LongLines, type Passing, type ReverseLine } from './reverseLines.ts';
import { encodingDamage, parseBytes, zeroBytes } from './scannedValue.ts';
import { readValuesBackward, type StrangeSpan, scanSpan } from './unknownSpan.ts';

/** A candidate record that may still turn out not to be a message. */
export interface RecordHandle {
  start: number;
  end: number;
  id: string | null;
  load(): PlacedRecord | null;
  /** Its tree node, from its first bytes if in our layout; null if it is not a message. */
  node(): RecordNode | null;
}

export interface RecordSource {
  end: number;
  /** The records before a position, nearest first. `passing`: a handle is invalid once the next one is requested. */
  before(place: number, passing?: Passing): AsyncIterator<RecordHandle, undefined>;
  /** A distant record whose position an index knows; null if in doubt. */
  locate?(id: string): Promise<RecordHandle | null>;
}

export interface SourceNotes {
  /** Reports what could not be read, as a sentence. */
  damaged(notice: UserText): void;
  /** Reports why the conversation is read-only. */
  readOnly(reason: UserText): void;
}

export function memorySource(records: readonly PlacedRecord[]): RecordSource {
  return {
    get end() {
      return records.length;
    },
    async *before(place) {
      // Awaiting promises alone does not yield to the event loop.
      const slice = createTimeSlice();
      for (let index = Math.min(place, records.length) - 1; index >= 0; index--) {
        const pause = slice();
        if (pause) await pause;
        const record = records[index] as PlacedRecord;
        yield {
          start: index,
          end: index + 1,
          id: record.message.id,
          load: () => record,
          node: () => nodeOf(record.message),
        };
      }
      return undefined;
    },
  };
}

const openBracket = 0x5b;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;
const lineFeed = 0x0a;
const firstLineBytes = 16 * 1024;
/** Scanned parts in a foreign layout to remember. */
const keptSpans = 100;
const defaultStart = /^\{"v":1,"id":"([0-9A-Za-z_-]+)"/;

/** Byte offset of a record according to an index; verified before use. */
export type RecordOffsetOf = (id: string) => number | null;

/** `end` is the end of the last record. `notes` are called when a record loads and when damage is skipped. */
export function fileSource(
  file: LogSource,
  end: number,
  notes: SourceNotes,
  { placeOf, long = new Map() }: { placeOf?: RecordOffsetOf | undefined; long?: LongLines } = {},
): RecordSource {
  const strangeSpans: StrangeSpan[] = [];

  /** The span in which the next line would end. */
  const knownSpan = (at: number): StrangeSpan | undefined =>
    strangeSpans.find((span) => span.start < at && at <= span.end);

  async function* recordsIn(from: number, until: number): AsyncGenerator<RecordHandle> {
    const span = await scanSpan(file, from, until);
    const [first] = span.damage.places;
    if (first)
      notes.damaged(say`${whereIs({ start: from, end: until })} could not be read: ${first.reason}. ${restShown}`);
    if (until - from > longLineBytes && strangeSpans.length < keptSpans) strangeSpans.push(span);
    yield* recordsOf(span, until);
  }

  async function* recordsOf(span: StrangeSpan, until: number): AsyncGenerator<RecordHandle> {
    for await (const { start, end: stop, value } of readValuesBackward(file, span, until)) {
      const record = asRecord({ start, end: stop }, value, notes);
      if (!record) continue;
      const { message } = record;
      yield { start, end: stop, id: message.id, load: () => record, node: () => nodeOf(message) };
    }
  }

  return {
    end,
    async *before(place, passing) {
      const slice = createTimeSlice();
      let next = place;
      while (next >= 0) {
        const before = knownSpan(next);
        if (before) {
          yield* recordsOf(before, next);
          next = before.start - 1;
          continue;
        }
        const lines = createReverseLineReader(file, next, passing, long);
        next = -1;
        /** Adjacent lines without a record of our layout, since one record may span them. */
        let strange = null as { start: number; end: number } | null;
        for (let line = await lines.previous(); line; line = await lines.previous()) {
          const pause = slice();
          if (pause) await pause;
          const bytes = line.bytes ? asRecordLine(line.bytes) : await readRecordLine(file, line);
          if (bytes && !hasSeveralRecords(bytes)) {
            if (strange) yield* recordsIn(strange.start, strange.end);
            strange = null;
            yield recordHandle({ start: line.start, bytes }, notes);
          } else if (line.isZero && !strange) {
            notes.damaged(say`${whereIs(line)} could not be read: ${zeroBytes}. ${restShown}`);
          } else if (!isBetween(line)) {
            strange = { start: line.start, end: strange?.end ?? line.end };
          }
          if (strangeSpans.length === 0 || strange || !knownSpan(lines.at)) continue;
          next = lines.at;
          break;
        }
        if (strange) yield* recordsIn(strange.start, strange.end);
      }
      return undefined;
    },
    async locate(id) {
      const start = placeOf?.(id) ?? null;
      if (start === null) return null;
      const bytes = await lineAt(file, start, end);
      if (!bytes || !asRecordLine(bytes)) return null;
      const record = recordHandle({ start, bytes }, notes);
      return record.id === id ? record : null;
    },
  };
}

/** Returns the line if it looks like a record; a long one is read only if it is a complete object within the limit. */
export async function readRecordLine(
  file: LogSource,
  { start, end, bytes, isZero }: ReverseLine,
): Promise<Buffer | null> {
  if (bytes) return asRecordLine(bytes);
  if (isZero || end - start > maxRecordBytes) return null;
  const window = createFileWindow({ size: end, read: file.read });
  const head = await window.hold(start, 2);
  const skip = head[0] === comma ? 1 : 0;
  if (head[skip] !== openBrace || (await findObjectEnd(window, start + skip, end)).end !== end) return null;
  return file.read(start, end - start);
}

function asRecordLine(bytes: Buffer): Buffer | null {
  const first = bytes[0] === comma ? bytes[1] : bytes[0];
  return first === openBrace && bytes[bytes.length - 1] === closeBrace ? bytes : null;
}

/** The rest of the line from an offset; null if it does not end before `end`. */
async function lineAt(file: LogSource, start: number, end: number): Promise<Buffer | null> {
  for (let length = firstLineBytes; start < end && length <= maxRecordBytes; length *= 4) {
    const bytes = await file.read(start, Math.min(length, end - start));
    const stop = bytes.indexOf(lineFeed);
    if (stop >= 0) return bytes.subarray(0, stop);
    if (start + length >= end) return bytes;
  }
  return null;
}

/** Two records on one line are not valid JSON. Text inside a record may look the same but parses as one value. */
function hasSeveralRecords(bytes: Buffer): boolean {
  if (!bytes.includes('},{"')) return false;
  return parseBytes(bytes.subarray(bytes[0] === comma ? 1 : 0)) === undefined;
}

/** Empty, the comma before a record already read, or the list's opening bracket. */
function isBetween({ start, bytes }: ReverseLine): boolean {
  if (!bytes) return false;
  if (bytes.length === 0) return true;
  return bytes.length === 1 && (bytes[0] === comma || (start === 0 && bytes[0] === openBracket));
}

function recordHandle({ start, bytes }: { start: number; bytes: Buffer }, notes: SourceNotes): RecordHandle {
  const skip = bytes[0] === comma ? 1 : 0;
  const usual = defaultStart.exec(bytes.toString('latin1', skip, skip + 80));
  const place = { start: start + skip, end: start + bytes.length };
  if (usual) {
    const record = (): PlacedRecord | null => load(place, bytes.subarray(skip), notes);
    const node = (): RecordNode | null => nodeOfBytes(bytes.subarray(skip)) ?? nodeOrNull(record());
    return { ...place, id: usual[1] as string, load: record, node };
  }
  // In another field order, only the whole record reveals the ID.
  const loaded = load(place, bytes.subarray(skip), notes);
  return { ...place, id: loaded?.message.id ?? null, load: () => loaded, node: () => nodeOrNull(loaded) };
}

function nodeOrNull(record: PlacedRecord | null): RecordNode | null {
  return record && nodeOf(record.message);
}

function load(place: { start: number; end: number }, bytes: Buffer, notes: SourceNotes): PlacedRecord | null {
  const value = parseBytes(bytes);
  if (value === undefined) {
    notes.damaged(say`${whereIs(place)} could not be read: it is not a complete JSON record. ${restShown}`);
    return null;
  }
  const encoding = encodingDamage(bytes, 0, 0);
  if (encoding) notes.damaged(say`${whereIs(place)}: ${encoding.reason}.`);
  return asRecord(place, value, notes);
}

function asRecord(place: { start: number; end: number }, value: unknown, notes: SourceNotes): PlacedRecord | null {
  const newer = versionNotice(value);
  if (newer !== null) notes.readOnly(newer);
  const read = readMessage(value);
  if (read.ok) return { ...place, message: read.message };
  notes.damaged(say`${whereIs(place)} is not a message and is not shown: ${read.reason}.`);
  return null;
}

const restShown = say`The rest is shown. Nothing was removed from the file.`;

function whereIs({ start, end }: { start: number; end: number }): Sentence {
  return say`Bytes ${start} to ${end} of messages.json`;
}
