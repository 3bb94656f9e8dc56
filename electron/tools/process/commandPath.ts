// Finds the program that a command names. Windows searches the start folder before PATH, so a folder could replace
// `npx`. This searches PATH only.

import { win32 } from 'node:path';
import type { Environment } from '../../lib/environment.ts';

/** Cannot be overridden by a configuration: also protects programs that the server starts. */
export const searchPathOnly = { NoDefaultCurrentDirectoryInExePath: '1' };

/**
 * Returns the program's absolute path; null if not in PATH. Commands with a path stay as is, as do all commands on
 * other systems, which only search PATH. `isFile`: checks an absolute path.
 */
export async function resolveCommandPath(
  command: string,
  env: Environment,
  platform: NodeJS.Platform,
  isFile: (path: string) => Promise<boolean>,
): Promise<string | null> {
  if (platform !== 'win32' || /[\\/:]/.test(command)) return command;
  const value = (name: string): string => {
    const key = Object.keys(env).find((one) => one.toUpperCase() === name);
    return (key === undefined ? undefined : env[key]) ?? '';
  };
  const endings = (value('PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  const hasEnding = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()));
  const names = [...(hasEnding ? [command] : []), ...endings.map((ending) => command + ending)];
  for (const entry of value('PATH').split(';')) {
    const folder = entry.replaceAll('"', '').trim();
    // `.`, empty and drive-relative entries mean the current folder.
    if (!/^[a-z]:[\\/]|^\\\\/i.test(folder)) continue;
    for (const name of names) {
      const path = win32.join(folder, name);
      if (await isFile(path)) return path;
    }
  }
  return null;
}
