// Limits the garbage that V8 lets accumulate during long work on much data. By default the heap grows to a multiple of what is in use
// before it is collected.

import { setFlagsFromString } from 'node:v8';

/** Percent of what is in use. Takes more collections, each of a small heap. */
const growth = 25;
let works = 0;

export async function withSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  if (works++ === 0) setFlagsFromString(`--heap-growing-percent=${growth}`);
  try {
    return await work();
  } finally {
    // V8's default.
    if (--works === 0) setFlagsFromString('--heap-growing-percent=0');
  }
}
