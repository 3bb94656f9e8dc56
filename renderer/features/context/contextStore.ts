// The contents of the next request: counted while displayed, and again when messages, marks or the model change.
// Streaming replies count only once stored.

import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../shared/core/errors.ts';
import type { ContextReport } from '../../../shared/features/context/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';
import type { AppStore } from '../../core/state/appStore.ts';
import { useSession } from '../../core/state/context.tsx';
import type { ConversationStore } from '../../core/state/conversationStore.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    context: ContextStore;
  }
}

export interface ContextView {
  /** For the current conversation; keeps the previous report while recounting. */
  report: ContextReport | null;
  error: AppError | null;
}

export interface ContextStore {
  store: StoreApi<ContextView>;
  /** Follows the current conversation until the returned function is called. */
  watch(): () => void;
}

export interface ContextStoreDeps {
  connection: Connection;
  app: AppStore;
  conversation: ConversationStore;
  later(ms: number, callback: () => void): () => void;
}

/** Debounce in ms, so that a run's many changes are counted together. */
const calm = 200;
const busy = 1_500;

export function createContextStore({ connection, app, conversation, later }: ContextStoreDeps): ContextStore {
  const store = createStore<ContextView>(() => ({ report: null, error: null }));
  let watchers = 0;
  let stop = (): void => {};
  let cancel: (() => void) | null = null;
  let asking = false;
  let again = false;
  let shownId: string | null = null;
  let wasRunning = false;
  let counted: readonly unknown[] = [];

  /** The inputs of a count; each is a new value when changed. */
  function basis(): readonly unknown[] {
    const { id, state } = conversation.store.getState();
    const { snapshot } = app.store.getState();
    return [id, state?.messages, state?.marks, state?.model, state?.projectId, snapshot?.settings, snapshot?.providers];
  }

  function look(): void {
    const { id, state } = conversation.store.getState();
    if (id !== shownId) {
      shownId = id;
      store.setState({ report: null, error: null });
    }
    const running = state?.run != null;
    const ended = wasRunning && !running;
    wasRunning = running;
    if (ended && cancel) {
      cancel();
      cancel = null;
      void ask();
    }
    const now = basis();
    if (now.every((value, index) => value === counted[index])) return;
    if (id === null || !state || state.removed) return;
    counted = now;
    cancel ??= later(running && store.getState().report ? busy : calm, () => {
      cancel = null;
      void ask();
    });
  }

  async function ask(): Promise<void> {
    if (asking) {
      again = true;
      return;
    }
    const { id } = conversation.store.getState();
    if (id === null) return;
    asking = true;
    const answer = await connection.call('context.read', { conversationId: id });
    asking = false;
    if (conversation.store.getState().id === id) {
      if (answer.ok) store.setState({ report: answer.value, error: null });
      else if (answer.error.code !== 'CONNECTION_CLOSED') store.setState({ error: answer.error });
    } else again = true;
    if (!again) return;
    again = false;
    void ask();
  }

  return {
    store,
    watch() {
      watchers++;
      if (watchers === 1) {
        const ends = [conversation.store.subscribe(look), app.store.subscribe(look)];
        stop = () => {
          for (const end of ends) end();
        };
        look();
      }
      return () => {
        watchers--;
        if (watchers > 0) return;
        stop();
        cancel?.();
        cancel = null;
        counted = [];
      };
    },
  };
}

/** Contents of the next request, kept up to date while a component using it is mounted. */
export function useContextView(): ContextView {
  const { context } = useSession();
  useEffect(() => context.watch(), [context]);
  return useStore(context.store);
}

/** Formats context usage. Pure. Percent of the window, rounded up, so that a nonempty context is never 0 %. */
export function percentOf(used: number, window: number): number {
  return window > 0 ? Math.ceil((used / window) * 100) : 0;
}

export type Fullness = 'calm' | 'near' | 'over';

/** Colored only past 80 %, where compaction is near, and past the window, where nothing can be sent. */
export function fullness(used: number, window: number): Fullness {
  if (used > window) return 'over';
  return used > window * 0.8 ? 'near' : 'calm';
}
