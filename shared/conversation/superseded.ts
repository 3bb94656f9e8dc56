// Whether a compaction still has an effect: a later active summary replaces everything before it, so undoing or redoing
// the earlier one changes nothing that is sent.

import { isSummary } from './context.ts';
import { isHidden, type Marks } from './marks.ts';
import type { Message } from './message.ts';

/**
 * `branch`: in log order, at least from the compaction on. A compaction that is not in it is earlier, and superseded if
 * the branch has an active summary.
 */
export function isSuperseded(messageId: string, branch: readonly Message[], marks: Marks = {}): boolean {
  for (let at = branch.length - 1; at >= 0; at--) {
    const message = branch[at] as Message;
    if (message.id === messageId) return false;
    if (isSummary(message) && !isHidden(message, marks)) return true;
  }
  return false;
}
