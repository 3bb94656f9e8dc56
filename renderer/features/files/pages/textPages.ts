// Splits text of any size into pages of equal byte length, reading only visible pages and caching a few. A page begins
// after a nearby line end, to keep lines whole; longer lines are split. A page's bytes depend on the text alone.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '../../../../shared/core/errors.ts';
import { type PageRow, rowsOf } from './pageRows.ts';

interface TextPart {
  text: string;
  offset: number;
  nextOffset: number | null;
  totalBytes: number;
  /** Number of the first line, from 1, if known. */
  firstLine?: number;
}

export interface TextSource {
  read(offset: number, limit: number): Promise<Result<TextPart>>;
  /** Line number at an offset; null: unknown. Used if `read` does not return it. */
  lineAt?(offset: number): Promise<number | null>;
}

export interface TextPage {
  index: number;
  /** Byte range. */
  start: number;
  end: number;
  /** Line number of the first row that begins a line; null: unknown. */
  firstLine: number | null;
  rows: PageRow[];
}

interface PagesState {
  /** In bytes; null until the first read. */
  total: number | null;
  error: AppError | null;
  /** Incremented when a page loads. */
  version: number;
}

export interface TextPages {
  store: StoreApi<PagesState>;
  /** The cached page, if any. */
  page(index: number): TextPage | null;
  load(index: number): Promise<TextPage | null>;
  /** Returns the page with the byte, reading as needed. */
  pageOf(offset: number): Promise<TextPage | null>;
  count(): number;
  source: TextSource;
}

export const pageBytes = 16 * 1024;
/** Max distance before its nominal start at which a page looks for a line end. */
const reach = 4 * 1024;
/** A host's chunks begin and end between characters. */
const slack = 8;
const maxKept = 24;
const feed = 10;

export function createTextPages(source: TextSource): TextPages {
  const store = createStore<PagesState>(() => ({ total: null, error: null, version: 0 }));
  const cachedPages = new Map<number, TextPage>();
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
    // In text that is not UTF-8 or has a byte order mark, byte offsets here differ from the source.
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
    cachedPages.set(index, page);
    for (const oldest of cachedPages.keys()) {
      if (cachedPages.size <= maxKept) break;
      cachedPages.delete(oldest);
    }
    store.setState(({ version }) => ({ total: totalBytes, error: null, version: version + 1 }));
    return page;
  }

  async function load(index: number): Promise<TextPage | null> {
    const page = cachedPages.get(index);
    if (page) {
      // Least recently used order.
      cachedPages.delete(index);
      cachedPages.set(index, page);
      return page;
    }
    const already = coming.get(index);
    if (already) return already;
    const request = read(index).finally(() => coming.delete(index));
    coming.set(index, request);
    return request;
  }

  return {
    store,
    source,
    count,
    page: (index) => cachedPages.get(index) ?? null,
    load,
    async pageOf(offset) {
      const page = await load(Math.max(0, Math.floor(offset / pageBytes)));
      if (!page || offset < page.end || page.index + 1 >= count()) return page;
      return load(page.index + 1);
    },
  };
}

/** Start of the page at `place` within `bytes`, which begin at `base`. */
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
