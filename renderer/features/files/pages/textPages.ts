// A text of any size in pages of the same number of bytes: only those that are looked at are read, and only a few are kept.
// A page begins after the end of a line where one is near, so that lines are whole; a longer line stands in pieces. Which
// bytes belong to a page depends on the text alone.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '../../../../shared/core/errors.ts';
import { type PageRow, rowsOf } from './pageRows.ts';

interface TextPart {
  text: string;
  offset: number;
  nextOffset: number | null;
  totalBytes: number;
  /** The line, from 1, on which it begins, where that is known. */
  firstLine?: number;
}

export interface TextSource {
  read(offset: number, limit: number): Promise<Result<TextPart>>;
  /** The line at an offset; null: it is not known. Asked where `read` does not say it. */
  lineAt?(offset: number): Promise<number | null>;
}

export interface TextPage {
  index: number;
  /** Bytes: where it begins and ends. */
  start: number;
  end: number;
  /** The number of its first row that begins a line; null: not known. */
  firstLine: number | null;
  rows: PageRow[];
}

interface PagesState {
  /** Bytes; null until something was read. */
  total: number | null;
  error: AppError | null;
  /** Changes when a page has come. */
  version: number;
}

export interface TextPages {
  store: StoreApi<PagesState>;
  /** Those that are kept. */
  page(index: number): TextPage | null;
  load(index: number): Promise<TextPage | null>;
  /** The page on which the byte stands; reads what it must to know. */
  pageOf(offset: number): Promise<TextPage | null>;
  count(): number;
  source: TextSource;
}

export const pageBytes = 16 * 1024;
/** How far before its place a page looks for the end of a line. */
const reach = 4 * 1024;
/** A host begins and ends what it gives between characters. */
const slack = 8;
const maxKept = 24;
const feed = 10;

export function createTextPages(source: TextSource): TextPages {
  const store = createStore<PagesState>(() => ({ total: null, error: null, version: 0 }));
  const kept = new Map<number, TextPage>();
  const coming = new Map<number, Promise<TextPage | null>>();

  const count = (): number => Math.max(1, Math.ceil((store.getState().total ?? 0) / pageBytes));

  async function read(index: number): Promise<TextPage | null> {
    const from = Math.max(0, index * pageBytes - reach);
    const answer = await source.read(from, (index + 1) * pageBytes + slack - from);
    if (!answer.ok) {
      store.setState({ error: answer.error });
      return null;
    }
    const { text, offset, nextOffset, totalBytes, firstLine } = answer.value;
    const bytes = new TextEncoder().encode(text);
    const ends = (nextOffset ?? totalBytes) - offset;
    // Of a text that is not UTF-8, or has a mark at its beginning, bytes here are not those there.
    const exact = bytes.length === ends ? 0 : offset === 0 && ends - bytes.length === 3 ? 3 : null;
    const shift = exact ?? 0;
    const base = offset + shift;
    const begin = index === 0 ? 0 : cutAt(bytes, base, index * pageBytes);
    const isLast = nextOffset === null && (index + 1) * pageBytes >= totalBytes;
    const finish = isLast ? bytes.length : cutAt(bytes, base, (index + 1) * pageBytes);
    const inside = begin > 0 && bytes[begin - 1] !== feed;
    const line =
      firstLine === undefined ? ((await source.lineAt?.(base + begin)) ?? null) : firstLine + feedsIn(bytes, begin);
    const page: TextPage = {
      index,
      start: base + begin,
      end: base + finish,
      firstLine: line,
      rows: rowsOf(
        new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(begin, finish)),
        base + begin,
        inside,
      ),
    };
    kept.set(index, page);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    store.setState(({ version }) => ({ total: totalBytes, error: null, version: version + 1 }));
    return page;
  }

  async function load(index: number): Promise<TextPage | null> {
    const page = kept.get(index);
    if (page) {
      // The last that was looked at is the last to go.
      kept.delete(index);
      kept.set(index, page);
      return page;
    }
    const already = coming.get(index);
    if (already) return already;
    const asked = read(index).finally(() => coming.delete(index));
    coming.set(index, asked);
    return asked;
  }

  return {
    store,
    source,
    count,
    page: (index) => kept.get(index) ?? null,
    load,
    async pageOf(offset) {
      const page = await load(Math.max(0, Math.floor(offset / pageBytes)));
      if (!page || offset < page.end || page.index + 1 >= count()) return page;
      return load(page.index + 1);
    },
  };
}

/** Where the page of a place begins, in `bytes`, which begin at `base`. */
function cutAt(bytes: Uint8Array, base: number, place: number): number {
  const at = Math.min(bytes.length, Math.max(0, place - base));
  const first = Math.max(0, at - reach + slack);
  for (let before = at - 1; before >= first; before--) if (bytes[before] === feed) return before + 1;
  let next = at;
  while (next < bytes.length && ((bytes[next] as number) & 0xc0) === 0x80) next++;
  return next;
}

function feedsIn(bytes: Uint8Array, to: number): number {
  let count = 0;
  for (let at = 0; at < to; at++) if (bytes[at] === feed) count++;
  return count;
}
