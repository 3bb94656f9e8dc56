// The measures of the code against their committed numbers.

import { expect, test } from 'vitest';
import { foldersOf, wiringFiles } from '../../scripts/house/features.ts';
import { readProduct } from '../../scripts/house/graph.ts';
import { measures } from '../../scripts/house/measures.ts';
import { housePage, pagePath } from '../../scripts/house/page.ts';
import { loweredNumbers, readNumbers, regressions } from '../../scripts/house/ratchet.ts';
import { readText } from '../../scripts/house/tree.ts';
import { vagueTypes } from '../../scripts/house/vagueTypes.ts';

const numbers = readNumbers();
const enforced = measures.filter(({ kind }) => kind !== 'reported');

test('no measure is worse than its number', () => {
  const product = readProduct();
  const now = Object.fromEntries(enforced.map(({ key, count }) => [key, count(product) ?? 0]));
  expect(regressions(enforced, now, numbers), 'see docs/house.md').toEqual([]);
});

test('every enforced measure has a number', () => {
  expect(enforced.filter(({ key }) => numbers[key] === undefined)).toEqual([]);
});

test('docs/house.md is what `npm run house -- --update` writes', () => {
  expect(readText(pagePath)).toBe(housePage(measures, numbers));
});

const kinds = [
  { key: 'strict', name: 'strict', kind: 'strict' },
  { key: 'size', name: 'size', kind: 'size' },
  { key: 'reported', name: 'reported', kind: 'reported' },
] as const;

test('a strict measure may not rise, one of size by at most a hundredth, and a reported one freely', () => {
  const kept = { strict: 5, size: 1000, reported: 5 };
  expect(regressions(kinds, { strict: 5, size: 1010, reported: 50 }, kept)).toEqual([]);
  expect(regressions(kinds, { strict: 6, size: 1011 }, kept)).toEqual([
    'strict: 6, at most 5',
    'size: 1,011, at most 1,010',
  ]);
});

test('numbers go down and never up', () => {
  const kept = { strict: 5, size: 1000, reported: 5, gone: 1 };
  expect(loweredNumbers(kinds, { strict: 6, size: 990, reported: 9 }, kept)).toEqual({
    strict: 5,
    size: 990,
    reported: 9,
  });
  expect(loweredNumbers(kinds, { strict: 1 }, kept)).toEqual({ strict: 1, size: 1000, reported: 5 });
});

test('a feature touches each folder with a file named after it, and its own folder once', () => {
  const files = [
    'electron/hooks/hookFile.ts',
    'electron/hooks/runs/run.ts',
    'electron/handlers/hooks.ts',
    'shared/useHooked.ts',
  ];
  expect(foldersOf('hooks', files)).toEqual(['electron/handlers', 'electron/hooks']);
});

test('a file that imports most features is wiring; vague type names are detected', () => {
  const named = ['./hooks.ts', '../mcp/servers.ts', './presetFile.ts', './worktree.ts', 'mcp'].map((specifier) => ({
    ...{ file: '', specifier, dynamic: false, line: 1 },
  }));
  const file = (path: string, count: number) =>
    [
      path,
      {
        path,
        text: '',
        imports: [],
        named: named.slice(-count),
        types: ['HookRun', 'KnownProvider', 'Kept', 'HeldPlace'],
      },
    ] as const;
  const files = new Map([file('shared/all.ts', 5), file('shared/some.ts', 4), file('shared/mcp.ts', 5)]);
  expect(wiringFiles(files)).toEqual(['shared/all.ts']);
  expect(vagueTypes(new Map([file('shared/all.ts', 1)]))).toEqual(['Kept shared/all.ts', 'HeldPlace shared/all.ts']);
});
