// The product's import graph, used by the layer rules, cycle check and `npm run house`.

import path from 'node:path';
import { exportedTypes, type ImportOf, importsOf, parseSource } from './syntax.ts';
import { filesIn, readText } from './tree.ts';

export interface SourceFile {
  /** Relative to the root. */
  path: string;
  text: string;
  /** Product files that it imports, including type imports, without duplicates. */
  imports: readonly string[];
  /** Everything that it imports, including packages and text files. */
  named: readonly (ImportOf & { file: string })[];
  /** Its exported interfaces, type aliases and classes. */
  types: readonly string[];
}

export const productFolders = ['shared', 'electron', 'renderer'];

let product: ReadonlyMap<string, SourceFile> | undefined;

/** Returns every product source file by path, cached per process. Throws if one does not parse. */
export function readProduct(): ReadonlyMap<string, SourceFile> {
  product ??= parseProduct();
  return product;
}

function parseProduct(): ReadonlyMap<string, SourceFile> {
  const paths = filesIn(productFolders).filter((file) => /\.[cm]?tsx?$/.test(file));
  const knownPaths = new Set(paths);
  return new Map(
    paths.map((file) => {
      const text = readText(file);
      const source = parseSource(file, text);
      const named = importsOf(source).map((entry) => ({ file, ...entry }));
      const imported = named.flatMap(({ specifier }) => fileOf(file, specifier) ?? []);
      const imports = [...new Set(imported)].filter((one) => knownPaths.has(one) && one !== file);
      return [file, { path: file, text, imports, named, types: exportedTypes(source) }];
    }),
  );
}

/** Returns the root-relative path of a relative import; null for any other. */
export function fileOf(from: string, specifier: string | null): string | null {
  if (!specifier?.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(from), specifier.replace(/\?(?:raw|url)$/, ''));
}

/** Returns groups of files that import each other in cycles, including type imports. Tarjan's algorithm. */
export function importCycles(files: ReadonlyMap<string, SourceFile>): string[][] {
  const cycles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    const ownIndex = order.size;
    order.set(file, ownIndex);
    lowest.set(file, ownIndex);
    stack.push(file);
    for (const next of files.get(file)?.imports ?? []) {
      if (!order.has(next)) lower(file, visit(next));
      else if (stack.includes(next)) lower(file, order.get(next) as number);
    }
    if (lowest.get(file) === ownIndex) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) cycles.push(circle.sort());
    }
    return lowest.get(file) as number;
  };
  const lower = (file: string, to: number): void => {
    lowest.set(file, Math.min(lowest.get(file) as number, to));
  };
  for (const file of files.keys()) if (!order.has(file)) visit(file);
  return cycles.sort(([one = ''], [other = '']) => one.localeCompare(other));
}

/** Returns pairs of unnested folders that import each other, as `one <> other`. */
export function mutualFolders(files: ReadonlyMap<string, SourceFile>): string[] {
  const arrows = new Set<string>();
  for (const { path: file, imports } of files.values()) {
    for (const imported of imports) {
      const [from, to] = [path.posix.dirname(file), path.posix.dirname(imported)];
      if (!`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`)) arrows.add(`${from} ${to}`);
    }
  }
  return [...arrows].flatMap((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return from < to && arrows.has(`${to} ${from}`) ? [`${from} <> ${to}`] : [];
  });
}

/** Maps each file to the files that import it. */
export function importersOf(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, string[]> {
  const importers = new Map<string, string[]>([...files.keys()].map((file) => [file, []]));
  for (const { path: file, imports } of files.values()) for (const one of imports) importers.get(one)?.push(file);
  return importers;
}
