// Which messages of pending.json still wait: the app may have ended between storing one and taking it from the queue, and
// what is in the log already is neither shown nor sent again.

import type { QueuedMessage } from '../../../shared/conversation/event.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { Pending } from '../../../shared/formats.ts';

/** What is shown of one that waits. */
export function queuedMessage({ id, text, attachments = [] }: Pending['queue'][number]): QueuedMessage {
  return { id, text, ...(attachments.length > 0 ? { attachments } : {}) };
}

/** `stored`: the last records of the branch. */
export function stillQueued(queue: Pending['queue'], stored: readonly Message[]): Pending['queue'] {
  if (queue.length === 0) return queue;
  const known = new Set(stored.map((message) => message.id));
  return queue.filter(({ id }) => !known.has(id));
}
