// What a record of the environment speaks of.

import type { Message } from './message.ts';

/** Null for other records. One of an older version speaks of the moment. `changes`: files that the person put back. */
export function environmentOf(message: Message): 'moment' | 'instructions' | 'changes' | null {
  if (message.role !== 'system' || message.partType !== 'environment') return null;
  return message.environment?.about ?? 'moment';
}
