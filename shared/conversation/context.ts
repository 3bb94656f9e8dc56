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
  /** Ids of records before `kept` that are sent beside the summary, because a person pinned them. */
  pinnedBefore: string[];
}

export function contextOf(branch: readonly Message[], marks: Marks = {}): Context {
  const compactions = branch.filter((message) => isCompaction(message) && !isHidden(message, marks)) as SystemMessage[];
  const summary = compactions.findLast(isSummary) ?? null;
  const kept = keptFrom(branch, summary).filter((message) => !isCompaction(message));
  const cleared = compactions.flatMap((message) => message.compaction?.clearedIds ?? []);
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

function keptFrom(branch: readonly Message[], summary: SystemMessage | null): readonly Message[] {
  if (!summary) return branch;
  const first = branch.findIndex((message) => message.id === summary.compaction?.firstKeptId);
  return branch.slice(first < 0 ? branch.indexOf(summary) : first);
}

function pinnedBefore(summary: SystemMessage, kept: readonly Message[], marks: Marks): string[] {
  const shown = new Set(kept.map((message) => message.id));
  const later = Object.keys(marks).filter((id) => marks[id]?.under === summary.id);
  const ids = new Set([...(summary.compaction?.pinnedIds ?? []), ...later.sort()]);
  return [...ids].filter((id) => !shown.has(id) && isPinned({ id }, marks));
}
