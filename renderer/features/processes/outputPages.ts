// Loads a few pages of a command's output around the reading position. Each page starts where the previous one ended, since the
// middle may be missing and pages may be short; complete texts have fixed pages (renderer/features/files/pages/textPages.ts).
// Offsets are UTF-8 bytes.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '../../../shared/core/errors.ts';

interface Page {
  offset: number;
  /** Offset of the end of the page. */
  end: number;
  text: string;
}

export interface OutputWindow {
  pages: Page[];
  /** Null until the first page has loaded. */
  total: number | null;
  loading: boolean;
  error: AppError | null;
}

type ReadPage = (
  offset: number,
  limit: number,
) => Promise<Result<{ text: string; offset: number; nextOffset: number | null; totalBytes: number }>>;

export interface OutputPages {
  store: StoreApi<OutputWindow>;
  /** Replaces the window with the pages around `offset`. */
  jump(offset: number): Promise<void>;
  next(): Promise<void>;
  previous(): Promise<void>;
}

/** @internal */
export const pageBytes = 48_000;
const maxPages = 4;
/** Bytes shown before the requested offset. */
const before = 4000;

export function createOutputPages(read: ReadPage): OutputPages {
  const store = createStore<OutputWindow>(() => ({ pages: [], total: null, loading: false, error: null }));
  let jumps = 0;

  async function load(offset: number, limit: number): Promise<Page | null> {
    store.setState({ loading: true, error: null });
    const mine = jumps;
    const answer = await read(offset, limit);
    if (mine !== jumps) return null;
    store.setState({ loading: false });
    if (!answer.ok) {
      store.setState({ error: answer.error });
      return null;
    }
    const { text, offset: from, nextOffset, totalBytes } = answer.value;
    store.setState({ total: totalBytes });
    return { offset: from, end: nextOffset ?? totalBytes, text };
  }

  return {
    store,
    async jump(offset) {
      jumps++;
      const page = await load(Math.max(0, offset - before), pageBytes);
      if (page) store.setState({ pages: [page] });
    },
    async next() {
      const { pages, total, loading } = store.getState();
      const last = pages.at(-1);
      if (!last || loading || last.end >= (total ?? 0)) return;
      const page = await load(last.end, pageBytes);
      if (page) store.setState((now) => ({ pages: [...now.pages, page].slice(-maxPages) }));
    },
    async previous() {
      const { pages, loading } = store.getState();
      const first = pages[0];
      if (!first || loading || first.offset === 0) return;
      const from = Math.max(0, first.offset - pageBytes);
      let page = await load(from, first.offset - from);
      // Pages start at character boundaries, so this one may have started earlier and ended before the next.
      if (page && page.end < first.offset) page = await load(page.offset, first.offset - page.offset);
      if (page) store.setState((now) => ({ pages: [page, ...now.pages].slice(0, maxPages) }));
    },
  };
}
