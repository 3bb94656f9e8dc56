// Refetches search results while the index is incomplete: briefly after new messages, and longer on the first search of
// many conversations.

import { useEffect, useRef } from 'react';
import { startTimer } from '../../core/state/frames.ts';

/** Initial delay in ms; doubles up to the maximum. */
const firstMs = 200;
const maxMs = 1_600;

/** `behind`: index status of the last answer. `renew` resolves when answered. */
export function useRefreshWhileBehind(behind: boolean, renew: () => Promise<void>): void {
  const latest = useRef(renew);
  latest.current = renew;
  useEffect(() => {
    if (!behind) return;
    let isOver = false;
    let cancel = (): void => {};
    const wait = (ms: number): void => {
      cancel = startTimer(ms, () => {
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
