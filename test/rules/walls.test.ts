// The shape of the house: no two files and no two folders import each other. What does today is listed in offenders.ts.

import { expect, test } from 'vitest';
import { circles, mutualFolders, readProduct } from '../../scripts/house/graph.ts';
import { knownCircles, knownMutualFolders } from '../../scripts/house/offenders.ts';
import { floors } from './layers.ts';

const product = readProduct();

test('no files import each other in a circle, and the list of those that do only shrinks', () => {
  expect(circles(product)).toEqual(knownCircles);
});

test('no two folders import each other, and the list of those that do only shrinks', () => {
  expect(mutualFolders(product).sort()).toEqual(knownMutualFolders);
});

test.each(Object.entries(floors))('the rooms of %s import only rooms below them', (layer, rooms) => {
  const roomOf = (file: string): string | null =>
    (file.startsWith(layer) && file.slice(layer.length).match(/^([^/]+)\//)?.[1]) || null;
  const arrows = [...product.values()].flatMap(({ path, imports }) =>
    imports.map((to) => ({ path, to, from: roomOf(path), into: roomOf(to) })),
  );
  const own = arrows.filter(({ from, into }) => from !== null && into !== null && from !== into);
  expect(own.length).toBeGreaterThan(1);
  const down = ({ from, into }: (typeof own)[number]): boolean =>
    rooms.includes(from as string) && rooms.indexOf(from as string) < rooms.indexOf(into as string);
  expect(own.filter((arrow) => !down(arrow)).map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
});

test('a circle is found, through types too', () => {
  const file = (path: string, imports: string[]) => [path, { path, text: '', imports, named: [] }] as const;
  const files = new Map([
    file('a/one.ts', ['b/two.ts']),
    file('b/two.ts', ['c/three.ts']),
    file('c/three.ts', ['a/one.ts']),
    file('a/beside.ts', ['a/one.ts', 'b/two.ts']),
    file('b/back.ts', ['a/one.ts']),
    file('b/inner/below.ts', ['b/two.ts']),
  ]);
  expect(circles(files)).toEqual([['a/one.ts', 'b/two.ts', 'c/three.ts']]);
  expect(mutualFolders(files)).toEqual(['a <> b']);
});
