// Default data folder: the operating system's folder for app data.

import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** Returns `THROUGHLINE_HOME`, or the system's app data folder. Always absolute; creates nothing. */
export function defaultDataFolder(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.THROUGHLINE_HOME) return resolve(env.THROUGHLINE_HOME);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Throughline');
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Throughline');
  // The XDG specification says to ignore relative values.
  const dataHome =
    env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(dataHome, 'throughline');
}
