// Formats context usage. Pure.

/** Percent of the window, rounded up, so that a nonempty context is never 0 %. */
export function percentOf(used: number, window: number): number {
  return window > 0 ? Math.ceil((used / window) * 100) : 0;
}

export type Fullness = 'calm' | 'near' | 'over';

/** Colored only past 80 %, where compaction is near, and past the window, where nothing can be sent. */
export function fullness(used: number, window: number): Fullness {
  if (used > window) return 'over';
  return used > window * 0.8 ? 'near' : 'calm';
}
