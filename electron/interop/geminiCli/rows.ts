// Replays a session's rows into an ordered list of messages. A row with a known id updates that message; `$set` changes
// the session or replaces all messages; `$rewindTo` undoes messages, which become a branch.

import type { JsonObject } from '../../../shared/core/json.ts';
import { row, rows, text } from '../looseJson.ts';
import { latestState } from './resumed.ts';

export interface Place {
  id: string;
  given: JsonObject;
  /** Non-message rows that precede it. */
  before: JsonObject[];
}

export interface Chains {
  session: JsonObject;
  active: Place[];
  /** Undone messages, and the id of the one they followed. */
  dropped: { after: string | null; places: Place[] }[];
  rest: JsonObject[];
}

export interface RowReader {
  take(line: number, given: JsonObject): void;
  chains(): Chains;
}

export function createRowReader(): RowReader {
  let session: JsonObject = {};
  let active: Place[] = [];
  const before: JsonObject[] = [];
  const dropped: Chains['dropped'] = [];
  const places = new Map<string, Place>();

  function put(id: string, given: JsonObject): Place {
    const known = places.get(id);
    const state = latestState(given, known?.given);
    if (known) known.given = state;
    const place = known ?? { id, given: state, before: before.splice(0) };
    places.set(id, place);
    return place;
  }
  function cut(at: number, kept: ReadonlySet<Place>): void {
    const gone = active.slice(at).filter((place) => !kept.has(place));
    if (gone.length > 0) dropped.push({ after: active[at - 1]?.id ?? null, places: gone });
    active = active.slice(0, at);
  }
  function setMessages(line: number, given: readonly JsonObject[]): void {
    const next = given.map((message, nth) => put(text(message.id) || `set ${line} ${nth}`, message));
    const same = next.findIndex((place, at) => active[at] !== place);
    cut(same < 0 ? next.length : same, new Set(next));
    active = [...new Set(next)];
  }

  return {
    take(line, given) {
      const set = row(given.$set);
      if (set) {
        const { messages, ...fields } = set;
        session = { ...session, ...fields };
        if (Array.isArray(messages)) setMessages(line, rows(messages));
      } else if (typeof given.$rewindTo === 'string') {
        const at = active.findIndex(({ id }) => id === given.$rewindTo);
        if (at >= 0) cut(at, new Set());
        before.push(given);
      } else if (typeof given.sessionId === 'string' && given.type === undefined) {
        const { messages, ...fields } = given;
        session = { ...session, ...fields };
        if (Array.isArray(messages)) setMessages(line, rows(messages));
      } else if (typeof given.type === 'string') {
        const isNew = !places.has(text(given.id));
        const place = put(text(given.id) || `line ${line}`, given);
        if (isNew) active.push(place);
      } else before.push(given);
    },
    chains() {
      // A resumed session clears its messages and then repeats them.
      const placed = new Set(active);
      const branches = dropped.map(({ after, places: gone }) => ({
        after,
        places: gone.filter((place) => !placed.has(place) && placed.add(place)),
      }));
      return { session, active, dropped: branches.filter(({ places: left }) => left.length > 0), rest: before };
    },
  };
}
