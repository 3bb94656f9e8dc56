// One search as the user types: debounces, queries the host, drops outdated answers and loads further pages. Keeps old
// results until newer ones arrive, to avoid flicker.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ParamsOf } from '../../../shared/contract.ts';
import { type AppError, ok, type Result } from '../../../shared/core/errors.ts';
import type { SearchHit, SearchStatus } from '../../../shared/features/search/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';

export type HitQuery = Omit<ParamsOf<'search.query'>, 'limit' | 'cursor'>;

export interface Hits {
  /** `waiting`: typed, but not yet searched. `done` without hits: the index was complete. */
  phase: 'idle' | 'waiting' | 'searching' | 'done' | 'tooShort' | 'failed';
  /** The query of the hits; null: none. */
  query: HitQuery | null;
  hits: SearchHit[];
  /** Where to continue; null: no more. */
  cursor: string | null;
  error: AppError | null;
  /** Index status from the last answer. */
  status: SearchStatus | null;
}

export interface HitSearch {
  store: StoreApi<Hits>;
  /** Null: clears the search. `now`: skips the debounce. */
  ask(query: HitQuery | null, now?: boolean): void;
  /** Loads another page, unless there is none or one is loading. */
  more(): Promise<void>;
  /** Repeats the search from the newest. */
  again(): void;
  /**
   * Silently refetches after the index has caught up. Asks `replaces` when the answer arrives: if false, because the
   * user has moved on in the results, updates only the index status.
   */
  renew(replaces: () => boolean): Promise<void>;
  /** Cancels the search; keeps the results. */
  stop(): void;
}

export interface HitSearchDeps {
  call: Connection['call'];
  later(ms: number, callback: () => void): () => void;
  /** Hits per page. The host's answers are limited by time, so a page may take several. */
  page: number;
}

type HitPage = Pick<Hits, 'hits' | 'cursor'> & { status: SearchStatus };

/** The contract's page limit. */
const maxAtOnce = 500;
/** Debounce in ms. */
const pauseMs = 120;

/** The last answer was incomplete. */
export const isIndexBehind = ({ status }: Pick<Hits, 'status'>): boolean => status !== null && !status.complete;

const noHits: Hits = { phase: 'idle', query: null, hits: [], cursor: null, error: null, status: null };

export function createHitSearch({ call, later, page }: HitSearchDeps): HitSearch {
  const store = createStore<Hits>(() => noHits);
  let cancelWait = (): void => {};
  let controller: AbortController | null = null;

  function stop(): void {
    cancelWait();
    controller?.abort();
    controller = null;
  }

  /**
   * Collects hits after `before` until a page is full or there are no more; calls `onPart` for each answer. Null if
   * superseded.
   */
  async function collect(
    query: HitQuery,
    before: readonly SearchHit[],
    from: string | null,
    onPart: (part: HitPage) => void,
  ): Promise<Result<HitPage> | null> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    let hits = [...before];
    let cursor = from;
    for (;;) {
      const limit = Math.min(maxAtOnce, Math.max(1, before.length + page - hits.length));
      const answer = await call('search.query', { ...query, limit, cursor }, mine.signal);
      if (controller !== mine) return null;
      if (!answer.ok) {
        controller = null;
        return answer;
      }
      const { complete, done, total } = answer.value;
      hits = [...hits, ...answer.value.hits];
      cursor = answer.value.more ? answer.value.cursor : null;
      const part = { hits, cursor, status: { complete, done, total } };
      if (cursor === null || hits.length >= before.length + page) {
        controller = null;
        return ok(part);
      }
      onPart(part);
    }
  }

  /** Nothing counts as missing while the index is incomplete. */
  const phaseOf = ({ hits, status }: HitPage): Hits['phase'] =>
    hits.length > 0 || status.complete ? 'done' : 'searching';

  async function fill(query: HitQuery, before: readonly SearchHit[], from: string | null): Promise<void> {
    store.setState({ phase: 'searching' });
    const answer = await collect(query, before, from, (part) => {
      // Keep the previous results until the first new hit, or the end.
      if (part.hits.length > before.length) store.setState({ phase: 'searching', query, error: null, ...part });
    });
    if (answer?.ok) return store.setState({ phase: phaseOf(answer.value), query, error: null, ...answer.value });
    if (!answer) return;
    const { error } = answer;
    if (error.details?.reason === 'too_short') store.setState({ ...noHits, phase: 'tooShort', query, error });
    else store.setState({ phase: 'failed', query, error });
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
    async renew(replaces) {
      const { query, phase } = store.getState();
      if (query === null || phase === 'waiting' || controller !== null) return;
      const answer = await collect(query, [], null, () => {});
      if (!answer?.ok) return;
      const { status } = answer.value;
      store.setState(replaces() ? { phase: phaseOf(answer.value), ...answer.value } : { status });
    },
    stop,
  };
}
