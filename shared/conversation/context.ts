// Determines which records of a branch are in the context: summarized ones are left out, cleared results are sent as
// references. A summary that the user has undone (hidden) is ignored.

import { isHidden, isPinned, type Marks } from './marks.ts';
import type { Message, SystemMessage } from './message.ts';
import { isBlankText } from './sendable.ts';

export interface Context {
  /** The summary at the start; null when nothing was summarized. */
  summary: SystemMessage | null;
  /** Records from the first one kept, in log order, without summaries. */
  keptMessages: Message[];
  /** Ids of results that are sent as references. */
  cleared: ReadonlySet<string>;
  /** Ids of records before `keptMessages` that are sent alongside the summary: pinned by the user, or listed by the summary. */
  pinnedBefore: string[];
}

export function contextOf(branch: readonly Message[], marks: Marks = {}): Context {
  if (!branch.some(isCompaction))
    return { summary: null, keptMessages: [...branch], cleared: new Set(), pinnedBefore: [] };
  const compactions = branch.filter((message) => isCompaction(message) && !isHidden(message, marks)) as SystemMessage[];
  const { summary, cut } = summaryInForce(branch, compactions);
  const keptRecords = branch.slice(cut).filter((message) => !isCompaction(message));
  const cleared = compactions.flatMap((message) => idsOf(message.compaction?.clearedIds));
  return {
    summary,
    keptMessages: keptRecords,
    cleared: new Set(cleared.filter((id) => !isPinned({ id }, marks))),
    pinnedBefore: summary ? pinnedBefore(summary, branch, keptRecords, marks) : [],
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

/** True for the record of a compaction: a summary, or only cleared results. */
export function isCompaction(message: Message): message is SystemMessage {
  return message.role === 'system' && message.partType === 'summary';
}

export function isSummary(message: Message): boolean {
  return isCompaction(message) && !isBlankText(message.content);
}

/**
 * Returns where the unsummarised part begins, or null when neither the record that the summary names nor any later one
 * is on the branch. Such a summary is ignored because its range is unknown. A cut inside a group of results moves back
 * to the call they answer. Records stored after the summary are never left out, since it cannot cover them.
 */
function cutOf(branch: readonly Message[], summary: SystemMessage): number | null {
  const at = branch.indexOf(summary);
  const firstKeptId: unknown = summary.compaction?.firstKeptId;
  if (typeof firstKeptId !== 'string') return at;
  const named = branch.findIndex((message) => message.id === firstKeptId);
  // The named line may be damaged while those after it are intact.
  const first = named < 0 ? branch.findIndex((message) => message.parentId === firstKeptId) : named;
  if (first < 0) return null;
  let from = Math.min(first, at);
  while (from > 0 && branch[from]?.role === 'tool') from--;
  return from;
}

/** A mark may name any summary of the branch, even an undone one: the pinned record precedes that summary. */
function pinnedBefore(
  summary: SystemMessage,
  branch: readonly Message[],
  keptRecords: readonly Message[],
  marks: Marks,
): string[] {
  const summaries = new Set(branch.filter(isSummary).map((message) => message.id));
  const later = Object.keys(marks).filter((id) => summaries.has(marks[id]?.under ?? ''));
  const pinned = [...idsOf(summary.compaction?.pinnedIds), ...later.sort()].filter((id) => isPinned({ id }, marks));
  const ids = new Set([...pinned, ...idsOf(summary.compaction?.besideIds)]);
  if (ids.size === 0) return [];
  const keptIds = new Set(keptRecords.map((message) => message.id));
  return [...ids].filter((id) => !keptIds.has(id));
}

/** Reads a list of ids; the log may hold any type in its place. */
export function idsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}
