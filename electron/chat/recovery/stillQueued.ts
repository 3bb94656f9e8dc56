// Which messages in pending.json are still waiting. The app may have closed between storing a message and taking it off the
// queue, and anything already in the log is neither shown nor sent again. The whole log is checked, not just the open branch,
// since the person may have switched branches.

import type { QueuedMessage } from '../../../shared/conversation/event.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Pending } from '../../conversation/formats.ts';
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
