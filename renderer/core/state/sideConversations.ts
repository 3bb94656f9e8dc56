// Conversations that are looked at beside the one that is shown, as a sub-agent's in the box that runs it: each followed by
// a subscription of its own while at least one box looks.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { applyEvent } from '../../../shared/conversation/applyEvent.ts';
import type { ConversationEvent, ConversationState } from '../../../shared/conversation/event.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { Schedule } from './frames.ts';
import { cutTail } from './messagePages.ts';
import { createSyncedState } from './syncedState.ts';

interface SideView {
  state: ConversationState | null;
  error: AppError | null;
}

export interface SideConversations {
  /** What is known of it; one that nobody looks at stays as it was last seen. */
  of(conversationId: string): StoreApi<SideView>;
  /** Follows it until the returned function is called. */
  watch(conversationId: string): () => void;
  /** As the host has it now, with its last records only. */
  read(conversationId: string): Promise<Result<ConversationState>>;
  /** The conversation was deleted. */
  forget(conversationId: string): void;
}

const tail = 200;
/** Kept as they were last seen when nobody looks at them any more. */
const maxIdle = 8;

export interface SideConversationsDeps {
  connection: Connection;
  conversation: Pick<ConversationStore, 'store'>;
  schedule: Schedule;
}

export function createSideConversations({
  connection,
  conversation,
  schedule,
}: SideConversationsDeps): SideConversations {
  const stores = new Map<string, StoreApi<SideView>>();
  /** Nobody looks at them; the one that was left last is at the end. */
  const idle = new Set<string>();
  const watched = new Map<string, { count: number; stop: () => void }>();

  function of(conversationId: string): StoreApi<SideView> {
    const known = stores.get(conversationId) ?? createStore<SideView>(() => ({ state: null, error: null }));
    stores.set(conversationId, known);
    return known;
  }

  function follow(conversationId: string): () => void {
    const store = of(conversationId);
    const synced = createSyncedState<ConversationState, ConversationEvent>({
      load: () => connection.call('conversation.open', { conversationId, tail }),
      apply: (state, seq, event) => cutTail(applyEvent(state, seq, event)).tail,
      publish: (state) => store.setState({ state, error: null }),
      failed: (error) => {
        if (error.code !== 'CONNECTION_CLOSED') store.setState({ error });
      },
      schedule,
    });
    const ends = [
      connection.onEvent((event) => {
        if (event.conversationId !== conversationId) return;
        synced.receive(event.seq, event.event);
        if (event.event.type === 'branch.changed') void synced.load();
      }),
      connection.onOpen(() => void synced.load()),
    ];
    void synced.load();
    return () => {
      for (const end of ends) end();
      synced.stop();
      close(conversationId);
    };
  }

  function close(conversationId: string): void {
    // The page may have come to show it in the meantime: then the subscription is the page's.
    if (conversation.store.getState().id === conversationId || watched.has(conversationId)) return;
    void connection.call('conversation.close', { conversationId });
  }

  /** What is drawn from it may hold the store: it is emptied, never replaced. */
  function drop(conversationId: string): void {
    idle.delete(conversationId);
    stores.get(conversationId)?.setState({ state: null, error: null });
  }

  return {
    of,
    async read(conversationId) {
      const answer = await connection.call('conversation.open', { conversationId, tail: 1 });
      close(conversationId);
      return answer;
    },
    forget(conversationId) {
      if (watched.has(conversationId)) return;
      drop(conversationId);
      stores.delete(conversationId);
    },
    watch(conversationId) {
      idle.delete(conversationId);
      const entry = watched.get(conversationId) ?? { count: 0, stop: follow(conversationId) };
      entry.count++;
      watched.set(conversationId, entry);
      return () => {
        entry.count--;
        if (entry.count > 0) return;
        watched.delete(conversationId);
        entry.stop();
        idle.delete(conversationId);
        idle.add(conversationId);
        const [oldest] = idle;
        if (idle.size > maxIdle && oldest !== undefined) drop(oldest);
      };
    },
  };
}
