// Which of the neighbouring calls fold into one line. Done neighbours fold from three on; while the run is still at them
// the last two stay to be read. A fold ends before a call that is going on, that was left open, or that the person opened.

import { type BoxState, isOver } from '../../core/calls/callState.ts';

export interface FoldCall {
  state: BoxState;
  /** It must be seen: the person opened it, or a crash left it without a result. */
  kept: boolean;
}

const fewest = 3;
const keptWhileLive = 2;

/** How many calls, from the first on, are shown as one line; 0: none. */
export function foldedCount(calls: readonly FoldCall[], live: boolean): number {
  const firstKept = calls.findIndex((call) => !isOver(call.state) || call.kept);
  const over = firstKept < 0 ? calls.length : firstKept;
  const count = Math.min(over, live ? calls.length - keptWhileLive : calls.length);
  return count < fewest ? 0 : count;
}
