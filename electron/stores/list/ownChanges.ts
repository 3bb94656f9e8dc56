// Notifies of each change that this process makes to a conversation.

import type { ConversationSearch } from '../../ports/search.ts';
import type { ConversationRows } from './conversationRows.ts';

export interface OwnChanges {
  /** Called with the ID of each conversation that this store changes. Returns a function that unsubscribes. */
  onChange(listener: (conversationId: string) => void): () => void;
}

/** `rows` also notifies the search and the listeners. */
export function withOwnChanges(
  list: ConversationRows,
  search: Pick<ConversationSearch, 'changed'>,
): OwnChanges & { rows: ConversationRows } {
  const listeners = new Set<(conversationId: string) => void>();
  return {
    rows: {
      ...list,
      changed(conversationId) {
        list.changed(conversationId);
        search.changed(conversationId);
        for (const listener of [...listeners]) listener(conversationId);
      },
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
