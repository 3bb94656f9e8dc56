// Handles a reply that a crash interrupted and that no longer follows the end of the active branch, because the head
// has moved. It cannot be stored there, so its file is renamed and kept.

import type { Message, NewMessage } from '../../../shared/conversation/message.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import { followsBranch, partialRecord } from './recover.ts';

export async function storeStrayPartial(
  { store, reportStoreError }: Pick<ChatDeps, 'store' | 'reportStoreError'>,
  { conversationId, messages }: StoredBranch,
): Promise<Result<void>> {
  const partial = await store.readPartial(conversationId);
  if (!partial || partial.text.trim() === '' || followsBranch(partial, messages)) return ok(undefined);
  // If it was stored after all, this is a copy.
  if ((await store.readMessage(conversationId, partial.messageId)).ok) return store.savePartial(conversationId, null);
  const renamed = await store.setPartialAside(conversationId);
  if (!renamed.ok) reportStoreError(renamed.error);
  return renamed;
}

/** Stores an interrupted reply before a result follows it; later, partial.json would no longer apply. */
export async function storePartial(
  deps: Pick<ChatDeps, 'store' | 'reportStoreError'>,
  branch: StoredBranch,
  append: (message: NewMessage) => Promise<Result<Message>>,
): Promise<Result<void>> {
  const stray = await storeStrayPartial(deps, branch);
  if (!stray.ok) return stray;
  const record = partialRecord(branch.messages, await deps.store.readPartial(branch.conversationId));
  if (!record) return ok(undefined);
  const stored = await append(record);
  return stored.ok ? deps.store.savePartial(branch.conversationId, null) : stored;
}
