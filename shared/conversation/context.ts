// Which records of a branch are in the context: what the last summary stands for is not, what results were cleared is sent
// as a reference. A summary that a person has undone (hidden) counts for nothing.

import { isHidden, isPinned, type Marks } from './marks.ts';
import type { Message, SystemMessage } from './message.ts';
import { isBlankText } from './sendable.ts';

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
  if (!branch.some(isCompaction)) return { summary: null, kept: [...branch], cleared: new Set(), pinnedBefore: [] };
  const compactions = branch.filter((message) => isCompaction(message) && !isHidden(message, marks)) as SystemMessage[];
  const { summary, cut } = summaryInForce(branch, compactions);
  const kept = branch.slice(cut).filter((message) => !isCompaction(message));
  const cleared = compactions.flatMap((message) => idsOf(message.compaction?.clearedIds));
  return {
    summary,
    kept,
    cleared: new Set(cleared.filter((id) => !isPinned({ id }, marks))),
    pinnedBefore: summary ? pinnedBefore(summary, branch, kept, marks) : [],
  };
}

function summaryInForce(
  branch: readonly Message[],
  compactions: readonly SystemMessage[],
): { summary: SystemMessage | null; cut: number } {
  for (const summary of compactions.filter(isSummary).toReversed()) {
    const cut = cutOf(branch, summary);
    if (cut !== null) return { summary, cut };
  }
  return { summary: null, cut: 0 };
}

/** A record that compaction has left: a summary, or the clearing of results alone. */
export function isCompaction(message: Message): message is SystemMessage {
  return message.role === 'system' && message.partType === 'summary';
}

export function isSummary(message: Message): boolean {
  return isCompaction(message) && !isBlankText(message.content);
}

/**
 * Where the part begins that a summary does not stand for; null when the record that it names is not on the branch, nor one
 * that follows it: then it counts for nothing, for nobody knows what it has left out. A cut inside a group of results goes
 * back to the call that they answer. What a summary was stored after is never left out: it cannot speak of what comes
 * behind it.
 */
function cutOf(branch: readonly Message[], summary: SystemMessage): number | null {
  const at = branch.indexOf(summary);
  const firstKeptId: unknown = summary.compaction?.firstKeptId;
  if (typeof firstKeptId !== 'string') return at;
  const named = branch.findIndex((message) => message.id === firstKeptId);
  // Its line may be damaged: what followed it is still there.
  const first = named < 0 ? branch.findIndex((message) => message.parentId === firstKeptId) : named;
  if (first < 0) return null;
  let from = Math.min(first, at);
  while (from > 0 && branch[from]?.role === 'tool') from--;
  return from;
}

/** A mark may name any summary of the branch, also one that was undone: its record stands before that one. */
function pinnedBefore(
  summary: SystemMessage,
  branch: readonly Message[],
  kept: readonly Message[],
  marks: Marks,
): string[] {
  const summaries = new Set(branch.filter(isSummary).map((message) => message.id));
  const later = Object.keys(marks).filter((id) => summaries.has(marks[id]?.under ?? ''));
  const pinned = [...idsOf(summary.compaction?.pinnedIds), ...later.sort()].filter((id) => isPinned({ id }, marks));
  const ids = new Set([...pinned, ...idsOf(summary.compaction?.besideIds)]);
  if (ids.size === 0) return [];
  const shown = new Set(kept.map((message) => message.id));
  return [...ids].filter((id) => !shown.has(id));
}

/** The log may hold anything in the place of a list. */
export function idsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}
