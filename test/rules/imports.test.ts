// Every import of the program against the table in layers.ts.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, readProduct } from '../../scripts/house/graph.ts';
import { layerOf, layers } from '../../scripts/house/layers.ts';
import { root } from '../../scripts/house/tree.ts';
import { layerViolations, packageOf } from '../../scripts/house/walls.ts';

const product = readProduct();
const files = [...product.keys()];
const imports = [...product.values()].flatMap(({ named }) => named);

test('every source file belongs to a layer', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => layerOf(file) === null)).toEqual([]);
});

test('every import stays within what its layer may import', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(layerViolations(product)).toEqual([]);
});

test('only the desktop host, its entry point and its preload script import electron', () => {
  const importers = new Set(imports.filter(({ specifier }) => packageOf(specifier) === 'electron').map((i) => i.file));
  const others = [...importers].filter(
    (file) => !['electron/main.ts', 'electron/preload.ts'].includes(file) && !file.startsWith('electron/host/desktop/'),
  );
  expect(others).toEqual([]);
});

test('the table names only layers that are in it, each exactly once', () => {
  const names = layers.map((layer) => layer.name);
  expect(new Set(names).size).toBe(names.length);
  expect(layers.flatMap((layer) => layer.layers).filter((name) => !names.includes(name))).toEqual([]);
  expect(layers.flatMap((layer) => layer.files ?? []).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the table allows no package or single file that nothing imports anymore', () => {
  const byLayer = Map.groupBy(imports, ({ file }) => layerOf(file));
  const unused = layers.flatMap((layer) => {
    const own = byLayer.get(layer) ?? [];
    const named = new Set(own.flatMap(({ file, specifier }) => [packageOf(specifier), fileOf(file, specifier)]));
    return [...layer.packages, ...(layer.files ?? [])].filter((one) => !named.has(one)).map((one) => [layer.name, one]);
  });
  expect(unused).toEqual([]);
});
