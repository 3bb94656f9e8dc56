// Compares an imported conversation with its source and returns what is new. Pure; stored messages never change.
// Messages match by ID, derived from the other app's ID; those the source changed or moved are added under another ID,
// with everything that follows. Idempotent.

import { createHash } from 'node:crypto';
import { type Message, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { encodeRandomId } from '../../../shared/core/ids.ts';

/** The fields of a stored message that the comparison needs. */
export interface StoredRecord {
  parentId: string | null;
  /** False for a message written here. */
  isImported: boolean;
  isResult: boolean;
  size: RecordSize | null;
}

/** How complete a message is; null if it cannot grow. `parts` counts a user's content parts, or calls. */
type RecordSize = { parts: number; letters: number } | 'unfinished' | 'finished';

export interface Growth {
  /** With their final IDs and parents. */
  messages: Message[];
  /** The end of the source's current branch; null keeps the open branch, because it was continued here. */
  headId: string | null;
}

export function toStoredRecord(message: Message, parentId: string | null): StoredRecord {
  const { origin } = message;
  const isImported = origin?.type === 'import' || (origin?.type === 'sub-agent' && origin.imported !== undefined);
  return { parentId, isImported, isResult: message.role === 'tool', size: isRemoved(message) ? null : sizeOf(message) };
}

/**
 * `source` is its current content, with secrets hidden. `removed` has the IDs of permanently removed messages,
 * including ones that are not stored.
 */
export function computeGrowth(
  stored: ReadonlyMap<string, StoredRecord>,
  source: { messages: readonly Message[]; headId: string | null },
  removed: ReadonlySet<string>,
): Growth {
  const ended = endedRecords(stored);
  /** Maps source IDs to IDs here. */
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
    const name = isElsewhere || followsOther ? grownId(id, parentId, null) : id;
    const there = stored.get(name);
    const hasGrown = there !== undefined && isLarger(message, there) && (there.isResult || !ended.has(name));
    return hasGrown ? grownId(id, parentId, message) : name;
  }

  for (const message of source.messages) {
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
  const sourceIds = new Set(source.messages.map(({ id }) => id));
  const goesOnHere = [...stored].some(([id, { isImported }]) => !isImported && !sourceIds.has(id));
  const headId = source.headId ?? source.messages.at(-1)?.id ?? null;
  return { messages, headId: goesOnHere || headId === null ? null : (names.get(headId) ?? null) };
}

/** Messages that were complete when stored: something from the source other than their results follows them. */
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

/** Stable across imports until the message grows again. */
function grownId(id: string, parentId: string | null, grown: Message | null): string {
  const currentSize =
    grown === null
      ? null
      : grown.role === 'assistant'
        ? [grown.content, grown.reasoning, grown.tool_calls]
        : grown.content;
  const mark = createHash('sha256')
    .update(JSON.stringify(['grown', id, parentId, currentSize]))
    .digest();
  return encodeRandomId(mark.subarray(0, 17));
}
