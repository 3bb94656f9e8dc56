// Work that several callers may wait for: the first starts it, it runs once, and it continues while anyone still wants
// it.

import { AbandonedError } from './cooperativeYield.ts';

/** Progress as done and total. */
export type Progress = (done: number, of: number) => void;

/** A waiting caller's signal and progress callback. */
export interface WaitOptions {
  /** Abandons the wait: throws `AbandonedError`. */
  signal?: AbortSignal | undefined;
  onProgress?: Progress | undefined;
}

export interface SharedWork<T> {
  /** Whether it was started and not abandoned. */
  readonly isBegun: boolean;
  /** Resolves with the result. After a failure or abandonment, the next call starts over. */
  get(waiting?: WaitOptions): Promise<T>;
}

interface Begun<T> {
  made: Promise<T>;
  isMade: boolean;
  stop: AbortController;
  waiting: Set<WaitOptions>;
}

/** `make` must throw once `signal` aborts, when nobody waits any more. */
export function createSharedWork<T>(make: (signal: AbortSignal, onProgress: Progress) => Promise<T>): SharedWork<T> {
  let begun: Begun<T> | null = null;

  function begin(): Begun<T> {
    const waiting = new Set<WaitOptions>();
    const stop = new AbortController();
    const made = make(stop.signal, (done, of) => {
      for (const { onProgress } of waiting) onProgress?.(done, of);
    });
    const work: Begun<T> = { made, isMade: false, stop, waiting };
    begun = work;
    made.then(
      () => {
        work.isMade = true;
      },
      () => forget(work),
    );
    return work;
  }

  function forget(work: Begun<T>): void {
    if (begun === work) begun = null;
  }

  return {
    get isBegun() {
      return begun !== null;
    },
    async get(waiting = {}) {
      const { signal } = waiting;
      if (signal?.aborted) throw new AbandonedError();
      const work = begun ?? begin();
      if (work.isMade) return work.made;
      const who = { ...waiting };
      work.waiting.add(who);
      let stopped = (): void => {};
      try {
        const abandonedWait = new Promise<never>((_resolve, reject) => {
          stopped = () => reject(new AbandonedError());
          signal?.addEventListener('abort', stopped, { once: true });
        });
        return await Promise.race([work.made, abandonedWait]);
      } finally {
        signal?.removeEventListener('abort', stopped);
        work.waiting.delete(who);
        if (work.waiting.size === 0 && !work.isMade) {
          forget(work);
          work.stop.abort();
        }
      }
    },
  };
}
