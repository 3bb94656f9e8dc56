// Module boundaries: no two files and no two folders import each other. Modules import modules below them.

import { expect, test } from 'vitest';
import { floors } from '../../scripts/house/floors.ts';
import { importCycles, mutualFolders, readProduct } from '../../scripts/house/graph.ts';
import { floorViolations } from '../../scripts/house/walls.ts';

const product = readProduct();

test('no files import each other in a circle', () => {
  expect(importCycles(product)).toEqual([]);
});

test('no two folders import each other', () => {
  expect(mutualFolders(product)).toEqual([]);
});

test.each(Object.keys(floors))('the modules of %s import only modules below them', (layer) => {
  expect(floorViolations(product, layer)).toEqual([]);
});

test('an import that goes up is found, and one of a module that is not in the table', () => {
  const file = (path: string, imports: string[]) => [path, { path, text: '', imports, named: [], types: [] }] as const;
  const files = new Map([
    file('electron/stores/files/disk.ts', ['electron/stores/log/openLog.ts']),
    file('electron/stores/log/openLog.ts', ['electron/stores/files/disk.ts', 'electron/stores/attic/old.ts']),
  ]);
  expect(floorViolations(files, 'electron/stores/')).toEqual([
    'electron/stores/files/disk.ts imports electron/stores/log/openLog.ts',
    'electron/stores/log/openLog.ts imports electron/stores/attic/old.ts',
  ]);
});

test('a cycle is found, through types too', () => {
  const file = (path: string, imports: string[]) => [path, { path, text: '', imports, named: [], types: [] }] as const;
  const files = new Map([
    file('a/one.ts', ['b/two.ts']),
    file('b/two.ts', ['c/three.ts']),
    file('c/three.ts', ['a/one.ts']),
    file('a/beside.ts', ['a/one.ts', 'b/two.ts']),
    file('b/back.ts', ['a/one.ts']),
    file('b/inner/below.ts', ['b/two.ts']),
  ]);
  expect(importCycles(files)).toEqual([['a/one.ts', 'b/two.ts', 'c/three.ts']]);
  expect(mutualFolders(files)).toEqual(['a <> b']);
});
