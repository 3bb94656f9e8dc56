// Find in the conversation that is shown: asked of the host, because the page has only a part of it. The places stand in the
// order of the conversation; one begins at the newest on the branch that is open, and only a step opens another branch. The
// host knows the records; how often the words stand in one is seen when it is drawn, and one steps through these too.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { ConversationStore } from '../../core/state/conversationStore.ts';
import { hitKey } from './hitGroups.ts';
import { createHitSearch, type HitQuery, type Hits, isBehind } from './hitSearch.ts';
import { newestAtEnd, newestOnBranch } from './newestOnBranch.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    /** The matches in the conversation that is shown. */
    find: FindStore;
  }
}

/** The places of one record as they are drawn, and the one that is shown. */
export interface MatchMarks {
  count: number;
  at: number;
  /** False: it is not drawn any more. */
  go(at: number): boolean;
}

/** It stands in the full text of a result, which has a viewer of its own. */
export interface InViewer {
  open(): void;
}

interface FindView {
  open: boolean;
  text: string;
  /** One for each record, in the order of the conversation. */
  places: SearchHit[];
  /** The one that is shown; -1: none, because all that were found stand on other branches. */
  at: number;
  /** Which place of the record that is shown; null while it is not drawn. */
  within: { at: number; count: number } | null;
  /** The place that is shown stands in the full text of a result: opens it. */
  viewer: (() => void) | null;
  phase: Hits['phase'];
  /** The index does not know everything yet. */
  behind: boolean;
  /** There are more than are counted. */
  more: boolean;
  /** Why nothing is found, where that is a failure or too little was typed. */
  problem: string | null;
  /** Counts the wishes to write in the field. */
  wish: number;
}

export interface FindStore {
  store: StoreApi<FindView>;
  open(): void;
  close(): void;
  write(text: string): void;
  /** Asks again what the index did not know; who has stepped stays where he is. */
  renew(): Promise<void>;
  step(by: 1 | -1): void;
}

export interface FindStoreDeps {
  connection: Pick<Connection, 'call'>;
  conversation: Pick<ConversationStore, 'store'>;
  later(ms: number, callback: () => void): () => void;
  show: RevealMatch;
}

/** Brings a record into view, at one of its places. Null: none is marked there. */
export type RevealMatch = (
  hit: SearchHit,
  text: string,
  which: 'first' | 'last',
) => Promise<MatchMarks | InViewer | null>;

/** Records that are counted at most. */
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

  /** The places of the record that is shown. */
  let marked: MatchMarks | null = null;
  /** What the places are of, and whether one has gone from one to another of them. */
  let shownQuery: HitQuery | null = null;
  let stepped = false;
  /** The newest wish; what an older one has marked is not shown any more. */
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
    const found = hit ? await show(hit, text, which) : null;
    if (mine !== wished || !found) return;
    if ('open' in found) return store.setState({ viewer: found.open });
    marked = found;
    store.setState({ within: { at: found.at, count: found.count } });
  }

  /** False: there is no other place in that direction in this record. */
  function goWithin(by: 1 | -1): boolean {
    const { within } = store.getState();
    const to = (within?.at ?? 0) + by;
    if (!marked || !within || to < 0 || to >= within.count || !marked.go(to)) return false;
    store.setState({ within: { ...within, at: to } });
    return true;
  }

  hits.store.subscribe((found) => {
    const { open, places: before, at } = store.getState();
    if (!open) return;
    const { phase, query, cursor, error } = found;
    const behind = isBehind(found);
    if (phase === 'waiting' || phase === 'searching') return store.setState({ phase, behind });
    const places = phase === 'done' ? found.hits.toReversed() : [];
    const more = cursor !== null;
    if (query === shownQuery && places.length > 0) {
      const same = places.map(hitKey);
      const kept = before[at] ? same.indexOf(hitKey(before[at])) : -1;
      if (same.join() === before.map(hitKey).join()) return store.setState({ behind, more });
      if (stepped && kept >= 0) return store.setState({ behind, more, places, at: kept });
    }
    shownQuery = query;
    const problem = phase === 'failed' || phase === 'tooShort' ? (error?.message ?? null) : null;
    leave();
    store.setState({ phase, behind, places, at: -1, within: null, viewer: null, more, problem });
    if (places.length > 0) void begin(places);
  });

  /** Where one begins; it opens no other branch. */
  async function begin(places: readonly SearchHit[]): Promise<void> {
    const mine = wished;
    const shownNow = conversation.store.getState();
    const known = newestAtEnd(places, shownNow.state);
    if (known >= 0) return go(known, 'last');
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

  let shown = conversation.store.getState().id;
  conversation.store.subscribe(({ id, state }, { state: before }) => {
    if (id === shown) {
      const { open, places, at } = store.getState();
      // Each piece of a reply comes by here, and leaves the messages as they are.
      if (!open || places.length === 0 || state?.messages === before?.messages) return;
      // Another branch was opened: what is counted from is on it.
      const was = at < 0 ? -1 : newestAtEnd([places[at] as SearchHit], before);
      const isNow = newestAtEnd(at < 0 ? places : [places[at] as SearchHit], state);
      const isLeft = at < 0 ? isNow >= 0 : was >= 0 && isNow < 0;
      if (!isLeft) return;
      leave();
      store.setState({ at: -1, within: null, viewer: null });
      return void begin(places);
    }
    shown = id;
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
