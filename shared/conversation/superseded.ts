// Whether a compaction counts for anything: a later summary in force stands for everything before it, so that undoing the
// earlier one, or doing it again, changes nothing that is sent. Pure.

import { isSummary } from './context.ts';
import { isHidden, type Marks } from './marks.ts';
import type { Message } from './message.ts';

/**
 * `branch`: in the order of the log, at least from the compaction on. One that is not in it stands before it, and is
 * superseded when the branch has a summary in force.
 */
export function isSuperseded(messageId: string, branch: readonly Message[], marks: Marks = {}): boolean {
  for (let at = branch.length - 1; at >= 0; at--) {
    const message = branch[at] as Message;
    if (message.id === messageId) return false;
    if (isSummary(message) && !isHidden(message, marks)) return true;
  }
  return false;
}
