// Find in the conversation that is shown: asked of the host, because the page has only a part of it. The places stand in the
// order of the conversation; one begins at the newest.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SearchHit } from '../../shared/contract/resources.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConversationStore } from '../state/conversationStore.ts';
import { createHitSearch, type Hits } from './hitSearch.ts';

export interface FindView {
  open: boolean;
  text: string;
  /** In the order of the conversation. */
  places: SearchHit[];
  /** The one that is shown; -1: none. */
  at: number;
  phase: Hits['phase'];
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
  step(by: 1 | -1): void;
}

export interface FindStoreDeps {
  connection: Pick<Connection, 'call'>;
  conversation: Pick<ConversationStore, 'store'>;
  later(ms: number, callback: () => void): () => void;
  /** Brings a place into view. */
  show(hit: SearchHit, text: string): void;
}

/** Places that are counted at most. */
const most = 1_000;

const closed: FindView = {
  open: false,
  text: '',
  places: [],
  at: -1,
  phase: 'idle',
  more: false,
  problem: null,
  wish: 0,
};

export function createFindStore({ connection, conversation, later, show }: FindStoreDeps): FindStore {
  const store = createStore<FindView>(() => closed);
  const hits = createHitSearch({ call: connection.call, later, page: most });

  function go(at: number): void {
    const { places, text } = store.getState();
    const hit = places[at];
    store.setState({ at });
    if (hit) show(hit, text);
  }

  hits.store.subscribe(({ phase, hits: found, cursor, error }) => {
    if (!store.getState().open) return;
    if (phase === 'waiting' || phase === 'searching') return store.setState({ phase });
    const places = phase === 'done' ? found.toReversed() : [];
    const problem = phase === 'failed' || phase === 'tooShort' ? (error?.message ?? null) : null;
    store.setState({ phase, places, at: -1, more: cursor !== null, problem });
    if (places.length > 0) go(places.length - 1);
  });

  function close(): void {
    hits.stop();
    store.setState(({ wish }) => ({ ...closed, wish }));
  }

  let shown = conversation.store.getState().id;
  conversation.store.subscribe(({ id }) => {
    if (id === shown) return;
    shown = id;
    if (store.getState().open) close();
  });

  return {
    store,
    open: () => store.setState(({ wish }) => ({ open: true, wish: wish + 1 })),
    close,
    write(text) {
      store.setState({ text });
      const { id } = conversation.store.getState();
      hits.ask(text.trim() === '' || id === null ? null : { text, conversationId: id });
    },
    step(by) {
      const { places, at } = store.getState();
      if (places.length > 0) go((at + by + places.length) % places.length);
    },
  };
}
