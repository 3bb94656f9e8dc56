// The index is behind for a moment after something was said, and for longer on the first search of many conversations. What
// it did not know is asked for again while it is looked at, until it knows everything.

import { useEffect, useRef } from 'react';
import { later } from '../../core/state/frames.ts';

/** Milliseconds between two questions: each is twice the one before, up to the most. */
const firstMs = 200;
const maxMs = 1_600;

/** `behind`: what the last answer said of the index. `renew` resolves when it was answered. */
export function useRenewal(behind: boolean, renew: () => Promise<void>): void {
  const latest = useRef(renew);
  latest.current = renew;
  useEffect(() => {
    if (!behind) return;
    let isOver = false;
    let cancel = (): void => {};
    const wait = (ms: number): void => {
      cancel = later(ms, () => {
        void latest.current().then(() => !isOver && wait(Math.min(ms * 2, maxMs)));
      });
    };
    wait(firstMs);
    return () => {
      isOver = true;
      cancel();
    };
  }, [behind]);
}
