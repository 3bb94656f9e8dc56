// Topics of environment records.

import type { EnvironmentTopic, Message } from './message.ts';

/** Returns null for other records. Environment records from older versions are about the moment. */
export function environmentOf(message: Message): EnvironmentTopic | null {
  if (message.role !== 'system' || message.partType !== 'environment') return null;
  return message.environment?.about ?? 'moment';
}
