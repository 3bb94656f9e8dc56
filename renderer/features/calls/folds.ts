// Folds adjacent calls into one line: three or more finished ones, but the last two stay visible in the latest turn. A fold
// ends before a call that is running, was left open, or that the user opened. A failed call in it has its row below the line.

import { type BoxState, isFinished } from '../../core/calls/callState.ts';

export interface FoldCall {
  state: BoxState;
  /** Must stay visible: the user opened it, or a crash left it without a result. */
  staysVisible: boolean;
  /** Did not succeed: part of the fold, but its row is shown below the line. */
  hasOwnRow?: boolean;
}

const fewest = 3;
const keptInLatest = 2;

/** Number of calls to fold from the start; 0: none. */
export function foldedCount(calls: readonly FoldCall[], isLatest: boolean): number {
  const firstKept = calls.findIndex((call) => !isFinished(call.state) || call.staysVisible);
  const over = firstKept < 0 ? calls.length : firstKept;
  const count = Math.min(over, isLatest ? calls.length - keptInLatest : calls.length);
  const hidden = calls.slice(0, count).filter(({ hasOwnRow }) => !hasOwnRow).length;
  return hidden < fewest ? 0 : count;
}
