// What of a conversation that came in before is new in its source: pure. Nothing that is stored changes. A record is known by its
// id, which is made of what the program calls it; what its source has changed since, or puts elsewhere, comes in beside it under
// another id, and so does what follows it there. Doing it again finds nothing left to do.

import { createHash } from 'node:crypto';
import { type Message, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { encodeRandomId } from '../../../shared/ids.ts';

/** What is looked at of a record that is stored. */
export interface StoredRecord {
  parentId: string | null;
  /** False: it was said here. */
  isImported: boolean;
  size: RecordSize | null;
}

/** How far a reply or a result had come; null: it does not grow. */
type RecordSize = { calls: number; letters: number } | 'unfinished' | 'finished';

export interface Growth {
  /** With the ids and parents that they get. */
  messages: Message[];
  /** The end of the branch that the source shows; null: the open branch stays, for it was gone on with here. */
  headId: string | null;
}

export function storedRecord(message: Message, parentId: string | null): StoredRecord {
  const { origin } = message;
  const isImported = origin?.type === 'import' || (origin?.type === 'sub-agent' && origin.imported !== undefined);
  return { parentId, isImported, size: isRemoved(message) ? null : sizeOf(message) };
}

/**
 * `given`: the source as it is now, secrets hidden. `removed`: ids of what was removed for good, also of what is not stored.
 */
export function growthOf(
  stored: ReadonlyMap<string, StoredRecord>,
  given: { messages: readonly Message[]; headId: string | null },
  removed: ReadonlySet<string>,
): Growth {
  const followed = withSuccessors(stored, given.messages);
  /** Their ids here, by those of the source. */
  const names = new Map<string, string | null>();
  const remade = new Set<string>();
  const skipped = new Set<string>();
  const messages: Message[] = [];
  const added = new Set<string>();

  for (const message of given.messages) {
    const { id } = message;
    const parentId = message.parentId === null ? null : (names.get(message.parentId) ?? null);
    const before = stored.get(id);
    if (!before && removed.has(id)) {
      names.set(id, parentId);
      skipped.add(id);
      continue;
    }
    const hasGrown =
      before !== undefined && isLarger(message, before) && (message.role === 'tool' || !followed.has(id));
    const isElsewhere = before !== undefined && before.parentId !== parentId && !skipped.has(message.parentId ?? '');
    const isRemade = hasGrown || isElsewhere || remade.has(message.parentId ?? '');
    const name = isRemade ? remadeId(id, parentId, hasGrown ? message : null) : id;
    if (isRemade) remade.add(id);
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

/** Records of the source behind which something other than a result was stored: they had come to their end by then. */
function withSuccessors(stored: ReadonlyMap<string, StoredRecord>, messages: readonly Message[]): Set<string> {
  const followed = new Set<string>();
  for (const { id, parentId, role } of messages.toReversed()) {
    if (parentId !== null && (followed.has(id) || (role !== 'tool' && stored.has(id)))) followed.add(parentId);
  }
  return followed;
}

function isLarger(message: Message, { size: before }: StoredRecord): boolean {
  const now = sizeOf(message);
  if (before === null || now === null) return false;
  if (typeof before === 'string' || typeof now === 'string') return before === 'unfinished' && now === 'finished';
  return now.calls > before.calls || (now.calls === before.calls && now.letters > before.letters);
}

function sizeOf(message: Message): RecordSize | null {
  if (message.role === 'tool') return message.outcome === 'interrupted' ? 'unfinished' : 'finished';
  if (message.role !== 'assistant') return null;
  const letters = textOf(message).length + (message.reasoning?.length ?? 0);
  return { calls: message.tool_calls?.length ?? 0, letters };
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
