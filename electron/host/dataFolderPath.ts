// The default place for conversations and settings: the operating system's folder for app data.

import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** `THROUGHLINE_HOME`, or the system's place for app data. Always absolute; nothing is made. */
export function defaultDataFolder(
  env: Record<string, string | undefined>,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.THROUGHLINE_HOME) return resolve(env.THROUGHLINE_HOME);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Throughline');
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Throughline');
  // The specification of this variable says that a relative value is to be ignored.
  const shared = env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(shared, 'throughline');
}
