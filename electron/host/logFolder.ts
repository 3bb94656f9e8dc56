// The folder of the log files: the operating system's place for logs, or inside a data folder that the user chose.

import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { LogFiles } from '../lib/log.ts';
import { createLogFile } from '../lib/logFile.ts';
import { defaultDataFolder } from './dataFolderPath.ts';

/** Follows the reason why the app could not start. */
export const doctorHint = 'Run “throughline doctor” in a terminal to check this machine.';

type Environment = Record<string, string | undefined>;

/** Creates nothing. @internal */
export function logFolder(
  dataDir: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const standard = defaultDataFolder({ ...env, THROUGHLINE_HOME: undefined }, platform, home);
  if (dataDir !== standard || platform === 'win32') return join(dataDir, 'logs');
  if (platform === 'darwin') return join(home, 'Library', 'Logs', 'Throughline');
  const state =
    env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME) ? env.XDG_STATE_HOME : join(home, '.local', 'state');
  return join(state, 'throughline', 'logs');
}

export function logFilesOf(dataDir: string, env: Environment, host: string): LogFiles {
  return createLogFile({ folder: logFolder(dataDir, env), host });
}
