// What of a conversation that came in before is new in its source: pure. Nothing that is stored changes. A record is known by its
// id, which is made of what the program calls it; what its source has changed since, or puts elsewhere, comes in beside it under
// another id, and so does what follows it there. Doing it again finds nothing left to do.

import { createHash } from 'node:crypto';
import { type Message, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { encodeRandomId } from '../../../shared/core/ids.ts';

/** What is looked at of a record that is stored. */
export interface StoredRecord {
  parentId: string | null;
  /** False: it was said here. */
  isImported: boolean;
  isResult: boolean;
  size: RecordSize | null;
}

/** How far it had come; null: it does not grow. `parts`: of what a person said, or calls. */
type RecordSize = { parts: number; letters: number } | 'unfinished' | 'finished';

export interface Growth {
  /** With the ids and parents that they get. */
  messages: Message[];
  /** The end of the branch that the source shows; null: the open branch stays, for it was gone on with here. */
  headId: string | null;
}

export function storedRecord(message: Message, parentId: string | null): StoredRecord {
  const { origin } = message;
  const isImported = origin?.type === 'import' || (origin?.type === 'sub-agent' && origin.imported !== undefined);
  return { parentId, isImported, isResult: message.role === 'tool', size: isRemoved(message) ? null : sizeOf(message) };
}

/**
 * `given`: the source as it is now, secrets hidden. `removed`: ids of what was removed for good, also of what is not stored.
 */
export function growthOf(
  stored: ReadonlyMap<string, StoredRecord>,
  given: { messages: readonly Message[]; headId: string | null },
  removed: ReadonlySet<string>,
): Growth {
  const ended = endedRecords(stored);
  /** Their ids here, by those of the source. */
  const names = new Map<string, string | null>();
  const skipped = new Set<string>();
  const messages: Message[] = [];
  const added = new Set<string>();

  function nameOf(message: Message, parentId: string | null): string {
    const { id } = message;
    const before = stored.get(id);
    const isPlaced = message.parentId === null || !skipped.has(message.parentId);
    const isElsewhere = before !== undefined && before.parentId !== parentId && isPlaced;
    const followsOther = parentId !== null && parentId !== message.parentId && isPlaced;
    const name = isElsewhere || followsOther ? remadeId(id, parentId, null) : id;
    const there = stored.get(name);
    const hasGrown = there !== undefined && isLarger(message, there) && (there.isResult || !ended.has(name));
    return hasGrown ? remadeId(id, parentId, message) : name;
  }

  for (const message of given.messages) {
    const { id } = message;
    const parentId = message.parentId === null ? null : (names.get(message.parentId) ?? null);
    if (removed.has(id) && !stored.has(id)) {
      names.set(id, parentId);
      skipped.add(id);
      continue;
    }
    const name = nameOf(message, parentId);
    names.set(id, name);
    if (stored.has(name) || removed.has(name) || added.has(name)) continue;
    added.add(name);
    messages.push({ ...message, id: name, parentId });
  }
  const own = new Set(given.messages.map(({ id }) => id));
  const goesOnHere = [...stored].some(([id, { isImported }]) => !isImported && !own.has(id));
  const headId = given.headId ?? given.messages.at(-1)?.id ?? null;
  return { messages, headId: goesOnHere || headId === null ? null : (names.get(headId) ?? null) };
}

/** What had come to its end when it was stored: something other than its results follows it that came from the source. */
function endedRecords(stored: ReadonlyMap<string, StoredRecord>): Set<string> {
  const ended = new Set<string>();
  for (const { parentId, isImported, isResult } of stored.values()) {
    if (!isImported || isResult) continue;
    let at = parentId;
    while (at !== null && !ended.has(at)) {
      ended.add(at);
      const above = stored.get(at);
      at = above?.isResult ? above.parentId : null;
    }
  }
  return ended;
}

function isLarger(message: Message, { size: before }: StoredRecord): boolean {
  const now = sizeOf(message);
  if (before === null || now === null) return false;
  if (typeof before === 'string' || typeof now === 'string') return before === 'unfinished' && now === 'finished';
  return now.parts > before.parts || (now.parts === before.parts && now.letters > before.letters);
}

function sizeOf(message: Message): RecordSize | null {
  if (message.role === 'tool') return message.outcome === 'interrupted' ? 'unfinished' : 'finished';
  const letters = textOf(message).length;
  if (message.role === 'user')
    return { parts: typeof message.content === 'string' ? 1 : message.content.length, letters };
  if (message.role !== 'assistant') return null;
  return { parts: message.tool_calls?.length ?? 0, letters: letters + (message.reasoning?.length ?? 0) };
}

/** The same at every import, until the record grows again. */
function remadeId(id: string, parentId: string | null, grown: Message | null): string {
  const said =
    grown === null
      ? null
      : grown.role === 'assistant'
        ? [grown.content, grown.reasoning, grown.tool_calls]
        : grown.content;
  const mark = createHash('sha256')
    .update(JSON.stringify(['grown', id, parentId, said]))
    .digest();
  return encodeRandomId(mark.subarray(0, 17));
}
