// The code measures: what is counted, the target, and whether an increase is an error.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { initialScripts } from './bundle.ts';
import { foldersOf, type MeasuredFeature, measuredFeatures, wiringFiles } from './features.ts';
import { fileOf, importCycles, importersOf, mutualFolders, type SourceFile } from './graph.ts';
import { foldersPerCommit } from './history.ts';
import { readText, root } from './tree.ts';
import { vagueTypes } from './vagueTypes.ts';

export interface Measure {
  key: string;
  name: string;
  target: number;
  /**
   * Strict measures never rise. Size measures may exceed their number by one percent, because a fix may add lines; the
   * number itself only falls. Reported measures depend on machine, build or history, and never fail.
   */
  kind: 'strict' | 'size' | 'reported';
  /** Null if it cannot be measured here. */
  count(product: Product): number | null;
}

export type Product = ReadonlyMap<string, SourceFile>;

const features = Object.keys(measuredFeatures) as MeasuredFeature[];

export const measures: readonly Measure[] = [
  { key: 'files', name: 'product files', target: 1500, kind: 'size', count: (product) => product.size },
  {
    key: 'lines',
    name: 'product lines',
    target: 160_000,
    kind: 'size',
    count: (product) => [...product.values()].reduce((sum, file) => sum + linesOf(file), 0),
  },
  {
    key: 'shortFiles',
    name: 'files of ≤ 30 lines',
    target: 120,
    kind: 'strict',
    count: (product) => shortFiles(product).length,
  },
  {
    key: 'siblingOnly',
    name: 'files imported by one sibling only',
    target: 250,
    kind: 'strict',
    count: (product) => siblingOnly(product).length,
  },
  {
    key: 'vagueTypes',
    name: 'exported types named by a participle or a vague word',
    target: 0,
    kind: 'strict',
    count: (product) => vagueTypes(product).length,
  },
  ...features.map(
    (feature): Measure => ({
      key: `folders.${feature}`,
      name: `folders with files of ${feature}`,
      target: 4,
      kind: 'strict',
      count: (product) => foldersOf(feature, product.keys()).length,
    }),
  ),
  {
    key: 'wiring',
    name: 'wiring files (they import most features)',
    target: 3,
    kind: 'strict',
    count: (product) => wiringFiles(product).length,
  },
  {
    key: 'internal',
    name: 'exports for tests only (`@internal`)',
    target: 0,
    kind: 'strict',
    count: (product) => [...product.values()].reduce((sum, { text }) => sum + text.split('@internal').length - 1, 0),
  },
  {
    key: 'circles',
    name: 'import cycles between files',
    target: 0,
    kind: 'strict',
    count: (product) => importCycles(product).length,
  },
  {
    key: 'mutualFolders',
    name: 'pairs of folders that import each other',
    target: 0,
    kind: 'strict',
    count: (product) => mutualFolders(product).length,
  },
  { key: 'walk', name: 'files between the composer and fsync', target: 15, kind: 'reported', count: filesOfTheWalk },
  { key: 'firstLoad', name: 'first JavaScript, kB compressed', target: 220, kind: 'reported', count: firstJavaScript },
  {
    key: 'commitMedian',
    name: 'product folders in a commit, median',
    target: 1,
    kind: 'reported',
    count: () => foldersPerCommit()?.median ?? null,
  },
  {
    key: 'commitNinetieth',
    name: 'product folders in a commit, 90 %',
    target: 4,
    kind: 'reported',
    count: () => foldersPerCommit()?.ninetieth ?? null,
  },
  { key: 'testMinutes', name: '`npm test`, minutes', target: 6, kind: 'reported', count: minutesOfTheLastTest },
];

/**
 * Returns files whose only importer is in the same folder. Lazily loaded files do not count, since they must be
 * separate.
 */
export function siblingOnly(product: Product): string[] {
  const lazy = new Set(
    [...product.values()].flatMap(({ path: file, named }) =>
      named.flatMap(({ specifier, dynamic }) => (dynamic && specifier !== null ? [fileOf(file, specifier)] : [])),
    ),
  );
  return [...importersOf(product)].flatMap(([file, [importer, ...others]]) => {
    const alone = importer !== undefined && others.length === 0 && !lazy.has(file);
    return alone && path.posix.dirname(importer) === path.posix.dirname(file) ? [file] : [];
  });
}

/** A feature's manifest and its words are left out: their names and places are fixed, however little is in them. */
export function shortFiles(product: Product): string[] {
  return [...product.values()]
    .filter((file) => linesOf(file) <= 30 && !/\/features\/\w+\/(feature|words|words\/[\w.]+)\.ts$/.test(file.path))
    .map((file) => file.path);
}

function linesOf({ text }: SourceFile): number {
  return text.trimEnd().split('\n').length;
}

/** Counts the rows of the table in docs/walk.md, one per file that a message passes. */
function filesOfTheWalk(): number | null {
  return readText('docs/walk.md').match(/^\| \d+ \|/gm)?.length ?? null;
}

/** In thousands of bytes, from the last build. */
function firstJavaScript(): number | null {
  const scripts = attempt(initialScripts);
  return scripts && Math.round(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
}

function minutesOfTheLastTest(): number | null {
  const report = attempt(() => readFileSync(path.join(root, 'out', 'test-reports', 'time.json'), 'utf8'));
  return report ? Math.round(JSON.parse(report).seconds / 6) / 10 : null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
