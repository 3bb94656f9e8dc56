// Which records of a branch are in the context: what the last summary stands for is not, what results were cleared is sent
// as a reference. A summary that a person has undone (hidden) counts for nothing.

import { isHidden, isPinned, type Marks } from './marks.ts';
import type { Message, SystemMessage } from './message.ts';

export interface Context {
  /** The summary that opens it; null when nothing was summarised. */
  summary: SystemMessage | null;
  /** From the first record that is kept on, in the order of the log, without summaries. */
  kept: Message[];
  /** Ids of results that are sent as a reference. */
  cleared: ReadonlySet<string>;
  /** Ids of records before `kept` that are sent beside the summary: pinned by a person, or named by the summary itself. */
  pinnedBefore: string[];
}

export function contextOf(branch: readonly Message[], marks: Marks = {}): Context {
  const compactions = branch.filter((message) => isCompaction(message) && !isHidden(message, marks)) as SystemMessage[];
  const summary = compactions.findLast(isSummary) ?? null;
  const kept = keptFrom(branch, summary).filter((message) => !isCompaction(message));
  const cleared = compactions.flatMap((message) => idsOf(message.compaction?.clearedIds));
  return {
    summary,
    kept,
    cleared: new Set(cleared.filter((id) => !isPinned({ id }, marks))),
    pinnedBefore: summary ? pinnedBefore(summary, kept, marks) : [],
  };
}

/** A record that compaction has left: a summary, or the clearing of results alone. */
export function isCompaction(message: Message): message is SystemMessage {
  return message.role === 'system' && message.partType === 'summary';
}

export function isSummary(message: Message): boolean {
  return isCompaction(message) && message.content.trim() !== '';
}

/**
 * A cut inside a group of results goes back to the call that they answer. What a summary was stored after is never left out:
 * it cannot speak of what comes behind it.
 */
function keptFrom(branch: readonly Message[], summary: SystemMessage | null): readonly Message[] {
  if (!summary) return branch;
  const first = branch.findIndex((message) => message.id === summary.compaction?.firstKeptId);
  const at = branch.indexOf(summary);
  let from = first < 0 ? at : Math.min(first, at);
  while (from > 0 && branch[from]?.role === 'tool') from--;
  return branch.slice(from);
}

function pinnedBefore(summary: SystemMessage, kept: readonly Message[], marks: Marks): string[] {
  const shown = new Set(kept.map((message) => message.id));
  const later = Object.keys(marks).filter((id) => marks[id]?.under === summary.id);
  const pinned = [...idsOf(summary.compaction?.pinnedIds), ...later.sort()].filter((id) => isPinned({ id }, marks));
  const ids = new Set([...pinned, ...idsOf(summary.compaction?.besideIds)]);
  return [...ids].filter((id) => !shown.has(id));
}

/** The log may hold anything in the place of a list. */
function idsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}
