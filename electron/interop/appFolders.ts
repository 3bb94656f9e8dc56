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
    copilot: env.COPILOT_HOME || join(home, '.copilot'),
    qwen: env.QWEN_RUNTIME_DIR || env.QWEN_HOME || join(home, '.qwen'),
    cline: env.CLINE_DATA_DIR || join(env.CLINE_DIR || join(home, '.cline'), 'data'),
    pi: env.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent'),
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
    copilot: join(folders.copilot, 'session-state'),
    qwen: join(folders.qwen, 'projects'),
    cline: env.CLINE_SESSION_DATA_DIR || join(folders.cline, 'sessions'),
    pi: env.PI_CODING_AGENT_SESSION_DIR || join(folders.pi, 'sessions'),
  };
}
