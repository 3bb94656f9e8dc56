// How much each test does. `npm test` is the short run; `npm test -- --all` sets THROUGHLINE_TESTS=all and runs
// everything at full volume; THROUGHLINE_TESTS=long does far more, for a night. The short run skips the tests tagged
// `all` (Playwright: `fullRunOnly`): those that need full volume, and slow ones whose requirements have other tests.

const runs = ['short', 'all', 'long'] as const;
export type TestRun = (typeof runs)[number];

export const testRun: TestRun = runs.find((run) => run === process.env.THROUGHLINE_TESTS) ?? 'short';

/** Picks the volume of this run: the long run uses `all` unless it has its own. */
export function volume<T>({ short, all, long = all }: { short: T; all: T; long?: T }): T {
  return { short, all, long }[testRun];
}

/** In the short run, `count` of the items, spread evenly from the first on; otherwise all of them. */
export function sample<T>(count: number, items: readonly T[]): T[] {
  if (testRun !== 'short' || items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as T);
}

/** Options of a Playwright test that only the full run includes. */
export const fullRunOnly = { tag: '@all' } as const;
