// Who writes search.db: one process at a time, over the whole machine. It gives the others a turn now and then, and each
// begins with what the file says, so nothing is indexed twice.

import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../../shared/core/sentence.ts';
import { type HeldLock, tryLock } from '../locks/locks.ts';

/** A dot is in no id: this lock is not the one of any conversation. */
const name = 'search.index';
/** Milliseconds: after this others get a turn; so long they have one; so often a lock is tried that another has. */
const turnMs = 2_000;
export const pauseMs = 120;
const retryMs = 40;

export interface IndexLock {
  /** True when this process has it. Does not wait. */
  take(): boolean;
  /** True when it is time to give it back. */
  isOver(): boolean;
  giveBack(): void;
  /** Tries again and again for so long (milliseconds). */
  waitFor(ms: number): Promise<boolean>;
}

export function createIndexLock(folder: string): IndexLock {
  let held: { lock: HeldLock; since: number } | null = null;

  function take(): boolean {
    if (held) return true;
    const attempt = tryLock(folder, name, say`indexing for the search`, new Date());
    if (attempt.kind === 'held') held = { lock: attempt.lock, since: performance.now() };
    return held !== null;
  }

  return {
    take,
    isOver: () => held !== null && performance.now() - held.since > turnMs,
    giveBack() {
      held?.lock.release();
      held = null;
    },
    async waitFor(ms) {
      const until = performance.now() + ms;
      while (!take()) {
        if (performance.now() >= until) return false;
        await sleep(retryMs);
      }
      return true;
    },
  };
}
