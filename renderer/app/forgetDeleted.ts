// Drops the window's data of deleted conversations. For the current one, waits until another is opened, since it may
// still be restored.

import type { Connection } from '../core/connection/connection.ts';
import type { ConversationStore } from '../core/state/conversationStore.ts';

export interface ForgetDeletedDeps {
  connection: Pick<Connection, 'onEvent'>;
  conversation: Pick<ConversationStore, 'store'>;
  forget(conversationId: string): void;
}

export function forgetDeleted({ connection, conversation, forget }: ForgetDeletedDeps): void {
  let shownAndDeleted: string | null = null;
  connection.onEvent(({ conversationId, event }) => {
    if (conversationId !== null) return;
    if (event.type === 'conversation.listed' && event.row.id === shownAndDeleted) shownAndDeleted = null;
    if (event.type !== 'conversation.unlisted') return;
    if (event.conversationId === conversation.store.getState().id) shownAndDeleted = event.conversationId;
    else forget(event.conversationId);
  });
  conversation.store.subscribe(({ id }) => {
    if (shownAndDeleted === null || id === shownAndDeleted) return;
    const gone = shownAndDeleted;
    shownAndDeleted = null;
    forget(gone);
  });
}
