// Finds the program that a command names, as the app's own PATH has it. Reads folders only; starts nothing.

import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from '../../lib/environment.ts';
import { resolveCommandPath } from './commandPath.ts';

/** Returns an absolute path; null if there is no such program. A relative path is never one: it would depend on a folder. */
export async function findExecutable(command: string, env: Environment): Promise<string | null> {
  if (isAbsolute(command)) return (await isExecutable(command)) ? command : null;
  if (/[\\/]/.test(command) || command === '') return null;
  if (process.platform === 'win32') return resolveCommandPath(command, env, 'win32', isExecutable);
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const paths = await Promise.all(
    folders.map(async (folder) => ((await isExecutable(join(folder, command))) ? join(folder, command) : null)),
  );
  return paths.find((path) => path !== null) ?? null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isFile()) return false;
    if (process.platform !== 'win32') await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
