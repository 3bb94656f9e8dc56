// The app as the window sees it: null until the first snapshot.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppEvent } from '../../shared/contract/events.ts';
import type { AppSnapshot } from '../../shared/contract/methods.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Connection } from '../connection/connection.ts';
import { applyAppEvent } from './appEvents.ts';
import type { Schedule } from './frames.ts';
import { createSyncedState } from './syncedState.ts';

export interface AppView {
  snapshot: AppSnapshot | null;
  error: AppError | null;
}

export interface AppStore {
  store: StoreApi<AppView>;
  reload(): Promise<void>;
}

export function createAppStore(connection: Connection, schedule: Schedule): AppStore {
  const store = createStore<AppView>(() => ({ snapshot: null, error: null }));
  const synced = createSyncedState<AppSnapshot, AppEvent>({
    load: () => connection.call('app.open', {}),
    apply: applyAppEvent,
    publish: (snapshot) => store.setState({ snapshot, error: null }),
    failed: (error) => store.setState({ error }),
    schedule,
  });
  connection.onEvent((event) => {
    if (event.conversationId === null) synced.receive(event.seq, event.event);
  });
  connection.onOpen(() => void synced.load());
  return { store, reload: synced.load };
}
