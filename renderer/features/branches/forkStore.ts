// The forks of the current conversation. Fetched on open, and again only when a branch may have been added: after a
// branch switch, or the first message stored after one.

import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Fork } from '../../../shared/features/branches/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { lazyPart } from '../../core/parts/lazyPart.tsx';
import { useSession } from '../../core/state/context.tsx';
import type { ConversationStore } from '../../core/state/conversationStore.ts';
import { forksByMessage, type MessageForks } from './messageForks.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    /** Points where the conversation splits into branches. */
    forks: ForkStore;
  }
}

export interface ForkStore {
  /** `places`: fork positions by message for all rows; equal ones keep their identity. */
  store: StoreApi<{ forks: readonly Fork[]; places: ReadonlyMap<string, MessageForks> }>;
}

export interface ForkStoreDeps {
  connection: Connection;
  conversation: Pick<ConversationStore, 'store'>;
}

const none: readonly Fork[] = [];
const nowhere: ReadonlyMap<string, MessageForks> = new Map();

export function createForkStore({ connection, conversation }: ForkStoreDeps): ForkStore {
  const store = createStore<{ forks: readonly Fork[]; places: ReadonlyMap<string, MessageForks> }>(() => ({
    forks: none,
    places: nowhere,
  }));
  let shownId: string | null = null;
  /** The head moved: the next stored message may create a fork. */
  let moved = false;
  let number = 0;

  // Most conversations have no forks; skip the messages then.
  function put(forks: readonly Fork[]): void {
    const before = store.getState().places;
    const places =
      forks.length === 0 ? nowhere : forksByMessage(conversation.store.getState().messageWindow.messages, forks);
    const entries = [...places].map(([id, place]) => [id, same(before.get(id), place)] as const);
    store.setState({ forks, places: places.size === 0 ? nowhere : new Map(entries) });
  }

  async function load(): Promise<void> {
    const conversationId = shownId;
    if (conversationId === null) return;
    const mine = ++number;
    const isFirst = store.getState().forks.length === 0;
    const forks: Fork[] = [];
    for (;;) {
      const answer = await connection.call('conversation.forks', { conversationId, from: forks.length });
      // Forks are optional: the conversation works without them.
      if (mine !== number || !answer.ok) return;
      forks.push(...answer.value.forks);
      const more = answer.value.more && answer.value.forks.length > 0;
      // Keep the old ones until all are reloaded.
      if (isFirst || !more) put(forks.length === 0 ? none : [...forks]);
      if (!more) return;
    }
  }

  conversation.store.subscribe(({ id, state, messageWindow: { messages } }, before) => {
    const now = state === null ? null : id;
    if (now === shownId) {
      const { forks } = store.getState();
      if (forks.length > 0 && messages !== before.messageWindow.messages) put(forks);
      return;
    }
    shownId = now;
    moved = false;
    number++;
    put(none);
    if (state?.rewound) moved = true;
    void load();
  });
  connection.onEvent(({ conversationId, event }) => {
    if (conversationId === null || conversationId !== shownId) return;
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

function same(before: MessageForks | undefined, place: MessageForks): MessageForks {
  const stays =
    before?.versions === place.versions &&
    before.replies.length === place.replies.length &&
    before.replies.every((fork, at) => fork === place.replies[at]);
  return before && stays ? before : place;
}

/** Fork data for a message row. */
export function useForks(messageId: string): MessageForks | undefined {
  return useStore(useSession().forks.store, ({ places }) => places.get(messageId));
}

/** The message editor; its code loads when the window is idle. */
export const EditPart = lazyPart(async () => (await import('./MessageEdit.tsx')).MessageEdit);
