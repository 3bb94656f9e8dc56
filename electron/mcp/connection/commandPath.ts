// Finds the program a command names. Windows searches the start folder before PATH, so a folder could replace `npx` with its
// own. It is therefore looked up here, in PATH only.

import { win32 } from 'node:path';
import type { Environment } from '../../lib/environment.ts';

/** Not to be overruled by a configuration: also what the server starts is not looked for where it runs. */
export const pathAlone = { NoDefaultCurrentDirectoryInExePath: '1' };

/**
 * The program's absolute path; null: it is not in PATH. A command with a path in it stays as it is, as does every command on
 * other systems, where PATH alone counts. `isFile`: of an absolute path.
 */
export async function commandPath(
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
  const known = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()));
  const names = [...(known ? [command] : []), ...endings.map((ending) => command + ending)];
  for (const entry of value('PATH').split(';')) {
    const folder = entry.replaceAll('"', '').trim();
    // `.`, an empty one and a drive alone name the folder in which it runs.
    if (!/^[a-z]:[\\/]|^\\\\/i.test(folder)) continue;
    for (const name of names) {
      const path = win32.join(folder, name);
      if (await isFile(path)) return path;
    }
  }
  return null;
}
