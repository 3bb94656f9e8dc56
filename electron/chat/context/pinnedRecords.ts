// Pinned records that come before the records a request is built from. They are read in one pass, and nothing else of the
// summarised part is kept. Missing, hidden and removed records are not included; `besideRecords` includes hidden ones, for
// showing what was said earlier.

import { contextOf, isCompaction } from '../../../shared/conversation/context.ts';
import { isHidden } from '../../../shared/conversation/marks.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import type { ConversationStore, StoredBranch } from '../../ports/store.ts';

/** In the order in which they are sent. `branch`: read with the reach `context` or more. */
export async function pinnedRecords(
  deps: { store: Pick<ConversationStore, 'readMessages'> },
  branch: Pick<StoredBranch, 'conversationId' | 'messages' | 'meta'>,
): Promise<Message[]> {
  return (await besideRecords(deps, branch)).filter((message) => !isHidden(message, branch.meta.marks));
}

/** The same, with those that a person has hidden. */
export async function besideRecords(
  deps: { store: Pick<ConversationStore, 'readMessages'> },
  branch: Pick<StoredBranch, 'conversationId' | 'messages' | 'meta'>,
): Promise<Message[]> {
  const { pinnedBefore } = contextOf(branch.messages, branch.meta.marks);
  if (pinnedBefore.length === 0) return [];
  const known = new Map(branch.messages.map((message) => [message.id, message]));
  const before = pinnedBefore.filter((id) => !known.has(id));
  const read = before.length === 0 ? null : await deps.store.readMessages(branch.conversationId, before);
  for (const message of read?.ok ? read.value : []) known.set(message.id, message);
  return pinnedBefore.flatMap((id) => {
    const message = known.get(id);
    return message && mayBeSent(message) ? [message] : [];
  });
}

function mayBeSent(message: Message): boolean {
  return message.partType !== 'note' && message.removed === undefined && !isCompaction(message);
}
