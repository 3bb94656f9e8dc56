// The repository as on another machine: parts of the tree in a test folder, with this machine's node_modules.

import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tempFolder } from './tempFolder.ts';

export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Scripts that need the whole tree, and Node's compile cache. */
const left = [
  'scripts/house.ts',
  'scripts/dev',
  'scripts/publishUpdate',
  'scripts/publishUpdate.ts',
  'scripts/site',
  'out/compiled',
].map((path) => join(repositoryRoot, path));

/** `parts`: paths from the root; package.json and the lock file are always included. */
export function treeCopy(parts: readonly string[]): string {
  const folder = tempFolder();
  for (const part of ['package.json', 'package-lock.json', 'scripts', ...parts]) {
    cpSync(join(repositoryRoot, part), join(folder, part), { recursive: true, filter: (from) => !left.includes(from) });
  }
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}
