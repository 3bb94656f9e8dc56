// Recently used palette commands. The window stores their ids and nothing else.

import type { Memory } from '../../core/memory.ts';

const name = 'recentCommands';
const maxCommands = 8;

/** Ids, most recent first. */
export function recentCommands(memory: Memory): string[] {
  return (memory.get(name) ?? '').split(' ').filter(Boolean).slice(0, maxCommands);
}

export function addRecentCommand(memory: Memory, id: string): void {
  const others = recentCommands(memory).filter((other) => other !== id);
  memory.set(name, [id, ...others].slice(0, maxCommands).join(' '));
}
