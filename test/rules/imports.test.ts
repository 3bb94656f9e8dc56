// Every import of the program against the table in layers.ts.

import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, readProduct } from '../../scripts/house/graph.ts';
import type { ImportOf } from '../../scripts/house/syntax.ts';
import { root } from '../../scripts/house/tree.ts';
import { type Layer, layerOf, layers } from './layers.ts';

const product = readProduct();
const files = [...product.keys()];
const imports = [...product.values()].flatMap(({ named }) => named);

test('every source file belongs to a layer', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => layerOf(file) === null)).toEqual([]);
});

test('every import stays within what its layer may import', () => {
  expect(imports.length).toBeGreaterThan(500);
  const broken = imports.flatMap(({ file, ...found }) => {
    const reason = problemWith(file, found);
    return reason === null ? [] : [`${file}:${found.line} imports ${found.specifier}: ${reason}`];
  });
  expect(broken).toEqual([]);
});

test('only the desktop host, its door and its preload script import electron', () => {
  const importers = new Set(imports.filter(({ specifier }) => packageOf(specifier) === 'electron').map((i) => i.file));
  const others = [...importers].filter(
    (file) => !['electron/main.ts', 'electron/preload.ts'].includes(file) && !file.startsWith('electron/host/desktop/'),
  );
  expect(others).toEqual([]);
});

test('the table names only layers that are in it, and every one once', () => {
  const names = layers.map((layer) => layer.name);
  expect(new Set(names).size).toBe(names.length);
  expect(layers.flatMap((layer) => layer.layers).filter((name) => !names.includes(name))).toEqual([]);
  expect(layers.flatMap((layer) => layer.files ?? []).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the table allows no package and no single file that nobody imports any more', () => {
  const unused = layers.flatMap((layer) => {
    const own = imports.filter(({ file }) => layerOf(file) === layer);
    const named = new Set(own.flatMap(({ file, specifier }) => [packageOf(specifier), fileOf(file, specifier)]));
    return [...layer.packages, ...(layer.files ?? [])].filter((one) => !named.has(one)).map((one) => [layer.name, one]);
  });
  expect(unused).toEqual([]);
});

/** Why the import may not be; null when it may. */
function problemWith(file: string, { specifier }: ImportOf): string | null {
  const layer = layerOf(file);
  if (layer === null) return `${file} belongs to no layer`;
  if (specifier === null) return 'it is not a constant, so nobody can say what it loads';
  const imported = fileOf(file, specifier);
  if (imported !== null) return problemWithFile(imported, layer);
  if (specifier.startsWith('node:')) return layer.node ? null : `${layer.name} does not import what comes with Node`;
  const name = packageOf(specifier);
  if (name !== null && builtinModules.includes(name)) return 'what comes with Node is imported as `node:…`';
  if (name !== null && [...layer.packages, ...(layer.shared ?? [])].includes(name)) return null;
  return `${layer.name} may import ${layer.packages.join(', ') || 'no packages'}`;
}

function problemWithFile(imported: string, layer: Layer): string | null {
  if (!existsSync(path.join(root, imported))) return 'there is no such file';
  if (layer.files?.includes(imported) || imported.endsWith('.css')) return null;
  const other = layerOf(imported);
  if (other === null) return 'it belongs to no layer';
  if (other === layer || layer.layers.includes(other.name)) return null;
  return `${layer.name} may import ${layer.layers.join(', ') || 'itself only'}`;
}

/** The name of a package without what is inside it; null for a path. */
function packageOf(specifier: string | null): string | null {
  if (specifier === null || /^(?:\.|\/|node:)/.test(specifier)) return null;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
