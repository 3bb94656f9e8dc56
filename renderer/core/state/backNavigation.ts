// The return path from a call or hit: to the page or panel where it was chosen. Lasts until the user moves on to
// another conversation or page, or types somewhere. One at a time.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationStore } from './conversationStore.ts';
import type { ViewStore } from './viewStore.ts';

export interface Way {
  to: 'chains' | 'search' | 'panel';
  /** The destination. */
  conversationId: string;
}

export interface BackNavigation {
  store: StoreApi<{ way: Way | null }>;
  start(to: Way['to'], conversationId: string): void;
  end(): void;
}

export interface BackNavigationDeps {
  view: Pick<ViewStore, 'subscribe'>;
  conversation: { store: Pick<ConversationStore['store'], 'subscribe'> };
}

export function createBackNavigation({ view, conversation }: BackNavigationDeps): BackNavigation {
  const store = createStore<{ way: Way | null }>(() => ({ way: null }));
  const end = (): void => {
    if (store.getState().way) store.setState({ way: null });
  };
  view.subscribe((now, before) => {
    if (before.page === 'chat' && now.page !== 'chat') end();
  });
  conversation.store.subscribe(({ id }, before) => {
    if (id !== before.id && id !== store.getState().way?.conversationId) end();
  });
  return { store, start: (to, conversationId) => store.setState({ way: { to, conversationId } }), end };
}
