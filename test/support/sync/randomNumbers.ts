// Random choices that a seed repeats (mulberry32).

export interface RandomChoices {
  /** From 0 to below `limit`. */
  below(limit: number): number;
  /** True once in `times`. */
  oneIn(times: number): boolean;
  pick<T>(items: readonly T[]): T;
}

export function createRandomChoices(seed: number): RandomChoices {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
