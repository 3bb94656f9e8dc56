// Determines how far back to read a branch: as far as the caller needs and no further.

import { isSummary } from '../../../shared/conversation/context.ts';
import { isHidden, type Marks } from '../../../shared/conversation/marks.ts';
import type { Message, SystemMessage } from '../../../shared/conversation/message.ts';
import type { BranchReach } from '../../ports/store.ts';

/** Returns a predicate that takes records from the head back and returns true at the last one needed. */
export function createReadDepthTest(reach: BranchReach, marks: Marks): (message: Message) => boolean {
  if (reach === 'whole') return () => false;
  return reach === 'context' ? contextReach(marks) : tailReach(reach.tail, reach.including ?? null);
}

/** Maximum bytes for a reach: far more than a model accepts, and as much as memory should hold. */
export function maxBytesOf(reach: BranchReach): number {
  if (reach === 'context') return 64 * 1024 * 1024;
  return reach === 'whole' ? 256 * 1024 * 1024 : Number.POSITIVE_INFINITY;
}

/** The context begins at the first record kept by the latest active summary (possibly placed after it), or at the root. */
function contextReach(marks: Marks): (message: Message) => boolean {
  // IDs only: on an overlong branch, records would all be held.
  const later: string[] = [];
  let firstKept: string | null = null;
  let isFound = false;
  return (message) => {
    if (firstKept === null && isSummary(message) && !isHidden(message, marks)) {
      firstKept = (message as SystemMessage).compaction?.firstKeptId ?? message.id;
      if (later.includes(firstKept)) return true;
    }
    if (firstKept === null) later.push(message.id);
    isFound ||= message.id === firstKept;
    // A cut inside a group of results moves back to their call.
    return isFound && message.role !== 'tool';
  };
}

/** Never separates a result from its call: a tail does not start with a result. */
function tailReach(count: number, including: string | null): (message: Message) => boolean {
  let seenCount = 0;
  let included = including === null;
  return (message) => {
    seenCount++;
    included ||= message.id === including;
    return included && seenCount >= count && message.role !== 'tool';
  };
}
