// The conversation that the window shows: one at a time, its snapshot and the events after it, earlier messages on
// demand. After a lost connection it takes a fresh snapshot by itself, as long as what was shown.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { applyEvent } from '../../shared/conversation/applyEvent.ts';
import type { ConversationEvent, ConversationState } from '../../shared/conversation/event.ts';
import type { ErrorInfo } from '../../shared/conversation/message.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { Schedule } from './frames.ts';
import { createSyncedState, type SyncedState } from './syncedState.ts';

export interface ConversationView {
  /** Null: a new chat that the host does not know yet. */
  id: string | null;
  state: ConversationState | null;
  error: AppError | null;
  loadingEarlier: boolean;
  /** Why the last run ended, where no record of the conversation says it. */
  runError: ErrorInfo | null;
}

export interface ConversationStore {
  store: StoreApi<ConversationView>;
  show(id: string | null): void;
  reload(): Promise<void>;
  /** Loads the page before the first message that is shown. */
  loadEarlier(): Promise<void>;
}

const firstTail = 200;
const largestTail = 5000;

export function createConversationStore(connection: Connection, schedule: Schedule): ConversationStore {
  const empty: ConversationView = { id: null, state: null, error: null, loadingEarlier: false, runError: null };
  const store = createStore<ConversationView>(() => empty);
  let synced: SyncedState<ConversationState, ConversationEvent> | null = null;

  connection.onEvent((event) => {
    if (event.conversationId !== null && event.conversationId === store.getState().id) {
      synced?.receive(event.seq, event.event);
      if (event.event.type === 'branch.changed') void synced?.load();
    }
  });
  // One that was deleted and is listed again has been brought back: the view goes on with a fresh snapshot.
  connection.onEvent(({ conversationId, event }) => {
    const { id, state } = store.getState();
    if (conversationId !== null || event.type !== 'conversation.listed') return;
    if (event.row.id === id && state?.removed) void synced?.load();
  });
  connection.onOpen(() => void synced?.load());

  function follow(conversationId: string): SyncedState<ConversationState, ConversationEvent> {
    const mine = createSyncedState<ConversationState, ConversationEvent>({
      load: () => {
        const shown = store.getState().state?.messages.length ?? 0;
        const tail = Math.min(largestTail, Math.max(firstTail, shown));
        return connection.call('conversation.open', { conversationId, tail });
      },
      apply: (state, seq, event) => {
        if (synced === mine && seq > state.seq) noteRunEnd(state, event);
        return applyEvent(state, seq, event);
      },
      publish: (state) => {
        if (synced === mine) store.setState({ state, error: null });
      },
      // While the connection is down what was shown stays; it is loaded again when the connection is back.
      failed: (error) => {
        if (synced === mine && error.code !== 'CONNECTION_CLOSED') store.setState({ error });
      },
      schedule,
    });
    return mine;
  }

  /** A run that could not store its own error says it only in its last event. */
  function noteRunEnd(state: ConversationState, event: ConversationEvent): void {
    if (event.type === 'run.started') store.setState({ runError: null });
    if (event.type !== 'run.ended' || !event.error) return;
    const last = state.messages.at(-1)?.partType;
    if (last !== 'error' && last !== 'note') store.setState({ runError: event.error });
  }

  return {
    store,
    show(id) {
      const before = store.getState().id;
      if (id === before) return;
      synced?.stop();
      synced = null;
      if (before !== null) void connection.call('conversation.close', { conversationId: before });
      store.setState({ ...empty, id });
      if (id === null) return;
      synced = follow(id);
      void synced.load();
    },
    async reload() {
      store.setState({ error: null });
      await synced?.load();
    },
    async loadEarlier() {
      const { id, state, loadingEarlier } = store.getState();
      const before = state?.messages[0]?.id;
      if (id === null || before === undefined || !state?.hasEarlier || loadingEarlier) return;
      store.setState({ loadingEarlier: true });
      const mine = synced;
      const answer = await connection.call('conversation.earlier', { conversationId: id, before });
      if (synced !== mine) return;
      store.setState({ loadingEarlier: false });
      if (!answer.ok) return;
      mine?.change((now) => {
        if (now.messages[0]?.id !== before) return now;
        return { ...now, messages: [...answer.value.messages, ...now.messages], hasEarlier: answer.value.hasEarlier };
      });
    },
  };
}
