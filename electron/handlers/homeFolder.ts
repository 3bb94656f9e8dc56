// `~` as people type it at the beginning of a path.

import { homedir } from 'node:os';
import path from 'node:path';

export function expandHome(typed: string): string {
  return typed === '~' || typed.startsWith('~/') ? path.join(homedir(), typed.slice(1)) : typed;
}
