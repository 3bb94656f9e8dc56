// How far back a branch is read: as far as the caller needs it and no further.

import { isSummary } from '../../../shared/conversation/context.ts';
import { isHidden, type Marks } from '../../../shared/conversation/marks.ts';
import type { Message, SystemMessage } from '../../../shared/conversation/message.ts';
import type { BranchReach } from '../../ports/store.ts';

/** A function that is told the records from the head back, and says of which one that it is the last that is needed. */
export function readDepthOf(reach: BranchReach, marks: Marks): (message: Message) => boolean {
  if (reach === 'whole') return () => false;
  return reach === 'context' ? contextReach(marks) : tailReach(reach.tail, reach.including ?? null);
}

/** Bytes of records that a reach takes at most: many times what a model takes, and what memory should hold. */
export function mostBytesOf(reach: BranchReach): number {
  if (reach === 'context') return 64 * 1024 * 1024;
  return reach === 'whole' ? 256 * 1024 * 1024 : Number.POSITIVE_INFINITY;
}

/** What is sent begins at the record that the last summary still in force kept first (which may stand after it), or at the root. */
function contextReach(marks: Marks): (message: Message) => boolean {
  // Ids alone: the records of a branch that is too long would all be held.
  const later: string[] = [];
  let firstKept: string | null = null;
  let found = false;
  return (message) => {
    if (firstKept === null && isSummary(message) && !isHidden(message, marks)) {
      firstKept = (message as SystemMessage).compaction?.firstKeptId ?? message.id;
      if (later.includes(firstKept)) return true;
    }
    if (firstKept === null) later.push(message.id);
    found ||= message.id === firstKept;
    // A cut inside a group of results goes back to the call that they answer.
    return found && message.role !== 'tool';
  };
}

/** A result is not parted from the call that it answers: a tail does not begin with one. */
function tailReach(count: number, including: string | null): (message: Message) => boolean {
  let seen = 0;
  let included = including === null;
  return (message) => {
    seen++;
    included ||= message.id === including;
    return included && seen >= count && message.role !== 'tool';
  };
}
