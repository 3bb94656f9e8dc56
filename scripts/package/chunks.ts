// The files that an entry point loads: `out` may also contain chunks of earlier builds, which must not be packaged.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Entry points of the command line and the browser host, which are part of a package. */
const commandDoors = ['cli.js', 'headless.js'] as const;

/** Returns the names of the entry points in a folder and of all their chunks. */
export function currentChunks(folder: string, doors: readonly string[] = commandDoors): string[] {
  const names = new Set(readdirSync(folder));
  const reached = new Set(doors);
  for (const name of reached) {
    for (const [, chunk = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      if (names.has(chunk)) reached.add(chunk);
    }
  }
  return [...reached].sort();
}

/** Returns the chunks of earlier builds. */
export function staleChunks(folder: string): string[] {
  const current = new Set(currentChunks(folder));
  return readdirSync(folder).filter(
    (name) => commandDoors.some((door) => name.startsWith(door.replace(/js$/, ''))) && !current.has(name),
  );
}
