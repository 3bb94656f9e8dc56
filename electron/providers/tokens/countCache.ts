// Counts of texts that were counted lately, bounded in bytes. Long texts are known by their hash, so that they are not held.

import { createHash } from 'node:crypto';

export interface CountCache {
  get(text: string): number | undefined;
  set(text: string, count: number): void;
}

/** About what an entry takes beside its key. */
const entryBytes = 64;
/** Longer keys are hashed. */
const longestKey = 64;

export function createCountCache(mostBytes: number): CountCache {
  const counts = new Map<string, number>();
  let bytes = 0;
  const cost = (key: string): number => key.length * 2 + entryBytes;
  return {
    get(text) {
      const key = keyOf(text);
      const count = counts.get(key);
      if (count === undefined) return undefined;
      counts.delete(key);
      counts.set(key, count);
      return count;
    },
    set(text, count) {
      const key = keyOf(text);
      if (!counts.has(key)) bytes += cost(key);
      counts.set(key, count);
      for (const oldest of counts.keys()) {
        if (bytes <= mostBytes) break;
        counts.delete(oldest);
        bytes -= cost(oldest);
      }
    },
  };
}

function keyOf(text: string): string {
  if (text.length <= longestKey) return `=${text}`;
  return `#${text.length}:${createHash('sha1').update(text).digest('base64')}`;
}
