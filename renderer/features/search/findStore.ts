// Find in the current conversation, by the host, since the page has only part of it. Matches are in conversation order;
// the search starts at the newest one on the current branch, and only stepping switches branches. The host finds
// messages; matches within one are counted once it is rendered, and can be stepped through, too.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { ConversationStore, ConversationView } from '../../core/state/conversationStore.ts';
import { hitKey } from './hitGroups.ts';
import { createHitSearch, type HitQuery, type Hits, isIndexBehind } from './hitSearch.ts';

/** Maximum matches to check with the host, one at a time. */
const maxQuestions = 30;

/** `places`: in conversation order. Returns the index; -1: none known to be on the branch. */
async function newestOnBranch(
  places: readonly SearchHit[],
  { id, state }: Pick<ConversationView, 'id' | 'state'>,
  call: Connection['call'],
  isWanted: () => boolean,
): Promise<number> {
  const end = newestAtEnd(places, state);
  if (end >= 0 || id === null || state?.hasEarlier === false) return end;
  // A newer message that is not in the live end is on another branch.
  const begin = state?.messages[0]?.createdAt;
  const open = [...places.keys()].filter((at) => begin === undefined || (places[at]?.createdAt ?? '') <= begin);
  for (const at of open.toReversed().slice(0, maxQuestions)) {
    const messageId = places[at]?.messageId;
    if (!isWanted()) return -1;
    if (!messageId) continue;
    const page = await call('conversation.around', { conversationId: id, messageId, limit: 1 });
    if (page.ok) return at;
    if (page.error.details?.branch !== true) return -1;
  }
  return -1;
}

/** Among the loaded live end. -1: none. */
function newestAtEnd(places: readonly SearchHit[], state: ConversationView['state']): number {
  const there = new Set(state?.messages.map(({ id }) => id));
  return places.findLastIndex(({ messageId }) => messageId !== null && there.has(messageId));
}

declare module '../../core/state/session.ts' {
  interface Session {
    /** The matches in the conversation that is shown. */
    find: FindStore;
  }
}

/** The rendered matches of a message, and the current one. */
export interface MatchMarks {
  count: number;
  at: number;
  /** False if it is no longer rendered. */
  go(at: number): boolean;
}

/** A match in the full text of a result, which opens in a viewer. */
export interface InViewer {
  open(): void;
}

interface FindView {
  open: boolean;
  text: string;
  /** One per message, in conversation order. */
  places: SearchHit[];
  /** Index of the current one; -1: none, because all are on other branches. */
  at: number;
  /** The current match within the message; null until rendered. */
  within: { at: number; count: number } | null;
  /** Opens the viewer if the current match is in a result's full text. */
  viewer: (() => void) | null;
  phase: Hits['phase'];
  /** The index is incomplete. */
  behind: boolean;
  /** There are more than counted. */
  more: boolean;
  /** Why nothing was found, if it is an error or the query is too short. */
  problem: string | null;
  /** Counts requests to focus the field. */
  wish: number;
}

export interface FindStore {
  store: StoreApi<FindView>;
  open(): void;
  close(): void;
  write(text: string): void;
  /** Refetches after the index has caught up; keeps the position if the user has stepped. */
  renew(): Promise<void>;
  step(by: 1 | -1): void;
}

export interface FindStoreDeps {
  connection: Pick<Connection, 'call'>;
  conversation: Pick<ConversationStore, 'store'>;
  later(ms: number, callback: () => void): () => void;
  show: RevealMatch;
}

/** Scrolls to one of a message's matches. Null: nothing is highlighted there. */
export type RevealMatch = (
  hit: SearchHit,
  text: string,
  which: 'first' | 'last',
) => Promise<MatchMarks | InViewer | null>;

/** Maximum messages to count. */
const most = 1_000;

const closed: FindView = {
  open: false,
  text: '',
  places: [],
  at: -1,
  within: null,
  viewer: null,
  phase: 'idle',
  behind: false,
  more: false,
  problem: null,
  wish: 0,
};

export function createFindStore({ connection, conversation, later, show }: FindStoreDeps): FindStore {
  const store = createStore<FindView>(() => closed);
  const hits = createHitSearch({ call: connection.call, later, page: most });

  /** Highlighted matches of the current message. */
  let marked: MatchMarks | null = null;
  /** The query of the matches, and whether the user has stepped. */
  let shownQuery: HitQuery | null = null;
  let stepped = false;
  /** The latest request; highlights of earlier ones are dropped. */
  let wished = 0;

  function leave(): void {
    wished++;
    marked = null;
  }

  async function go(at: number, which: 'first' | 'last'): Promise<void> {
    const { places, text } = store.getState();
    const hit = places[at];
    leave();
    const mine = wished;
    store.setState({ at, within: null, viewer: null });
    const marks = hit ? await show(hit, text, which) : null;
    if (mine !== wished || !marks) return;
    if ('open' in marks) return store.setState({ viewer: marks.open });
    marked = marks;
    store.setState({ within: { at: marks.at, count: marks.count } });
  }

  /** Returns false at the message's last match in that direction. */
  function goWithin(by: 1 | -1): boolean {
    const { within } = store.getState();
    const to = (within?.at ?? 0) + by;
    if (!marked || !within || to < 0 || to >= within.count || !marked.go(to)) return false;
    store.setState({ within: { ...within, at: to } });
    return true;
  }

  hits.store.subscribe((state) => {
    const { open, places: before, at } = store.getState();
    if (!open) return;
    const { phase, query, cursor, error } = state;
    const behind = isIndexBehind(state);
    if (phase === 'waiting' || phase === 'searching') return store.setState({ phase, behind });
    const places = phase === 'done' ? state.hits.toReversed() : [];
    const more = cursor !== null;
    if (query === shownQuery && places.length > 0) {
      const same = places.map(hitKey);
      const keptIndex = before[at] ? same.indexOf(hitKey(before[at])) : -1;
      if (same.join() === before.map(hitKey).join()) return store.setState({ behind, more });
      if (stepped && keptIndex >= 0) return store.setState({ behind, more, places, at: keptIndex });
    }
    shownQuery = query;
    const problem = phase === 'failed' || phase === 'tooShort' ? (error?.message ?? null) : null;
    leave();
    store.setState({ phase, behind, places, at: -1, within: null, viewer: null, more, problem });
    if (places.length > 0) void begin(places);
  });

  /** Selects the first match without switching branches. */
  async function begin(places: readonly SearchHit[]): Promise<void> {
    const mine = wished;
    const shownNow = conversation.store.getState();
    const loadedIndex = newestAtEnd(places, shownNow.state);
    if (loadedIndex >= 0) return go(loadedIndex, 'last');
    store.setState({ phase: 'searching' });
    const at = await newestOnBranch(places, shownNow, connection.call, () => mine === wished);
    if (mine !== wished) return;
    store.setState({ phase: 'done' });
    if (at >= 0) await go(at, 'last');
  }

  function close(): void {
    hits.stop();
    leave();
    store.setState(({ wish }) => ({ ...closed, wish }));
  }

  let shownId = conversation.store.getState().id;
  conversation.store.subscribe(({ id, state }, { state: before }) => {
    if (id === shownId) {
      const { open, places, at } = store.getState();
      // Called for each streamed piece, which does not change the messages.
      if (!open || places.length === 0 || state?.messages === before?.messages) return;
      // The branch changed: start from a match on it.
      const was = at < 0 ? -1 : newestAtEnd([places[at] as SearchHit], before);
      const isNow = newestAtEnd(at < 0 ? places : [places[at] as SearchHit], state);
      const isLeft = at < 0 ? isNow >= 0 : was >= 0 && isNow < 0;
      if (!isLeft) return;
      leave();
      store.setState({ at: -1, within: null, viewer: null });
      return void begin(places);
    }
    shownId = id;
    if (store.getState().open) close();
  });

  return {
    store,
    open: () => store.setState(({ wish }) => ({ open: true, wish: wish + 1 })),
    close,
    write(text) {
      stepped = false;
      store.setState({ text });
      const { id } = conversation.store.getState();
      hits.ask(text.trim() === '' || id === null ? null : { text, conversationId: id });
    },
    renew: () => hits.renew(() => true),
    step(by) {
      const { places, at } = store.getState();
      stepped = true;
      if (places.length === 0 || goWithin(by)) return;
      if (at < 0) {
        store.setState({ phase: 'done' });
        return void go(places.length - 1, 'last');
      }
      void go((at + by + places.length) % places.length, by > 0 ? 'first' : 'last');
    },
  };
}
