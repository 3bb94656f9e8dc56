// Maps positions to lines in a text of any size. Scans the text once and caches counts at intervals, so that later
// lookups read one interval only.

import { createTimeSlice } from './cooperativeYield.ts';

export interface ByteSource {
  size: number;
  /** The result is valid until the next call. */
  read(position: number, length: number): Promise<Buffer>;
}

export interface LineIndex {
  /** Returns the line, from 1, of the byte at `offset`. `key` identifies the text and changes with it. */
  lineAt(key: string, source: ByteSource, offset: number): Promise<number>;
  /** Returns the byte offset of a line; past the end, the last line's. */
  lineStart(key: string, source: ByteSource, line: number): Promise<{ offset: number; line: number }>;
}

const step = 1024 * 1024;
const pieceBytes = 128 * 1024;
const maxTexts = 8;
const feed = 10;

export function createLineIndex(): LineIndex {
  /** Per text: the number of lines that end before each step. */
  const countsByText = new Map<string, number[]>();

  function countsOf(key: string): number[] {
    const counts = countsByText.get(key) ?? [0];
    countsByText.delete(key);
    countsByText.set(key, counts);
    for (const oldest of countsByText.keys()) {
      if (countsByText.size <= maxTexts) break;
      countsByText.delete(oldest);
    }
    return counts;
  }

  /** Continues from the cached counts until `isEnough` accepts a step and its count. */
  async function countTo(
    key: string,
    source: ByteSource,
    isEnough: (nextStep: number, feeds: number) => boolean,
  ): Promise<number[]> {
    const counts = countsOf(key);
    const slice = createTimeSlice();
    while (counts.length * step < source.size && !isEnough(counts.length, counts.at(-1) as number)) {
      const from = (counts.length - 1) * step;
      let feeds = counts.at(-1) as number;
      for (let at = from; at < from + step; at += pieceBytes) {
        await slice();
        feeds += feedsIn(await source.read(at, Math.min(pieceBytes, from + step - at)));
      }
      counts.push(feeds);
    }
    return counts;
  }

  return {
    async lineAt(key, source, offset) {
      const to = Math.min(Math.max(0, offset), source.size);
      const counts = await countTo(key, source, (nextStep) => nextStep * step > to);
      const at = Math.min(counts.length - 1, Math.floor(to / step));
      let feeds = counts[at] as number;
      for (let from = at * step; from < to; from += pieceBytes) {
        feeds += feedsIn(await source.read(from, Math.min(pieceBytes, to - from)));
      }
      return feeds + 1;
    },

    async lineStart(key, source, line) {
      if (line <= 1) return { offset: 0, line: 1 };
      const feedCount = line - 1;
      const counts = await countTo(key, source, (_, feeds) => feeds >= feedCount);
      let at = counts.length - 1;
      while (at > 0 && (counts[at] as number) >= feedCount) at--;
      let feeds = counts[at] as number;
      let last = { offset: 0, line: 1 };
      for (let from = at * step; from < source.size; ) {
        const bytes = await source.read(from, pieceBytes);
        if (bytes.length === 0) break;
        for (let feedAt = bytes.indexOf(feed); feedAt >= 0; feedAt = bytes.indexOf(feed, feedAt + 1)) {
          const start = from + feedAt + 1;
          // A trailing line feed does not start another line.
          if (start >= source.size) break;
          feeds++;
          last = { offset: start, line: feeds + 1 };
          if (feeds >= feedCount) return last;
        }
        from += bytes.length;
      }
      return last;
    },
  };
}

function feedsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(feed); at >= 0; at = bytes.indexOf(feed, at + 1)) count++;
  return count;
}
