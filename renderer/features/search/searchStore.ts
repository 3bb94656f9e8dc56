// State of the search page: query, filters, results and position, kept so that it reopens unchanged.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SearchKind } from '../../../shared/features/search/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { createHitSearch, type HitQuery, type HitSearch } from './hitSearch.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    /** The search page as it was left. */
    search: SearchStore;
  }
}

/** Days back from now; null: any time. */
export const searchDays = [1, 7, 30, 365] as const;

export interface SearchFilters {
  projectId: string | null;
  /** Empty: all. */
  kinds: SearchKind[];
  tool: string | null;
  /** The conversation's tag; null: any. */
  tag: string | null;
  days: (typeof searchDays)[number] | null;
}

export interface SearchView {
  text: string;
  filters: SearchFilters;
  /** The selected hit's `hitKey`, since further pages may insert hits before it. Null: the first. */
  chosen: string | null;
  /** In pixels. */
  scroll: number;
  /** The user jumped to a hit and may come back. */
  jumped: boolean;
}

export interface SearchStore {
  store: StoreApi<SearchView>;
  hits: HitSearch;
  write(text: string, now?: boolean): void;
  filter(change: Partial<SearchFilters>): void;
  /** There is nothing to come back to. */
  leave(): void;
}

export const noFilters: SearchFilters = { projectId: null, kinds: [], tool: null, tag: null, days: null };

/** Hits per page. */
const page = 40;

export function createSearchStore(
  connection: Pick<Connection, 'call'>,
  later: (ms: number, callback: () => void) => () => void,
): SearchStore {
  const store = createStore<SearchView>(() => ({
    text: '',
    filters: noFilters,
    chosen: null,
    scroll: 0,
    jumped: false,
  }));
  const hits = createHitSearch({ call: connection.call, later, page });

  function ask(now: boolean): void {
    const { text, filters } = store.getState();
    store.setState({ chosen: null, scroll: 0, jumped: false });
    hits.ask(text.trim() === '' ? null : queryOf(text, filters), now);
  }

  return {
    store,
    hits,
    write(text, now = false) {
      if (text === store.getState().text && !now) return;
      store.setState({ text });
      ask(now);
    },
    filter(change) {
      store.setState(({ filters }) => ({ filters: { ...filters, ...change } }));
      ask(true);
    },
    leave: () => store.setState({ jumped: false }),
  };
}

const dayMs = 86_400_000;

function queryOf(text: string, { projectId, kinds, tool, tag, days }: SearchFilters): HitQuery {
  return {
    text,
    projectId,
    kinds,
    tools: tool === null ? [] : [tool],
    tags: tag === null ? [] : [tag],
    from: days === null ? null : new Date(Date.now() - days * dayMs).toISOString(),
  };
}
