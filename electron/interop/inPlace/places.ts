// Where the programs keep their sessions on this machine.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { InPlaceProgram } from '../../../shared/inPlace.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export function placesOf(env: Environment): Record<InPlaceProgram, string> {
  const home = env.HOME || homedir();
  return {
    'claude-code': join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects'),
    codex: join(env.CODEX_HOME || join(home, '.codex'), 'sessions'),
    opencode: join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode', 'opencode.db'),
    'gemini-cli': join(home, '.gemini', 'tmp'),
  };
}
