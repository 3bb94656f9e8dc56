// What a record of the environment speaks of.

import type { EnvironmentTopic, Message } from './message.ts';

/** Null for other records. One of an older version speaks of the moment. */
export function environmentOf(message: Message): EnvironmentTopic | null {
  if (message.role !== 'system' || message.partType !== 'environment') return null;
  return message.environment?.about ?? 'moment';
}
