// One search as it is typed: it waits a moment, asks the host, throws away what was asked before, and goes on page by page.
// What was found stays until there is something newer, so that nothing flickers.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ParamsOf } from '../../shared/contract/methods.ts';
import type { SearchHit, SearchStatus } from '../../shared/contract/resources.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Connection } from '../connection/connection.ts';

export type HitQuery = Omit<ParamsOf<'search.query'>, 'limit' | 'cursor'>;

export interface Hits {
  /** `waiting`: something was typed that has not been asked yet. */
  phase: 'idle' | 'waiting' | 'searching' | 'done' | 'tooShort' | 'failed';
  /** What the hits are of; null: of nothing. */
  query: HitQuery | null;
  hits: SearchHit[];
  /** There is more from here on; null: that was all. */
  cursor: string | null;
  error: AppError | null;
  /** How much the index knows, as the last answer said. */
  status: SearchStatus | null;
}

export interface HitSearch {
  store: StoreApi<Hits>;
  /** Null: nothing is looked for. `now`: without the wait. */
  ask(query: HitQuery | null, now?: boolean): void;
  /** One more page, when there is one and none is on its way. */
  more(): Promise<void>;
  /** The same again, from the newest on. */
  again(): void;
  /** Ends what is on its way; what was found stays. */
  stop(): void;
}

export interface HitSearchDeps {
  call: Connection['call'];
  later(ms: number, callback: () => void): () => void;
  /** Hits of a page. The host's answers are cut by time, so one page may take several. */
  page: number;
}

/** As the contract bounds a page. */
const mostAtOnce = 500;
/** Milliseconds after the last key. */
const pauseMs = 120;

export const noHits: Hits = { phase: 'idle', query: null, hits: [], cursor: null, error: null, status: null };

export function createHitSearch({ call, later, page }: HitSearchDeps): HitSearch {
  const store = createStore<Hits>(() => noHits);
  let cancelWait = (): void => {};
  let controller: AbortController | null = null;

  function stop(): void {
    cancelWait();
    controller?.abort();
    controller = null;
  }

  /** Adds hits to `before` until there is a page more of them, or no more at all. */
  async function fill(query: HitQuery, before: readonly SearchHit[], from: string | null): Promise<void> {
    const mine = new AbortController();
    controller = mine;
    store.setState({ phase: 'searching' });
    let hits = [...before];
    let cursor = from;
    do {
      const limit = Math.min(mostAtOnce, Math.max(1, before.length + page - hits.length));
      const answer = await call('search.query', { ...query, limit, cursor }, mine.signal);
      if (controller !== mine) return;
      if (!answer.ok) {
        controller = null;
        const tooShort = answer.error.details?.reason === 'too_short';
        return store.setState(
          tooShort
            ? { ...noHits, phase: 'tooShort', query, error: answer.error }
            : { phase: 'failed', query, error: answer.error },
        );
      }
      const { complete, done, total } = answer.value;
      hits = [...hits, ...answer.value.hits];
      cursor = answer.value.more ? answer.value.cursor : null;
      const enough = cursor === null || hits.length >= before.length + page;
      const status = { complete, done, total };
      // What is shown of the query before gives way to the first hit of this one, or to the end.
      if (hits.length > before.length || enough) {
        store.setState({ phase: enough ? 'done' : 'searching', query, hits, cursor, error: null, status });
      }
      if (enough) {
        controller = null;
        return;
      }
    } while (!mine.signal.aborted);
  }

  function ask(query: HitQuery | null, now = false): void {
    stop();
    if (query === null) {
      store.setState(noHits);
      return;
    }
    store.setState({ phase: 'waiting' });
    if (now) return void fill(query, [], null);
    cancelWait = later(pauseMs, () => void fill(query, [], null));
  }

  return {
    store,
    ask,
    async more() {
      const { query, hits, cursor, phase } = store.getState();
      if (query === null || cursor === null || phase !== 'done') return;
      await fill(query, hits, cursor);
    },
    again() {
      const { query } = store.getState();
      if (query) ask(query, true);
    },
    stop,
  };
}
