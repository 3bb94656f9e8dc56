// Bundles a door into a folder of the test's, as the build does, and says what a bundle takes from outside.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, parseAst } from 'vite';
import { doorConfig } from '../../vite.doors.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The text of the bundle that `entry` (a path in the repository) becomes. */
export async function bundleOf(entry: string, name: string, folder: string): Promise<string> {
  const config = doorConfig(root, entry, name);
  await build({ ...config, build: { ...config.build, outDir: folder } });
  return readFileSync(join(folder, name), 'utf8');
}

/** What is imported or required by name, in any way of writing it; sorted, each once. */
export function importsOf(code: string): string[] {
  const names = new Set<string>();
  visit(parseAst(code), (node) => {
    if (/^(?:Import|ExportNamed|ExportAll)(?:Declaration|Expression)$/.test(node.type)) add(names, node.source);
    const isRequire =
      node.type === 'CallExpression' && isNode(node.callee) && /^(?:__)?require$/.test(`${node.callee.name}`);
    if (isRequire && Array.isArray(node.arguments)) add(names, node.arguments[0]);
  });
  return [...names].sort();
}

type Node = { type: string } & Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function add(names: Set<string>, source: unknown): void {
  if (!isNode(source)) return;
  if (typeof source.value === 'string') names.add(source.value);
  const [only] = Array.isArray(source.quasis) && source.quasis.length === 1 ? source.quasis : [];
  if (isNode(only)) names.add((only.value as { cooked: string }).cooked);
}

function visit(start: unknown, seen: (node: Node) => void): void {
  const waiting: unknown[] = [start];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next);
    else if (isNode(next)) {
      seen(next);
      for (const value of Object.values(next)) if (typeof value === 'object') waiting.push(value);
    }
  }
}
