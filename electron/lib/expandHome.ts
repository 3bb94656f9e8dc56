// Folders as users type them.

import { homedir } from 'node:os';
import { join } from 'node:path';

/** Expands a leading `~`. */
export function expandHome(typed: string): string {
  return typed === '~' || typed.startsWith('~/') ? join(homedir(), typed.slice(1)) : typed;
}
