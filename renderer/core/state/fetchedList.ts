// A host list that is fetched while displayed, and refetched when an event invalidates it.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppEvent } from '../../../shared/contract.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';

export interface ListView<T> {
  /** Null until the first answer; keeps the old value while refetching. */
  value: T | null;
  error: AppError | null;
  /** The value is up to date since it was last requested or invalidated. */
  isFresh: boolean;
}

export interface FetchedList<T> {
  store: StoreApi<ListView<T>>;
  /** Fetches the list and keeps it up to date until the returned function is called. */
  want(): () => void;
  reload(): Promise<void>;
}

export interface FetchedListDeps<T> {
  connection: Pick<Connection, 'onEvent' | 'onOpen'>;
  load: () => Promise<Result<T>>;
  isStale: (event: AppEvent) => boolean;
}

export function createFetchedList<T>({ connection, load, isStale }: FetchedListDeps<T>): FetchedList<T> {
  const store = createStore<ListView<T>>(() => ({ value: null, error: null, isFresh: false }));
  let users = 0;
  const reload = createReload(async () => {
    store.setState({ isFresh: false });
    const answer = await load();
    if (answer.ok) store.setState({ value: answer.value, error: null, isFresh: true });
    else if (answer.error.code !== 'CONNECTION_CLOSED') store.setState({ error: answer.error, isFresh: true });
    else store.setState({ isFresh: true });
  });

  connection.onEvent(({ conversationId, event }) => {
    if (users > 0 && conversationId === null && isStale(event)) void reload();
  });
  connection.onOpen(() => {
    if (users > 0) void reload();
  });

  return {
    store,
    reload,
    want() {
      users += 1;
      void reload();
      let isReleased = false;
      return () => {
        if (!isReleased) users -= 1;
        isReleased = true;
        if (users === 0) store.setState({ isFresh: false });
      };
    },
  };
}

/** Refetches on change. Changes during a fetch cause exactly one more. Resolves when no fetch is in flight. */
export function createReload(load: () => Promise<void>): () => Promise<void> {
  let asking: Promise<void> | null = null;
  let again = false;

  async function ask(): Promise<void> {
    do {
      again = false;
      await load();
    } while (again);
    asking = null;
  }

  return () => {
    if (asking) again = true;
    else asking = ask();
    return asking;
  };
}
