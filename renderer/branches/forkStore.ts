// Where the conversation that is shown parts. Asked for when it is opened, and again only when a branch can have come: the
// open branch is another one, or the first record after such a change was stored.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fork } from '../../shared/contract/browseResources.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConversationStore } from '../state/conversationStore.ts';

export interface ForkStore {
  store: StoreApi<{ forks: readonly Fork[] }>;
}

export interface ForkStoreDeps {
  connection: Connection;
  conversation: Pick<ConversationStore, 'store'>;
}

const none: readonly Fork[] = [];

export function createForkStore({ connection, conversation }: ForkStoreDeps): ForkStore {
  const store = createStore<{ forks: readonly Fork[] }>(() => ({ forks: none }));
  let shown: string | null = null;
  /** Another record is the head: the next one that is stored may stand beside others. */
  let moved = false;
  let number = 0;

  async function load(): Promise<void> {
    const conversationId = shown;
    if (conversationId === null) return;
    const mine = ++number;
    const answer = await connection.call('conversation.forks', { conversationId });
    if (mine !== number) return;
    // Without them the conversation can be read and gone on with all the same.
    if (answer.ok) store.setState({ forks: answer.value.forks.length === 0 ? none : answer.value.forks });
  }

  conversation.store.subscribe(({ id, state }) => {
    const now = state === null ? null : id;
    if (now === shown) return;
    shown = now;
    moved = false;
    number++;
    store.setState({ forks: none });
    if (state?.rewound) moved = true;
    void load();
  });
  connection.onEvent(({ conversationId, event }) => {
    if (conversationId === null || conversationId !== shown) return;
    if (event.type === 'branch.changed') {
      moved = true;
      void load();
    }
    if (event.type === 'message.appended' && moved && event.message.role !== 'system') {
      moved = false;
      void load();
    }
  });
  connection.onOpen(() => void load());

  return { store };
}
