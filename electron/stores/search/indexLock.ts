// Lets one process at a time, machine-wide, write search.db. Processes take turns and start from the file's current
// state, so nothing is indexed twice.

import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../../shared/core/sentence.ts';
import { type AcquiredLock, tryLock } from '../locks/locks.ts';

/** IDs have no dot, so this is no conversation's lock. */
const name = 'search.index';
/** Milliseconds: maximum turn length; how long others then get; retry interval for a taken lock. */
const turnMs = 2_000;
export const pauseMs = 120;
const retryMs = 40;

export interface IndexLock {
  /** True if acquired. Does not wait. */
  take(): boolean;
  /** True when this turn is over. */
  isOver(): boolean;
  giveBack(): void;
  /** Retries for this many milliseconds. */
  waitFor(ms: number): Promise<boolean>;
}

export function createIndexLock(folder: string): IndexLock {
  let heldTurn: { lock: AcquiredLock; since: number } | null = null;

  function take(): boolean {
    if (heldTurn) return true;
    const attempt = tryLock(folder, name, say`indexing for the search`, new Date());
    if (attempt.kind === 'held') heldTurn = { lock: attempt.lock, since: performance.now() };
    return heldTurn !== null;
  }

  return {
    take,
    isOver: () => heldTurn !== null && performance.now() - heldTurn.since > turnMs,
    giveBack() {
      heldTurn?.lock.release();
      heldTurn = null;
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
