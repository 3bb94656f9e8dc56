// The active branch, built from all records at once: the reference for reading from the end.

import type { Head } from '../../electron/conversation/formats.ts';
import type { Message } from '../../shared/conversation/message.ts';

/** The effective head: the stored one if nothing was appended since, else the last record; null if empty. */
export function effectiveHead(records: readonly Message[], head: Head | null | undefined): string | null {
  const last = records.at(-1);
  if (!last) return null;
  if (head && head.after === last.id && records.some((record) => record.id === head.id)) return head.id;
  return last.id;
}

/**
 * The records from the root to `headId`, oldest first. A parent only counts if it comes earlier in the log; otherwise
 * (missing, later, or itself) the previous record in the log is used, so that a damaged log cannot loop and loses
 * nothing.
 */
export function activeBranch(records: readonly Message[], headId: string | null): Message[] {
  if (records.length === 0) return [];
  const positions = new Map<string, number>();
  const parents: number[] = [];
  records.forEach((record, index) => {
    const parent = record.parentId;
    if (parent === null) parents.push(-1);
    else parents.push((parent === undefined ? undefined : positions.get(parent)) ?? index - 1);
    positions.set(record.id, index);
  });
  let at = headId === null ? records.length - 1 : (positions.get(headId) ?? records.length - 1);
  const path: Message[] = [];
  while (at >= 0) {
    path.push(records[at] as Message);
    at = parents[at] as number;
  }
  return path.reverse();
}
