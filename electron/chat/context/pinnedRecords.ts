// The records that a person pinned and that stand before what a request is built from: they are read one by one, so that
// nothing else of the summarised part is. What is gone, hidden or was removed for good is not among them.

import { contextOf, isCompaction } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { ConversationStore, StoredBranch } from '../../ports/store.ts';

/** In the order in which they are sent. `branch`: read with the reach `context` or more. */
export async function pinnedRecords(
  deps: { store: Pick<ConversationStore, 'readMessage'> },
  branch: Pick<StoredBranch, 'conversationId' | 'messages' | 'meta'>,
): Promise<Message[]> {
  const { marks } = branch.meta;
  const { pinnedBefore } = contextOf(branch.messages, marks);
  if (pinnedBefore.length === 0) return [];
  const known = new Map(branch.messages.map((message) => [message.id, message]));
  const found: Message[] = [];
  for (const id of pinnedBefore) {
    const message = known.get(id) ?? (await read(deps.store, branch.conversationId, id));
    if (message && mayBeSent(message) && !isHidden(message, marks)) found.push(message);
  }
  return found;
}

async function read(
  store: Pick<ConversationStore, 'readMessage'>,
  conversationId: string,
  id: string,
): Promise<Message | null> {
  const read = await store.readMessage(conversationId, id);
  return read.ok ? read.value : null;
}

function mayBeSent(message: Message): boolean {
  return message.partType !== 'note' && message.removed === undefined && !isCompaction(message);
}
