// Which file of the product imports which: what the walls, the circles and `npm run house` are measured on.

import path from 'node:path';
import { exportedTypes, type ImportOf, importsOf, parseSource } from './syntax.ts';
import { filesIn, readText } from './tree.ts';

export interface SourceFile {
  /** From the root on. */
  path: string;
  text: string;
  /** The files of the product that it imports, for their types too, each once. */
  imports: readonly string[];
  /** Everything that it names, packages and text files too. */
  named: readonly (ImportOf & { file: string })[];
  /** The interfaces, type aliases and classes that it exports. */
  types: readonly string[];
}

export const productFolders = ['shared', 'electron', 'renderer'];

let product: ReadonlyMap<string, SourceFile> | undefined;

/** Returns every source file of the product by its path, read once in a process. Throws when one does not parse. */
export function readProduct(): ReadonlyMap<string, SourceFile> {
  product ??= parseProduct();
  return product;
}

function parseProduct(): ReadonlyMap<string, SourceFile> {
  const paths = filesIn(productFolders).filter((file) => /\.[cm]?tsx?$/.test(file));
  const known = new Set(paths);
  return new Map(
    paths.map((file) => {
      const text = readText(file);
      const source = parseSource(file, text);
      const named = importsOf(source).map((found) => ({ file, ...found }));
      const imported = named.flatMap(({ specifier }) => fileOf(file, specifier) ?? []);
      const imports = [...new Set(imported)].filter((one) => known.has(one) && one !== file);
      return [file, { path: file, text, imports, named, types: exportedTypes(source) }];
    }),
  );
}

/** The path from the root on of a relative import; null for any other. */
export function fileOf(from: string, specifier: string | null): string | null {
  if (!specifier?.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(from), specifier.replace(/\?(?:raw|url)$/, ''));
}

/** Groups of files that reach each other by imports, of types too. Tarjan's algorithm. */
export function circles(files: ReadonlyMap<string, SourceFile>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    stack.push(file);
    for (const next of files.get(file)?.imports ?? []) {
      if (!order.has(next)) lower(file, visit(next));
      else if (stack.includes(next)) lower(file, order.get(next) as number);
    }
    if (lowest.get(file) === own) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) found.push(circle.sort());
    }
    return lowest.get(file) as number;
  };
  const lower = (file: string, to: number): void => {
    lowest.set(file, Math.min(lowest.get(file) as number, to));
  };
  for (const file of files.keys()) if (!order.has(file)) visit(file);
  return found.sort(([one = ''], [other = '']) => one.localeCompare(other));
}

/** Pairs of folders of which each imports from the other, neither inside the other, as `one <> other`. */
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

/** The files that import each file. */
export function importersOf(files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, string[]> {
  const importers = new Map<string, string[]>([...files.keys()].map((file) => [file, []]));
  for (const { path: file, imports } of files.values()) for (const one of imports) importers.get(one)?.push(file);
  return importers;
}
