// Indexes one conversation's records in search.db, each once, with the pieces of its large result.

import type { Message } from '../../../shared/conversation/message.ts';
import { tombstoneOf } from '../../../shared/conversation/removed.ts';
import { deriveTitle, untitled } from '../../conversation/title.ts';
import { characterStart } from '../../lib/text.ts';
import { createFreeNumberFinder, derivedId } from '../log/distinctNames.ts';
import { readMessage } from '../log/logRecords.ts';
import { serializeParentCall } from './callsAbove.ts';
import { createCallWriter } from './callWriter.ts';
import type { ConversationRowEntry, Prepares } from './conversationRow.ts';
import { partsOf } from './messageParts.ts';
import type { OpenFile } from './openedFile.ts';
import { idHash, type ShardWriter } from './shards.ts';

export interface RecordWriter {
  /** `start` and `end` are offsets in messages.json. */
  take(value: unknown, start: number, end: number): void;
  /** UTF-16 units and docs since the last call. */
  spent(): { units: number; docs: number };
}

export interface RecordWriterDeps {
  open: OpenFile;
  statements: Prepares;
  shards: ShardWriter;
  /** Updated with each record. */
  row: ConversationRowEntry;
  /** True if no record of the conversation is indexed yet. */
  fresh: boolean;
  /** IDs of permanently removed messages, even if their records are still intact. */
  removed: ReadonlySet<string>;
  /** The file of a record's large result; null if none. */
  spillOf(message: Message): string | null;
  /** The JSON value at a position in messages.json, or undefined. */
  valueAt(start: number, length: number): unknown;
}

export function createRecordWriter(deps: RecordWriterDeps): RecordWriter {
  const { statements, shards, row } = deps;
  const calls = createCallWriter({ statements, conversation: row.id, valueAt: deps.valueAt });
  const insert = statements.prepare('INSERT INTO docs VALUES (?, ?, ?, ?, ?, ?, ?)');
  const find = statements.prepare('SELECT start, length FROM docs WHERE conversation = ? AND hash = ? LIMIT 1');
  /** Hashes of IDs so far; null means query the table. */
  const seen = deps.fresh ? new Set<number>() : null;
  const freeNumber = createFreeNumberFinder((id) => isTaken(idHash(id)));
  let units = 0;
  let docs = 0;

  function isTaken(hash: number): boolean {
    return seen ? seen.has(hash) : find.get(row.id, hash) !== undefined;
  }

  /** 0 if the ID is free; n for `<id>-<n>`; null for an exact repeat. */
  function nameFor(message: Message, hash: number): number | null {
    if (!isTaken(hash)) return 0;
    const place = find.get(row.id, hash) as { start: number; length: number } | undefined;
    const earlier = place && readMessage(deps.valueAt(place.start, place.length));
    if (earlier?.ok && JSON.stringify(earlier.message) === JSON.stringify(message)) return null;
    return freeNumber(message.id);
  }

  function add(
    text: string,
    owner: number | null,
    start: number,
    length: number,
    hash: number | null,
    n: number,
  ): number {
    const id = shards.add(text);
    insert.run(id, row.id, owner, start, length, hash, n === 0 ? null : n);
    units += text.length;
    docs++;
    return id;
  }

  function take(value: unknown, start: number, end: number): void {
    const read = readMessage(value);
    const named = read.ok ? idHash(read.message.id) : 0;
    const n = read.ok ? nameFor(read.message, named) : null;
    if (!read.ok || n === null) {
      row.damage++;
      return;
    }
    const { message } = read;
    const hash = n === 0 ? named : idHash(numberedId(message.id, n));
    seen?.add(hash);
    const isGone = deps.removed.has(message.id);
    const spill = isGone ? null : deps.spillOf(message);
    const pieces = spill === null ? null : spillPieces(spill, deps.open);
    const first = pieces?.next();
    const spilled = first !== undefined && !first.done;
    const parts = isGone ? [] : partsOf(message, spilled);
    const text = parts.map((part) => part.text).join('\n');
    const owner = add(text, null, start, end - start, hash, n);
    let last = owner;
    if (spilled) last = add(first.value.text, owner, first.value.start, first.value.length, null, 0);
    if (pieces) for (const piece of pieces) last = add(piece.text, owner, piece.start, piece.length, null, 0);
    calls.take(isGone ? tombstoneOf(message, '') : message, owner, last, hash);
    if (row.messages === 0) row.above = serializeParentCall(message.origin);
    row.messages++;
    row.lastStart = start;
    row.lastLength = end - start;
    row.updatedAt = message.createdAt;
    if (row.derived === '' && !isGone) {
      const derived = deriveTitle([message]);
      if (derived !== untitled) row.derived = derived;
    }
  }

  return {
    take,
    spent() {
      const since = { units, docs };
      units = 0;
      docs = 0;
      return since;
    },
  };
}

/** The name of a record whose ID is taken, as the store assigns it. */
export function numberedId(id: string, n: number): string {
  return n === 0 ? id : derivedId(id, n);
}

/**
 * A piece of a large result. Pieces overlap, so text across a border is whole in one of them. Offsets are bytes, at
 * character boundaries.
 */
interface SpillPiece {
  start: number;
  length: number;
  text: string;
}

const strideBytes = 32 * 1024;
/** Exceeds the longest indexed term. */
const overlapBytes = 4 * 1024;

/** In order; none if the file is unreadable. Reads lazily. */
function* spillPieces(path: string, open: OpenFile): Generator<SpillPiece> {
  const file = open(path);
  if (!file) return;
  const { size } = file.identity;
  try {
    for (let start = 0; start < size; ) {
      const bytes = file.read(start, strideBytes + overlapBytes + 4);
      if (bytes.length === 0) return;
      const end = characterStart(bytes, strideBytes + overlapBytes);
      const length = Math.max(1, end);
      yield { start, length, text: bytes.toString('utf8', 0, length) };
      if (start + length >= size) return;
      start += Math.max(1, characterStart(bytes, strideBytes));
    }
  } finally {
    file.close();
  }
}
