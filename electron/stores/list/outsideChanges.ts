// Notices changes by other processes: each process notes its changes in the index and checks it when the index file
// changes (or every two seconds, where file watching is unavailable).

import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import type { DataFolder } from '../dataFolder.ts';
import type { ConversationIndex } from './conversationIndex.ts';

export interface OutsideChanges {
  /** Returns a function that unsubscribes. */
  listen(listener: (conversationIds: string[]) => void): () => void;
  close(): void;
}

const settleMs = 60;
const pollMs = 2_000;

export function watchOutsideChanges(data: DataFolder, index: ConversationIndex): OutsideChanges {
  const listeners = new Set<(conversationIds: string[]) => void>();
  let watcher: FSWatcher | null = null;
  let poll: NodeJS.Timeout | null = null;
  let settle: NodeJS.Timeout | null = null;

  function look(): void {
    settle = null;
    startWatcher();
    const changed = index.outsideChanges();
    if (changed.length === 0) return;
    for (const id of changed) data.forget(id);
    for (const listener of [...listeners]) listener(changed);
  }

  function soon(): void {
    settle ??= setTimeout(look, settleMs).unref();
  }

  /** Fails if the folder does not exist yet or the system is out of watches; polling takes over. */
  function startWatcher(): void {
    if (watcher) return;
    const name = basename(data.index);
    try {
      const started = watch(data.root, { persistent: false }, (_event, changed) => {
        if (changed === null || changed.startsWith(name)) soon();
      });
      started.on('error', () => {
        started.close();
        if (watcher === started) watcher = null;
      });
      watcher = started;
    } catch {}
  }

  function stop(): void {
    watcher?.close();
    watcher = null;
    if (poll) clearInterval(poll);
    if (settle) clearTimeout(settle);
    poll = null;
    settle = null;
  }

  return {
    listen(listener) {
      listeners.add(listener);
      if (!poll) {
        poll = setInterval(look, pollMs).unref();
        look();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}
