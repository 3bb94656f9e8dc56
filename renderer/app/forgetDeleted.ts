// What the window keeps of a conversation goes when that is deleted, here or elsewhere. Of the one that is shown it goes when
// another one is: until then it can be brought back as it was.

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
