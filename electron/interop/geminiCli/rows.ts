// Replays a session's rows into an ordered list of messages. A row with a known id updates that message; `$set` changes
// the session or replaces all messages; `$rewindTo` undoes messages, which become a branch.

import type { JsonObject } from '../../../shared/core/json.ts';
import { jsonObjectOrNull, jsonObjectOrNull as objectIn, objectsOf, textOrEmpty } from '../looseJson.ts';

export interface MessageEntry {
  id: string;
  raw: JsonObject;
  /** Non-message rows that precede it. */
  before: JsonObject[];
}

export interface Chains {
  session: JsonObject;
  active: MessageEntry[];
  /** Undone messages, and the id of the one they followed. */
  dropped: { after: string | null; places: MessageEntry[] }[];
  rest: JsonObject[];
}

export interface RowReader {
  take(line: number, row: JsonObject): void;
  chains(): Chains;
}

export function createRowReader(): RowReader {
  let session: JsonObject = {};
  let active: MessageEntry[] = [];
  const before: JsonObject[] = [];
  const dropped: Chains['dropped'] = [];
  const entriesById = new Map<string, MessageEntry>();

  function upsert(id: string, row: JsonObject): MessageEntry {
    const existing = entriesById.get(id);
    const state = latestState(row, existing?.raw);
    if (existing) existing.raw = state;
    const entry = existing ?? { id, raw: state, before: before.splice(0) };
    entriesById.set(id, entry);
    return entry;
  }
  function cut(at: number, keep: ReadonlySet<MessageEntry>): void {
    const removed = active.slice(at).filter((entry) => !keep.has(entry));
    if (removed.length > 0) dropped.push({ after: active[at - 1]?.id ?? null, places: removed });
    active = active.slice(0, at);
  }
  function setMessages(line: number, rawMessages: readonly JsonObject[]): void {
    const next = rawMessages.map((message, nth) => upsert(textOrEmpty(message.id) || `set ${line} ${nth}`, message));
    const same = next.findIndex((entry, at) => active[at] !== entry);
    cut(same < 0 ? next.length : same, new Set(next));
    active = [...new Set(next)];
  }

  return {
    take(line, rawRow) {
      const set = jsonObjectOrNull(rawRow.$set);
      if (set) {
        const { messages, ...fields } = set;
        session = { ...session, ...fields };
        if (Array.isArray(messages)) setMessages(line, objectsOf(messages));
      } else if (typeof rawRow.$rewindTo === 'string') {
        const at = active.findIndex(({ id }) => id === rawRow.$rewindTo);
        if (at >= 0) cut(at, new Set());
        before.push(rawRow);
      } else if (typeof rawRow.sessionId === 'string' && rawRow.type === undefined) {
        const { messages, ...fields } = rawRow;
        session = { ...session, ...fields };
        if (Array.isArray(messages)) setMessages(line, objectsOf(messages));
      } else if (typeof rawRow.type === 'string') {
        const isNew = !entriesById.has(textOrEmpty(rawRow.id));
        const entry = upsert(textOrEmpty(rawRow.id) || `line ${line}`, rawRow);
        if (isNew) active.push(entry);
      } else before.push(rawRow);
    },
    chains() {
      // A resumed session clears its messages and then repeats them.
      const placedEntries = new Set(active);
      const branches = dropped.map(({ after, places: removedEntries }) => ({
        after,
        places: removedEntries.filter((entry) => !placedEntries.has(entry) && placedEntries.add(entry)),
      }));
      return {
        session,
        active,
        dropped: branches.filter(({ places: remaining }) => remaining.length > 0),
        rest: before,
      };
    },
  };
}

/** Merges a row into the message's earlier state: later fields win, others stay. */
function latestState(row: JsonObject, earlier: JsonObject | undefined): JsonObject {
  // Repeated rows have the time of the resumption.
  const merged = earlier?.timestamp === undefined ? row : { ...row, timestamp: earlier.timestamp };
  if (merged.type !== 'gemini') return merged;
  const parts = objectsOf(merged.content);
  const calledParts = parts.flatMap((part, at) => {
    const call = objectIn(part.functionCall);
    return call ? [{ ...call, id: textOrEmpty(call.id) || `${textOrEmpty(merged.id)}_call_${at}` }] : [];
  });
  const thoughts = parts
    .filter(({ thought }) => thought === true)
    .map((part) => ({ description: textOrEmpty(part.text) }));
  const isParts = calledParts.length > 0 || thoughts.length > 0 || (parts.length > 0 && earlier !== undefined);
  if (!isParts) return merged;
  const signed = parts.filter(({ thoughtSignature }) => thoughtSignature !== undefined);
  const earlierCalls = objectsOf(earlier?.toolCalls);
  const knownIds = new Set(earlierCalls.map(({ id }) => id));
  const byId = new Map(calledParts.toReversed().map((call) => [call.id as unknown, call]));
  const toolCalls = [
    ...earlierCalls.map((call) => ({ ...call, ...byId.get(call.id) })),
    ...calledParts.filter(({ id }) => !knownIds.has(id)),
  ];
  return {
    ...(thoughts.length > 0 ? { thoughts } : {}),
    ...earlier,
    ...merged,
    content: parts.filter((part) => part.thought !== true && !objectIn(part.functionCall)),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(signed.length > 0 ? { signed } : {}),
  };
}
