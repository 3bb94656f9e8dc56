// Checks imports against the tables in layers.ts.

import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { floors } from './floors.ts';
import { fileOf, type SourceFile } from './graph.ts';
import { type Layer, layerOf } from './layers.ts';
import type { ImportOf } from './syntax.ts';
import { root } from './tree.ts';

/** Returns a sentence for each import that its layer may not make. */
export function layerViolations(files: ReadonlyMap<string, SourceFile>): string[] {
  return [...files.values()].flatMap(({ named }) =>
    named.flatMap(({ file, ...reference }) => {
      const reason = problemWith(file, reference);
      return reason === null ? [] : [`${file}:${reference.line} imports ${reference.specifier}: ${reason}`];
    }),
  );
}

/** Returns imports from a folder of the layer to one that is not below it. */
export function floorViolations(files: ReadonlyMap<string, SourceFile>, layer: string): string[] {
  const rooms = floors[layer] ?? [];
  const roomOf = (file: string): string | null =>
    (file.startsWith(layer) && file.slice(layer.length).match(/^([^/]+)\//)?.[1]) || null;
  return [...files.values()].flatMap(({ path: file, imports }) => {
    const from = roomOf(file);
    return imports.flatMap((to) => {
      const into = roomOf(to);
      if (from === null || into === null || from === into) return [];
      const down = rooms.includes(from) && rooms.indexOf(from) < rooms.indexOf(into);
      return down ? [] : [`${file} imports ${to}`];
    });
  });
}

/** Returns why an import is not allowed; null if it is. */
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

/** Returns a package's name without the path inside it; null for a path. */
export function packageOf(specifier: string | null): string | null {
  if (specifier === null || /^(?:\.|\/|node:)/.test(specifier)) return null;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
