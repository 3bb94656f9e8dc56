// How Node runs the entry points: the size of its pieces of memory, and how it compiles. Caches the compiled code, which saves a third of a command's run time. Stored next to the
// entry point, which only its builder can write, or else in the user's cache folder. Node validates each entry against
// its source and ignores stale or damaged ones. Without a writable folder, nothing is cached.

import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Environment } from '../lib/environment.ts';

/**
 * Compiles baseline code on the main thread. In the background, a compilation that waits for a garbage collection
 * deadlocks with `process.exit`, and the command never ends (https://github.com/nodejs/node/issues/54918).
 */
export function compileInForeground(): void {
  setFlagsFromString('--no-concurrent-sparkplug');
}

/**
 * Node 24 takes pieces of 64 kB for small buffers. One of them that is needed a little longer keeps the whole piece, and during a sync
 * up to fifty megabytes of such pieces wait for a collection. This is the size that earlier versions use.
 */
export function limitBufferPool(): void {
  Buffer.poolSize = 8 * 1024;
}

/** `doors`: folder of the entry points. `NODE_COMPILE_CACHE` takes precedence. */
export function setUpCompileCache(doors: string): void {
  if (process.env.NODE_COMPILE_CACHE) return;
  const candidates = isWritable(doors) ? [join(doors, 'compiled')] : [];
  const folder = [...candidates, cacheFolder(process.env)].find((each) => isOwnedByUser(each));
  if (folder !== undefined) enableCompileCache(folder);
}

/**
 * Cached code is executed, and Node does not check who wrote it: the folder must belong to this user and be writable
 * only by them. @internal
 */
export function isOwnedByUser(folder: string, uid: number | undefined = process.getuid?.()): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    return stats.isDirectory() && (uid === undefined || (stats.uid === uid && (stats.mode & 0o022) === 0));
  } catch {
    return false;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The system's cache folder. @internal */
export function cacheFolder(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Throughline', 'compiled');
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Throughline', 'Cache', 'compiled');
  }
  // The XDG specification says to ignore relative values.
  const cacheHome = env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(home, '.cache');
  return join(cacheHome, 'throughline', 'compiled');
}
