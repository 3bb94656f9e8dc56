// The commands that go on in the background, of every conversation. The host's events carry the whole list; it is asked for
// once when somebody begins to look, and again after a lost connection.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BackgroundCommand } from '../../../shared/features/processes/methods.ts';
import type { Connection } from '../../core/connection/connection.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    processes: ProcessStore;
  }
}

export interface ProcessStore {
  /** `known`: the host has said which there are. */
  store: StoreApi<{ commands: BackgroundCommand[]; known: boolean }>;
  /** Follows the commands until the returned function is called. */
  watch(): () => void;
}

export function createProcessStore(connection: Connection): ProcessStore {
  const store = createStore<{ commands: BackgroundCommand[]; known: boolean }>(() => ({ commands: [], known: false }));
  let watchers = 0;
  /** An event that came while the list was on its way is newer than the list. */
  let events = 0;

  async function load(): Promise<void> {
    const before = events;
    const answer = await connection.call('process.list', {});
    if (answer.ok && events === before) store.setState({ ...answer.value, known: true });
  }

  connection.onEvent(({ conversationId, event }) => {
    if (conversationId !== null || event.type !== 'processes.changed') return;
    events++;
    store.setState({ commands: event.commands, known: true });
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

/** Its conversation and its name in it: names begin anew in each conversation. */
export function commandKey({ conversationId, id }: Pick<BackgroundCommand, 'conversationId' | 'id'>): string {
  return `${conversationId}:${id}`;
}

/** Those that run first, each with the newest first. */
export function inOrder(commands: readonly BackgroundCommand[]): BackgroundCommand[] {
  const ended = ({ state }: BackgroundCommand): number => (state === 'ended' ? 1 : 0);
  return commands.toSorted((a, b) => ended(a) - ended(b) || b.startedAt.localeCompare(a.startedAt));
}
