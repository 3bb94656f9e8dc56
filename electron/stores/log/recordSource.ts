// The records of a messages.json from the last to the first, wherever they come from: a file that is read backwards, line
// by line, or a log that is in memory whole. What is no record is passed over and named.

import type { Message } from '../../../shared/conversation/message.ts';
import { createTimeSlice } from '../../lib/timeSlice.ts';
import { type BackwardLine, linesBackward } from './linesBackward.ts';
import { readMessage, versionNotice } from './logRecords.ts';
import type { LogSource } from './logScan.ts';
import { looseScan } from './looseScan.ts';
import { nodeOf, nodeOfBytes, type RecordNode } from './recordNode.ts';
import { encodingDamage, parseBytes } from './scannedValue.ts';

/** Where a record stands: offsets in the file, or places in the list when the log is in memory. */
export interface PlacedRecord {
  start: number;
  end: number;
  message: Message;
}

/** A record that has been found and may still turn out to be no message. */
export interface FoundRecord {
  start: number;
  end: number;
  id: string | null;
  /** Null when it is no message. */
  load(): PlacedRecord | null;
  /** Its place in the tree, told from its first bytes where they are as we write them; null when it is no message. */
  node(): RecordNode | null;
}

export interface RecordSource {
  /** After the last record. */
  end: number;
  /** The records before a place, the nearest first. */
  before(place: number): AsyncIterator<FoundRecord, undefined>;
  /** One that is far back, when it is known from elsewhere where it stands; null on any doubt. */
  locate?(id: string): Promise<FoundRecord | null>;
}

export interface SourceNotes {
  /** What could not be read, as a sentence. */
  damaged(notice: string): void;
  /** Why the conversation may only be read. */
  readOnly(reason: string): void;
}

export function memorySource(records: readonly PlacedRecord[]): RecordSource {
  return {
    get end() {
      return records.length;
    },
    async *before(place) {
      // Promises alone give nobody else a turn.
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
const usualStart = /^\{"v":1,"id":"([0-9A-Za-z_-]+)"/;

/** Where the record with an id begins, in bytes, as an index has it; it is looked at before it is believed. */
export type PlaceOf = (id: string) => number | null;

/** `end`: where the last record ends. The notes are told when a record is loaded, and when damage is passed. */
export function fileSource(file: LogSource, end: number, notes: SourceNotes, placeOf?: PlaceOf): RecordSource {
  return {
    end,
    async *before(place) {
      const slice = createTimeSlice();
      const lines = linesBackward(file, place);
      /** Lines that hold no record of our layout, together: a record may be spread over them. */
      let strange = null as { start: number; end: number } | null;
      for (let line = await lines.previous(); line; line = await lines.previous()) {
        const pause = slice();
        if (pause) await pause;
        if (isRecordLine(line.bytes) && !holdsSeveral(line.bytes)) {
          if (strange) yield* pieces(file, strange, notes);
          strange = null;
          yield found(line, notes);
        } else if (!isBetween(line)) {
          strange = { start: line.start, end: strange?.end ?? line.start + line.bytes.length };
        }
      }
      if (strange) yield* pieces(file, strange, notes);
      return undefined;
    },
    async locate(id) {
      const start = placeOf?.(id) ?? null;
      if (start === null) return null;
      const bytes = await lineAt(file, start, end);
      if (!bytes || !isRecordLine(bytes)) return null;
      const record = found({ start, bytes }, notes);
      return record.id === id ? record : null;
    },
  };
}

/** The rest of the line from a place on; null where it does not end before `end`. */
async function lineAt(file: LogSource, start: number, end: number): Promise<Buffer | null> {
  for (let length = firstLineBytes; start < end; length *= 4) {
    const bytes = await file.read(start, Math.min(length, end - start));
    const stop = bytes.indexOf(lineFeed);
    if (stop >= 0) return bytes.subarray(0, stop);
    if (start + length >= end) return bytes;
  }
  return null;
}

export function isRecordLine(bytes: Buffer): boolean {
  const first = bytes[0] === comma ? bytes[1] : bytes[0];
  return first === openBrace && bytes[bytes.length - 1] === closeBrace;
}

/** Two records on one line, which are no JSON value together. Text in a record may look the same, but is one value. */
function holdsSeveral(bytes: Buffer): boolean {
  if (!bytes.includes('},{"')) return false;
  return parseBytes(bytes.subarray(bytes[0] === comma ? 1 : 0)) === undefined;
}

/** Nothing, the comma before a record that was taken already, or the bracket that opens the list. */
function isBetween({ start, bytes }: BackwardLine): boolean {
  if (bytes.length === 0) return true;
  return bytes.length === 1 && (bytes[0] === comma || (start === 0 && bytes[0] === openBracket));
}

function found({ start, bytes }: BackwardLine, notes: SourceNotes): FoundRecord {
  const skip = bytes[0] === comma ? 1 : 0;
  const usual = usualStart.exec(bytes.toString('latin1', skip, skip + 80));
  const place = { start: start + skip, end: start + bytes.length };
  if (usual) {
    const record = (): PlacedRecord | null => load(place, bytes.subarray(skip), notes);
    const node = (): RecordNode | null => nodeOfBytes(bytes.subarray(skip)) ?? nodeOrNull(record());
    return { ...place, id: usual[1] as string, load: record, node };
  }
  // Another order of the fields: only the whole tells the id.
  const loaded = load(place, bytes.subarray(skip), notes);
  return { ...place, id: loaded?.message.id ?? null, load: () => loaded, node: () => nodeOrNull(loaded) };
}

function nodeOrNull(record: PlacedRecord | null): RecordNode | null {
  return record && nodeOf(record.message);
}

function load(place: { start: number; end: number }, bytes: Buffer, notes: SourceNotes): PlacedRecord | null {
  const value = parseBytes(bytes);
  if (value === undefined) {
    notes.damaged(`${whereIs(place)} could not be read: it is not a whole JSON record. ${restShown}`);
    return null;
  }
  for (const { reason } of encodingDamage(bytes, 0)) notes.damaged(`${whereIs(place)}: ${reason}.`);
  return asRecord(place, value, notes);
}

function asRecord(place: { start: number; end: number }, value: unknown, notes: SourceNotes): PlacedRecord | null {
  const newer = versionNotice(value);
  if (newer !== null) notes.readOnly(newer);
  const read = readMessage(value);
  if (read.ok) return { ...place, message: read.message };
  notes.damaged(`${whereIs(place)} is not a message and is not shown: ${read.reason}.`);
  return null;
}

const restShown = 'The rest is shown; nothing was removed from the file.';

function whereIs({ start, end }: { start: number; end: number }): string {
  return `Bytes ${start} to ${end} of messages.json`;
}

/** Damaged lines may hold whole records all the same, in any layout. */
async function* pieces(
  file: LogSource,
  span: { start: number; end: number },
  notes: SourceNotes,
): AsyncGenerator<FoundRecord> {
  const bytes = await file.read(span.start, span.end - span.start);
  const records: PlacedRecord[] = [];
  const { damage } = await looseScan(bytes, span.start, 1, ({ value, start, end }) => {
    const record = asRecord({ start, end }, value, notes);
    if (record) records.push(record);
  });
  const [first] = damage;
  if (first) notes.damaged(`${whereIs(span)} could not be read: ${first.reason}. ${restShown}`);
  for (const record of records.reverse()) {
    const { start, end, message } = record;
    yield { start, end, id: message.id, load: () => record, node: () => nodeOf(message) };
  }
}
