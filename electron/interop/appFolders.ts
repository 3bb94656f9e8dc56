// Locations of other apps' data on this machine.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { InPlaceProgram } from '../../shared/features/inPlace/inPlace.ts';
import type { Environment } from '../lib/environment.ts';

/** Each app's own data folder. */
export function programFolders(env: Environment): Record<InPlaceProgram, string> {
  const home = env.HOME || homedir();
  return {
    'claude-code': env.CLAUDE_CONFIG_DIR || join(home, '.claude'),
    codex: env.CODEX_HOME || join(home, '.codex'),
    opencode: join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode'),
    'gemini-cli': join(home, '.gemini'),
  };
}

/** Each app's sessions folder. */
export function sessionFolders(env: Environment): Record<InPlaceProgram, string> {
  const folders = programFolders(env);
  return {
    'claude-code': join(folders['claude-code'], 'projects'),
    codex: join(folders.codex, 'sessions'),
    opencode: join(folders.opencode, 'opencode.db'),
    'gemini-cli': join(folders['gemini-cli'], 'tmp'),
  };
}
