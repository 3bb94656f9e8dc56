// Which messages of pending.json still wait: the app may have ended between storing one and taking it from the queue, and
// what is in the log already is neither shown nor sent again. The whole log is asked, not the open branch: a person may have
// gone to another branch since, and the record is there all the same.

import type { QueuedMessage } from '../../../shared/conversation/event.ts';
import { ok, type Result } from '../../../shared/errors.ts';
import type { Pending } from '../../../shared/formats.ts';
import type { ConversationStore } from '../../ports/store.ts';

type Queue = Pending['queue'];

/** What is shown of one that waits. */
export function queuedMessage({ id, text, attachments = [] }: Queue[number]): QueuedMessage {
  return { id, text, ...(attachments.length > 0 ? { attachments } : {}) };
}

/** `unstored`: ids of which it is known already, so that a long log is not gone through for them. */
export async function stillQueued(
  store: Pick<ConversationStore, 'readMessages'>,
  conversationId: string,
  queue: Queue,
  unstored: ReadonlySet<string> = new Set(),
): Promise<Result<Queue>> {
  const asked = queue.flatMap(({ id }) => (unstored.has(id) ? [] : [id]));
  if (asked.length === 0) return ok(queue);
  const found = await store.readMessages(conversationId, asked);
  if (!found.ok) return found;
  const stored = new Set(found.value.map(({ id }) => id));
  return ok(queue.filter(({ id }) => !stored.has(id)));
}
