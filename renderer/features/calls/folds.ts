// Folds adjacent calls into one line: three or more finished ones, but the last two stay visible during a run. A fold
// ends before a call that is running, was left open, or that the user opened.

import { type BoxState, isFinished } from '../../core/calls/callState.ts';

export interface FoldCall {
  state: BoxState;
  /** Must stay visible: the user opened it, or a crash left it without a result. */
  staysVisible: boolean;
}

const fewest = 3;
const keptWhileLive = 2;

/** Number of calls to fold from the start; 0: none. */
export function foldedCount(calls: readonly FoldCall[], live: boolean): number {
  const firstKept = calls.findIndex((call) => !isFinished(call.state) || call.staysVisible);
  const over = firstKept < 0 ? calls.length : firstKept;
  const count = Math.min(over, live ? calls.length - keptWhileLive : calls.length);
  return count < fewest ? 0 : count;
}
