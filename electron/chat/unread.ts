// Marks a reply that finishes while no view has its conversation open as unread, on disk, so a window opened later shows it.
// Only the app behind a window does this; in the terminal, people read along.

import type { RunEnd } from '../../shared/conversation/event.ts';
import { ok, type Result } from '../../shared/core/errors.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { ConversationHub } from './conversationHub.ts';
import type { ConversationList } from './conversationList.ts';

type Deps = {
  store: Pick<ConversationStore, 'listConversation' | 'updateMeta'>;
  hub: Pick<ConversationHub, 'subscribe' | 'isWatched'>;
  list: Pick<ConversationList, 'touch'>;
};

/** A run that somebody stopped is no news. */
const news: readonly RunEnd[] = ['done', 'error', 'max_turns', 'loop'];

/** Until the returned function is called. */
export function watchUnread({ store, hub, list }: Deps): () => void {
  return hub.subscribe(null, (conversationId, _seq, event) => {
    if (event.type !== 'run.ended' || !news.includes(event.end) || hub.isWatched(conversationId)) return;
    void mark(conversationId);
  });

  async function mark(conversationId: string): Promise<void> {
    // What agents do is read in the call that started them.
    const row = await store.listConversation(conversationId);
    if (!row.ok || !row.value || row.value.unread || hub.isWatched(conversationId)) return;
    const saved = await store.updateMeta(conversationId, (meta) => ({ ...meta, unread: true }));
    if (saved.ok) list.touch(conversationId);
  }
}

/** The person has seen its end. Where it is not unread no file is touched. */
export async function markRead({ store, list }: Omit<Deps, 'hub'>, conversationId: string): Promise<Result<void>> {
  const row = await store.listConversation(conversationId);
  if (!row.ok) return row;
  if (!row.value?.unread) return ok(undefined);
  const saved = await store.updateMeta(conversationId, (meta) => ({ ...meta, unread: false }));
  if (!saved.ok) return saved;
  list.touch(conversationId);
  return ok(undefined);
}
