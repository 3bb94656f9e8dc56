// Pages of the open branch in both directions, and around a record of it, however far back that stands.

import type { Head } from '../../../shared/conversation/branch.ts';
import type { Message } from '../../../shared/conversation/message.ts';
import { distinctNames } from './distinctNames.ts';
import type { LogTree } from './logTree.ts';
import type { OpenLog } from './openLog.ts';

export interface TreePage {
  /** Oldest first. */
  messages: Message[];
  hasEarlier: boolean;
  hasLater: boolean;
}

/** `branch`: the record is there, on another branch than the open one. */
export type NoPage = { missing: 'record' | 'branch' };

export async function openPath(log: OpenLog, head: Head | null): Promise<{ tree: LogTree; path: readonly number[] }> {
  const [headId, tree] = [await log.headId(head), await log.tree()];
  // A head that another name was given to, or that is no record, is the last one.
  const at = headId === null ? null : (tree.find(headId) ?? tree.size - 1);
  return { tree, path: at === null || at < 0 ? [] : [...(await tree.pathTo(at))] };
}

/** With the record in its middle, as far as there is enough on both sides. */
export async function pageAround(
  log: OpenLog,
  head: Head | null,
  messageId: string,
  limit: number,
): Promise<TreePage | NoPage> {
  const { tree, path } = await openPath(log, head);
  const at = placeOn(tree, path, messageId);
  if (typeof at !== 'number') return at;
  const to = Math.min(path.length, Math.max(0, at - Math.floor(limit / 2)) + limit);
  return stretch(tree, path, Math.max(0, to - limit), to);
}

/** After the record; null: from the first on. */
export async function pageAfter(
  log: OpenLog,
  head: Head | null,
  after: string | null,
  limit: number,
): Promise<TreePage | NoPage> {
  const { tree, path } = await openPath(log, head);
  const at = after === null ? -1 : placeOn(tree, path, after);
  if (typeof at !== 'number') return at;
  return stretch(tree, path, at + 1, Math.min(path.length, at + 1 + limit));
}

function placeOn(tree: LogTree, path: readonly number[], messageId: string): number | NoPage {
  const record = tree.find(messageId);
  if (record === null) return { missing: 'record' };
  const at = placeOf(path, record);
  return at < 0 ? { missing: 'branch' } : at;
}

/** Where a record stands on a path, whose numbers ascend; -1: it does not. */
export function placeOf(path: readonly number[], record: number): number {
  let [low, high] = [0, path.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = path[middle] as number;
    if (there === record) return middle;
    if (there < record) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

async function stretch(tree: LogTree, path: readonly number[], from: number, to: number): Promise<TreePage> {
  const names = distinctNames([]);
  const loaded = await tree.load(path.slice(from, to));
  const messages = loaded.toReversed().flatMap((record) => names(record)?.message ?? []);
  return { messages: messages.reverse(), hasEarlier: from > 0, hasLater: to < path.length };
}
