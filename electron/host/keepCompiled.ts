// What Node compiles of a door is kept from one start to the next: without it a third of a command's time is compiling. It is
// kept beside the door, which only who builds it writes, or, where nothing may be written there, in the person's own folder of
// such things. Node holds each piece against the source that it was made of, so a piece that is old or damaged counts for
// nothing; where nothing can be kept, everything is as before.

import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../lib/environment.ts';

/** `doors`: the folder of the door. The environment's `NODE_COMPILE_CACHE` counts before either. */
export function keepCompiled(doors: string): void {
  if (process.env.NODE_COMPILE_CACHE) return;
  const beside = isWritable(doors) ? [join(doors, 'compiled')] : [];
  const folder = [...beside, cacheFolder(process.env)].find((each) => isOwn(each));
  if (folder !== undefined) enableCompileCache(folder);
}

/**
 * What is kept is run, and Node asks nobody who wrote it: the folder is made here, or is this person's, to be written by them alone.
 * @internal
 */
export function isOwn(folder: string, uid: number | undefined = process.getuid?.()): boolean {
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

/** Where the system keeps what can be made again. @internal */
export function cacheFolder(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'Throughline', 'compiled');
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Throughline', 'Cache', 'compiled');
  }
  // The specification of this variable says that a relative value is to be ignored.
  const shared = env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(home, '.cache');
  return join(shared, 'throughline', 'compiled');
}
