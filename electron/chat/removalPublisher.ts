// Updates a live conversation after permanent removals by this or another process: tombstones replace the messages, and
// every view is notified, including about messages that only it has loaded.

import { isRemoved } from '../../shared/conversation/removed.ts';
import type { ConversationReader } from '../ports/store.ts';
import type { ConversationHub } from './conversationHub.ts';

export type RemovalPublisher = (conversationId: string) => Promise<void>;

/** The returned function is a no-op for a conversation that is not live. */
export function createRemovalPublisher(
  store: Pick<ConversationReader, 'removedMessages' | 'readMessage'>,
  hub: Pick<ConversationHub, 'peek' | 'publish'>,
): RemovalPublisher {
  const publishedIds = new Set<string>();

  return async (conversationId) => {
    if (!hub.peek(conversationId)) return;
    for (const messageId of await store.removedMessages(conversationId)) {
      const live = hub.peek(conversationId)?.messages.find((message) => message.id === messageId);
      const key = `${conversationId} ${messageId}`;
      if (live ? isRemoved(live) : publishedIds.has(key)) continue;
      const stored = await store.readMessage(conversationId, messageId);
      if (!stored.ok) continue;
      publishedIds.add(key);
      hub.publish(conversationId, { type: 'message.replaced', message: stored.value });
    }
  };
}
