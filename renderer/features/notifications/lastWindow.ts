// The window that last had the focus announces runs and shows what a notification opens, rather than all of them: the
// desktop host brings the same one to the front. A lock per window shows whether it still exists.

import type { Memory } from '../../core/memory.ts';

export interface LastWindowDeps {
  /** Shared by all windows. */
  memory: Memory;
  /** Absent: the page cannot know the others. */
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  hasFocus(): boolean;
  onFocus(listener: () => void): () => void;
}

const storageKey = 'lastWindow';
const lockPrefix = 'throughline.window.';

export interface LastWindow {
  /** Whether it is this one. True if none is known. */
  isThis(): Promise<boolean>;
  stop(): void;
}

export function followLastWindow({ memory, locks, hasFocus, onFocus }: LastWindowDeps): LastWindow {
  const name = crypto.randomUUID();
  const { promise: stopped, resolve: close } = Promise.withResolvers<void>();
  locks?.request(lockPrefix + name, () => stopped).catch(() => {});
  const mark = (): void => memory.set(storageKey, name);
  if (hasFocus() || memory.get(storageKey) === null) mark();
  const end = onFocus(mark);
  return {
    async isThis() {
      const last = memory.get(storageKey);
      if (!locks || last === null || last === name) return true;
      const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
      const open = held.flatMap((lock) => (lock.name?.startsWith(lockPrefix) ? [lock.name] : [])).toSorted();
      if (open.includes(lockPrefix + last)) return false;
      // It was closed, and no other has had the focus since: one of them, the same for all.
      return open.length === 0 || open[0] === lockPrefix + name;
    },
    stop() {
      end();
      close();
    },
  };
}
