// Indexes one conversation's tool calls in search.db, each with its result. Arguments and results are not stored but
// read from their file, so that removal only deletes rows.

import { resultPart } from '../../../shared/conversation/callSummaries.ts';
import { callsOf, type Message, outcomes, type ToolMessage } from '../../../shared/conversation/message.ts';
import type { Database } from '../files/database.ts';
import type { Prepares } from './conversationRow.ts';
import { idHash } from './shards.ts';

export interface CallWriter {
  /**
   * Call for every record, in log order. It was added as `doc`, with pieces of its result up to `end`. `hash` is that of its name.
   */
  take(message: Message, doc: number, end: number, hash: number): void;
}

export interface CallWriterDeps {
  statements: Prepares;
  conversation: number;
  /** The JSON value at a position in messages.json, or undefined. */
  valueAt(start: number, length: number): unknown;
}

/** A record's position in the tree. `parent` is null for a root. */
interface TreePosition {
  doc: number;
  parent: number | null;
}

interface Candidate {
  id: number;
  result: number | null;
}

/** Records to remember; how far to climb the tree for a call. */
const maxPlaces = 50_000;
const maxSteps = 2_000;
const open = outcomes.indexOf('interrupted');

export function createCallWriter({ statements, conversation, valueAt }: CallWriterDeps): CallWriter {
  const insert = statements.prepare('INSERT INTO calls VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const newestAsked = statements.prepare(
    'SELECT doc FROM calls WHERE conversation = ? AND callHash = ? ORDER BY id DESC LIMIT 1',
  );
  const askedBy = statements.prepare('SELECT id, result FROM calls WHERE doc = ? AND callHash = ? ORDER BY id');
  const answer = statements.prepare(
    'UPDATE calls SET outcome = ?, changed = ?, result = ?, resultEnd = ? WHERE id = ?',
  );
  const docByHash = statements.prepare(
    'SELECT id, start, length FROM docs WHERE conversation = ? AND hash = ? LIMIT 1',
  );
  const docBefore = statements.prepare(
    'SELECT id, hash FROM docs WHERE conversation = ? AND id < ? AND hash IS NOT NULL ORDER BY id DESC LIMIT 1',
  );
  const places = new Map<number, TreePosition>();
  let last: { id: string; hash: number } | null = null;

  function remember(message: Message, doc: number, hash: number): void {
    if (places.size >= maxPlaces) places.clear();
    const { parentId } = message;
    // A record without a parent follows the previous one, and so do most with one.
    const follows = parentId === undefined || (parentId !== null && parentId === last?.id);
    const parent = follows ? (last?.hash ?? hashBefore(doc)) : parentId ? idHash(parentId) : null;
    places.set(hash, { doc, parent });
    last = { id: message.id, hash };
  }

  function hashBefore(doc: number): number | null {
    const row = docBefore.get(conversation, doc);
    return row ? Number(row.hash) : null;
  }

  function placeOf(hash: number): TreePosition | null {
    const cachedPlace = places.get(hash);
    if (cachedPlace) return cachedPlace;
    const row = docByHash.get(conversation, hash);
    if (!row) return null;
    const doc = Number(row.id);
    const value = valueAt(Number(row.start), Number(row.length)) as { parentId?: unknown } | null | undefined;
    const parentId = value?.parentId;
    const parent = typeof parentId === 'string' ? idHash(parentId) : parentId === null ? null : hashBefore(doc);
    return { doc, parent };
  }

  /** The docs of a record's ancestors, nearest first. */
  function* above(hash: number): Generator<number> {
    let parent = placeOf(hash)?.parent ?? null;
    for (let steps = 0; parent !== null && steps < maxSteps; steps++) {
      const place = placeOf(parent);
      if (!place) return;
      yield place.doc;
      parent = place.parent;
    }
  }

  /** As in `pairing.ts`: the nearest ancestor that made a call with this ID, and its first open call. */
  function callFor(message: ToolMessage, hash: number): Candidate | null {
    const openCall = askedFor(hash, idHash(message.tool_call_id));
    const free = openCall.find(({ result }) => result === null);
    if (free || openCall.length === 0) return free ?? null;
    // All have results: a second result on this branch is ignored; on another branch, the newer call counts.
    const before = new Set(above(hash));
    return openCall.find(({ result }) => result !== null && !before.has(result)) ?? null;
  }

  function askedFor(hash: number, callHash: number): Candidate[] {
    let newest: { doc: number } | undefined;
    for (const doc of above(hash)) {
      const candidate = askedIn(doc, callHash);
      if (candidate.length > 0) return candidate;
      // Try this before climbing far.
      newest ??= newestAsked.get(conversation, callHash) as unknown as { doc: number } | undefined;
      if (!newest) return [];
    }
    newest ??= newestAsked.get(conversation, callHash) as unknown as { doc: number } | undefined;
    return newest ? askedIn(newest.doc, callHash) : [];
  }

  function askedIn(doc: number, callHash: number): Candidate[] {
    return askedBy.all(doc, callHash) as unknown as Candidate[];
  }

  function takeResult(message: ToolMessage, doc: number, end: number, hash: number): void {
    const { outcome, changed } = resultPart(message, 0);
    const outcomeIndex = outcomes.indexOf(outcome);
    if (message.partType === 'tool_run') {
      const at = timeOf(message);
      insert.run(conversation, doc, 0, 0, message.toolName, outcomeIndex, at, Number(changed), doc, end);
      return;
    }
    const call = callFor(message, hash);
    if (call) answer.run(outcomeIndex, Number(changed), doc, end, call.id);
  }

  return {
    take(message, doc, end, hash) {
      remember(message, doc, hash);
      if (message.role === 'tool') return takeResult(message, doc, end, hash);
      const at = timeOf(message);
      for (const [place, call] of callsOf(message).entries()) {
        insert.run(conversation, doc, place, idHash(call.id), call.function.name, open, at, 0, null, null);
      }
    },
  };
}

/** Milliseconds; 0 if invalid. */
function timeOf({ createdAt }: Message): number {
  const at = Date.parse(createdAt);
  return Number.isNaN(at) ? 0 : at;
}

/** Call within a transaction. */
export function deleteCallRows(database: Database, conversation: number, doc?: number): void {
  if (doc === undefined) {
    database.prepare('DELETE FROM calls WHERE conversation = ?').run(conversation);
    return;
  }
  database.prepare('DELETE FROM calls WHERE doc = ?').run(doc);
  database
    .prepare('UPDATE calls SET outcome = ?, changed = 0, result = NULL, resultEnd = NULL WHERE result = ?')
    .run(open, doc);
}
