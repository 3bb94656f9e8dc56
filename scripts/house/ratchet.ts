// The maximum numbers of the measures, stored in ratchet.json. They only go down.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Measure } from './measures.ts';
import { readText, root } from './tree.ts';

/** By measure key; a measure without a number was never taken. */
export type Numbers = Readonly<Record<string, number>>;

const file = 'scripts/house/ratchet.json';

export function readNumbers(): Numbers {
  return JSON.parse(readText(file)) as Numbers;
}

export function writeNumbers(numbers: Numbers): void {
  writeFileSync(path.join(root, file), `${JSON.stringify(numbers, null, 2)}\n`);
}

/** Returns a sentence for each measure that exceeds its number. */
export function regressions(
  measures: readonly Pick<Measure, 'key' | 'name' | 'kind'>[],
  now: Numbers,
  committed: Numbers,
): string[] {
  return measures.flatMap(({ key, name, kind }) => {
    const count = now[key];
    const limit = limitOf(kind, committed[key]);
    if (count === undefined || count <= limit) return [];
    return [`${name}: ${count.toLocaleString('en')}, at most ${limit.toLocaleString('en')}`];
  });
}

/** Returns the numbers to store: the lower of each, and the latest for reported ones. */
export function loweredNumbers(
  measures: readonly Pick<Measure, 'key' | 'kind'>[],
  now: Numbers,
  committed: Numbers,
): Numbers {
  return Object.fromEntries(
    measures.flatMap(({ key, kind }) => {
      const before = committed[key];
      const count = now[key] ?? before;
      if (count === undefined) return [];
      return [[key, kind === 'reported' ? count : Math.min(count, before ?? count)]];
    }),
  );
}

function limitOf(kind: Measure['kind'], committed: number | undefined): number {
  if (kind === 'reported' || committed === undefined) return Number.POSITIVE_INFINITY;
  return kind === 'size' ? Math.floor(committed * 1.01) : committed;
}
