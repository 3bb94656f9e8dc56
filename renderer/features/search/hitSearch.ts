// One search as it is typed: it waits a moment, asks the host, throws away what was asked before, and goes on page by page.
// What was found stays until there is something newer, so that nothing flickers.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ParamsOf } from '../../../shared/contract.ts';
import { type AppError, ok, type Result } from '../../../shared/core/errors.ts';
import type { SearchHit, SearchStatus } from '../../../shared/features/search/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';

export type HitQuery = Omit<ParamsOf<'search.query'>, 'limit' | 'cursor'>;

export interface Hits {
  /** `waiting`: something was typed that has not been asked yet. `done` with nothing found: the index knew everything. */
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
  /** The same again without a word, because the index was behind. `replaces` is asked when the answer is there: false when the
   *  person has gone on in what was found, which stays; only how far the index is becomes known. */
  renew(replaces: () => boolean): Promise<void>;
  /** Ends what is on its way; what was found stays. */
  stop(): void;
}

export interface HitSearchDeps {
  call: Connection['call'];
  later(ms: number, callback: () => void): () => void;
  /** Hits of a page. The host's answers are cut by time, so one page may take several. */
  page: number;
}

type Found = Pick<Hits, 'hits' | 'cursor'> & { status: SearchStatus };

/** As the contract bounds a page. */
const maxAtOnce = 500;
/** Milliseconds after the last key. */
const pauseMs = 120;

/** The last answer did not know everything. */
export const isBehind = ({ status }: Pick<Hits, 'status'>): boolean => status !== null && !status.complete;

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

  /** Hits after `before`, until there is a page more of them or no more at all; `onPart` is told of each answer, as each is cut
   *  by time. Null: something else was asked meanwhile. */
  async function collect(
    query: HitQuery,
    before: readonly SearchHit[],
    from: string | null,
    onPart: (part: Found) => void,
  ): Promise<Result<Found> | null> {
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

  /** Nothing is known to be absent as long as the index does not know everything. */
  const phaseOf = ({ hits, status }: Found): Hits['phase'] =>
    hits.length > 0 || status.complete ? 'done' : 'searching';

  async function fill(query: HitQuery, before: readonly SearchHit[], from: string | null): Promise<void> {
    store.setState({ phase: 'searching' });
    const found = await collect(query, before, from, (part) => {
      // What is shown of the query before gives way to the first hit of this one, or to the end.
      if (part.hits.length > before.length) store.setState({ phase: 'searching', query, error: null, ...part });
    });
    if (found?.ok) return store.setState({ phase: phaseOf(found.value), query, error: null, ...found.value });
    if (!found) return;
    const { error } = found;
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
      const found = await collect(query, [], null, () => {});
      if (!found?.ok) return;
      const { status } = found.value;
      store.setState(replaces() ? { phase: phaseOf(found.value), ...found.value } : { status });
    },
    stop,
  };
}
