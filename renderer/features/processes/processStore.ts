// Background commands of all conversations. Host events contain the whole list; it is fetched when first displayed, and
// after reconnecting.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackgroundCommand } from '../../../shared/features/processes/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    processes: ProcessStore;
  }
}

export interface ProcessStore {
  /** `isLoaded`: the list has been received. */
  store: StoreApi<{ commands: BackgroundCommand[]; isLoaded: boolean }>;
  /** Follows the commands until the returned function is called. */
  watch(): () => void;
}

export function createProcessStore(connection: Connection): ProcessStore {
  const store = createStore<{ commands: BackgroundCommand[]; isLoaded: boolean }>(() => ({
    commands: [],
    isLoaded: false,
  }));
  let watchers = 0;
  /** Events received during the fetch are newer than its answer. */
  let events = 0;

  async function load(): Promise<void> {
    const before = events;
    const answer = await connection.call('process.list', {});
    if (answer.ok && events === before) store.setState({ ...answer.value, isLoaded: true });
  }

  connection.onEvent(({ conversationId, event }) => {
    if (conversationId !== null || event.type !== 'processes.changed') return;
    events++;
    store.setState({ commands: event.commands, isLoaded: true });
  });
  connection.onOpen(() => {
    if (watchers > 0) void load();
  });

  return {
    store,
    watch() {
      watchers++;
      if (watchers === 1) void load();
      return () => {
        watchers--;
      };
    },
  };
}

/** Conversation and name: names restart in each conversation. */
export function commandKey({ conversationId, id }: Pick<BackgroundCommand, 'conversationId' | 'id'>): string {
  return `${conversationId}:${id}`;
}

/** Running ones first, each group newest first. */
export function sortCommands(commands: readonly BackgroundCommand[]): BackgroundCommand[] {
  const ended = ({ state }: BackgroundCommand): number => (state === 'ended' ? 1 : 0);
  return commands.toSorted((a, b) => ended(a) - ended(b) || b.startedAt.localeCompare(a.startedAt));
}
