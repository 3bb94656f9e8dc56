// Conversations displayed in addition to the current one, such as sub-agents in a call box: each has its own
// subscription while at least one box shows it.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { applyEvent } from '../../../shared/conversation/applyEvent.ts';
import type { ConversationEvent, ConversationState } from '../../../shared/conversation/event.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { Schedule } from './frames.ts';
import { trimTail } from './messagePages.ts';
import { createSyncedState } from './syncedState.ts';

interface SideView {
  state: ConversationState | null;
  error: AppError | null;
}

export interface SideConversations {
  /** Its state; without viewers, as last seen. */
  of(conversationId: string): StoreApi<SideView>;
  /** Follows it until the returned function is called. */
  watch(conversationId: string): () => void;
  /** Whether something follows it. */
  isWatched(conversationId: string): boolean;
  /** Fetches its current state with the last messages only. */
  read(conversationId: string): Promise<Result<ConversationState>>;
  /** The conversation was deleted. */
  forget(conversationId: string): void;
}

const tail = 200;
/** Maximum conversations to keep without viewers. */
const maxIdle = 8;

export interface SideConversationsDeps {
  connection: Connection;
  /** Whether a pane of the window shows it. */
  isShown(conversationId: string): boolean;
  schedule: Schedule;
}

export function createSideConversations({ connection, isShown, schedule }: SideConversationsDeps): SideConversations {
  const stores = new Map<string, StoreApi<SideView>>();
  /** Without viewers, most recent last. */
  const idle = new Set<string>();
  const watched = new Map<string, { count: number; stop: () => void }>();

  function of(conversationId: string): StoreApi<SideView> {
    const sideStore = stores.get(conversationId) ?? createStore<SideView>(() => ({ state: null, error: null }));
    stores.set(conversationId, sideStore);
    return sideStore;
  }

  function follow(conversationId: string): () => void {
    const store = of(conversationId);
    const synced = createSyncedState<ConversationState, ConversationEvent>({
      load: () => connection.call('conversation.open', { conversationId, tail }),
      apply: (state, seq, event) => trimTail(applyEvent(state, seq, event)).tail,
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
    // If a pane shows it meanwhile, the pane owns the subscription.
    if (isShown(conversationId) || watched.has(conversationId)) return;
    void connection.call('conversation.close', { conversationId });
  }

  /** Components may hold the store, so empty it instead of replacing it. */
  function drop(conversationId: string): void {
    idle.delete(conversationId);
    stores.get(conversationId)?.setState({ state: null, error: null });
  }

  return {
    of,
    isWatched: (conversationId) => watched.has(conversationId),
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
