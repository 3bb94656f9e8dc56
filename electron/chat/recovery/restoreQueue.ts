// Determines which messages in pending.json are still queued. The app may have quit between storing a message and
// taking it off the queue, and what is in the log is neither shown nor sent again. This checks the whole log rather
// than the active branch, since the user may have switched.

import type { QueuedMessage } from '../../../shared/conversation/event.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Pending } from '../../conversation/formats.ts';
import type { ConversationReader } from '../../ports/store.ts';

type Queue = Pending['queue'];

/** A queued message as shown. */
export function toQueuedMessage({ id, text, attachments = [] }: Queue[number]): QueuedMessage {
  return { id, text, ...(attachments.length > 0 ? { attachments } : {}) };
}

/** `unstored`: ids known not to be in the log, to avoid scanning a long one. */
export async function stillQueuedMessages(
  store: Pick<ConversationReader, 'readMessages'>,
  conversationId: string,
  queue: Queue,
  unstored: ReadonlySet<string> = new Set(),
): Promise<Result<Queue>> {
  const candidateIds = queue.flatMap(({ id }) => (unstored.has(id) ? [] : [id]));
  if (candidateIds.length === 0) return ok(queue);
  const logged = await store.readMessages(conversationId, candidateIds);
  if (!logged.ok) return logged;
  const stored = new Set(logged.value.map(({ id }) => id));
  return ok(queue.filter(({ id }) => !stored.has(id)));
}
