// Marks a reply as unread on disk if it ends while no view has its conversation open, so that a later window shows it.
// Only the app behind a window does this; in a terminal, the user reads along.

import type { RunEnd } from '../../shared/conversation/event.ts';
import { ok, type Result } from '../../shared/core/errors.ts';
import type { ConversationDirectory, ConversationWriter } from '../ports/store.ts';
import type { ConversationHub } from './conversationHub.ts';
import type { ConversationList } from './conversationList.ts';

type Deps = {
  store: Pick<ConversationWriter, 'updateMeta'> & Pick<ConversationDirectory, 'listConversation'>;
  hub: Pick<ConversationHub, 'subscribe' | 'isWatched'>;
  list: Pick<ConversationList, 'touch'>;
};

/** A run that was stopped on purpose is not news. */
const news: readonly RunEnd[] = ['done', 'error', 'max_turns', 'loop'];

/** Watches until the returned function is called. */
export function watchUnread({ store, hub, list }: Deps): () => void {
  return hub.subscribe(null, (conversationId, _seq, event) => {
    if (event.type !== 'run.ended' || !news.includes(event.end) || hub.isWatched(conversationId)) return;
    void mark(conversationId);
  });

  async function mark(conversationId: string): Promise<void> {
    // An agent's replies are read in the call that started it.
    const row = await store.listConversation(conversationId);
    if (!row.ok || !row.value || row.value.unread || hub.isWatched(conversationId)) return;
    const saved = await store.updateMeta(conversationId, (meta) => ({ ...meta, unread: true }));
    if (saved.ok) list.touch(conversationId);
  }
}

/** Marks it as seen to the end. Touches no file if it is not unread. */
export async function markRead({ store, list }: Omit<Deps, 'hub'>, conversationId: string): Promise<Result<void>> {
  const row = await store.listConversation(conversationId);
  if (!row.ok) return row;
  if (!row.value?.unread) return ok(undefined);
  const saved = await store.updateMeta(conversationId, (meta) => ({ ...meta, unread: false }));
  if (!saved.ok) return saved;
  list.touch(conversationId);
  return ok(undefined);
}
