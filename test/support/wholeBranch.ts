// The active branch, made from all records at once: what reading from the end is compared with.

import type { Head } from '../../electron/conversation/formats.ts';
import type { Message } from '../../shared/conversation/message.ts';

/** The head that counts: the stored one while nothing was appended since, else the last record; null when empty. */
export function effectiveHead(records: readonly Message[], head: Head | null | undefined): string | null {
  const last = records.at(-1);
  if (!last) return null;
  if (head && head.after === last.id && records.some((record) => record.id === head.id)) return head.id;
  return last.id;
}

/**
 * The records from the root to `headId`, oldest first. A parent counts only when it stands earlier in the log; where it
 * does not (missing, later, or itself) the record before it in the log is taken, so that a damaged log cannot loop and
 * loses nothing.
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
