// The files of the project's folder that the command of a hook names: `./check.sh`, `cd tools && ./check.sh`. What they hold is
// run, so an approval covers it as well as the words. Files that they load in turn are not followed, nor what a command line
// assembles itself.

import { stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { HookFiles } from '../ports/hooks.ts';

/** More than any command names; each is looked for on the disk. */
const mostNames = 200;
/** What a runner takes its commands from. */
const runners: Readonly<Record<string, string>> = {
  npm: 'package.json',
  pnpm: 'package.json',
  yarn: 'package.json',
  bun: 'package.json',
  make: 'Makefile',
  just: 'justfile',
};
const projectVariable = /\$(?:\{(?:CLAUDE|THROUGHLINE)_PROJECT_DIR\}|(?:CLAUDE|THROUGHLINE)_PROJECT_DIR\b)/g;

/** Their hashes by path, in order. Null: it names more than is looked for. */
export async function namedFiles(
  command: string,
  folder: string,
  contentHash: HookFiles['contentHash'],
): Promise<Record<string, string> | null> {
  const line = command.replaceAll(projectVariable, '.');
  const quoted = [...line.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? '');
  const words = line.replaceAll(/["']/g, '').split(/[\s;&|<>()`=$]+/);
  const names = new Set(
    [...words, ...quoted].flatMap((word) => [word, ...(Object.hasOwn(runners, word) ? [runners[word] ?? ''] : [])]),
  );
  names.delete('');
  if (names.size > mostNames) return null;
  const within = (path: string): boolean => path.startsWith(`${folder}${sep}`);
  // `cd tools && ./check.sh`, `make -C tools`: the names may stand in a folder that is named, too.
  const folders = [folder];
  for (const path of new Set([...names].map((name) => resolve(folder, name)))) {
    if (within(path) && (await isFolder(path))) folders.push(path);
  }
  const paths = new Set(folders.flatMap((at) => [...names].map((name) => resolve(at, name)).filter(within)));
  if (paths.size > mostNames) return null;
  const found: [string, string][] = [];
  for (const path of paths) {
    const hash = await contentHash(path);
    if (hash !== null) found.push([relative(folder, path).split(sep).join('/'), hash]);
  }
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}
