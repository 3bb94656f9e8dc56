// Pages of the open branch in both directions and around a record, however far back.

import type { Message } from '../../../shared/conversation/message.ts';
import type { Head } from '../../conversation/formats.ts';
import type { WaitOptions } from '../../lib/sharedWork.ts';
import type { ReadLaterOptions } from '../../ports/store.ts';
import type { LogTree, TreePath } from './logTree.ts';
import type { OpenLog } from './openLog.ts';
import { pathIndexOf, userNames } from './pathNames.ts';

export interface TreePage {
  messages: Message[];
  hasEarlier: boolean;
  hasLater: boolean;
}

/** `branch`: the record exists, but on another branch. */
export type NoPage = { missing: 'record' | 'branch' };

export interface OpenPath {
  tree: LogTree;
  path: TreePath;
}

/** The path may grow meanwhile. Copying it for each page would cost more than the page. */
export async function readOpenPath(log: OpenLog, head: Head | null, waiting: WaitOptions = {}): Promise<OpenPath> {
  const [headId, tree] = [await log.headId(head), await log.tree(waiting)];
  // A head that was renamed or is no record means the last one.
  const at = headId === null ? null : (tree.find(headId) ?? tree.size - 1);
  if (at === null || at < 0) return { tree, path: { records: new Int32Array(), names: userNames } };
  return { tree, path: await tree.pathTo(at, waiting.signal) };
}

/** A page with the record in the middle, if both sides are long enough. */
export async function readPageAround(
  log: OpenLog,
  head: Head | null,
  messageId: string,
  limit: number,
  waiting: WaitOptions = {},
): Promise<TreePage | NoPage> {
  const open = await readOpenPath(log, head, waiting);
  const at = placeNamed(open, messageId);
  if (typeof at !== 'number') return at;
  const { length } = open.path.records;
  const to = Math.min(length, Math.max(0, at - Math.floor(limit / 2)) + limit);
  const from = Math.max(0, to - limit);
  const messages = await messagesOf(open, open.path.records.subarray(from, to));
  return { messages, hasEarlier: from > 0, hasLater: to < length };
}

/** The page after the record, or from the first with null. An empty page is the last one. */
export async function readPageAfter(
  log: OpenLog,
  head: Head | null,
  after: string | null,
  limit: number,
  { only = 'all', enoughBytes = Number.POSITIVE_INFINITY, ...waiting }: ReadLaterOptions = {},
): Promise<TreePage | NoPage> {
  const open = await readOpenPath(log, head, waiting);
  const { tree, path } = open;
  const place = after === null ? -1 : placeNamed(open, after);
  if (typeof place !== 'number') return place;
  const { length } = path.records;
  const hasEarlier = place >= 0;
  for (let at = place + 1; ; ) {
    const pageNumbers: number[] = [];
    let bytes = 0;
    for (; at < length && pageNumbers.length < limit && bytes < enoughBytes; at++) {
      const record = path.records[at] as number;
      if (only === 'withFile' && !tree.hasFile(record)) continue;
      pageNumbers.push(record);
      bytes += tree.bytesOf(record);
    }
    const messages = await messagesOf(open, pageNumbers);
    const hasLater = at < length;
    // All records in this range may turn out not to be messages.
    if (messages.length > 0 || !hasLater || limit === 0) return { messages, hasEarlier, hasLater };
  }
}

/** Index on the path of the record with this name. */
function placeNamed({ tree, path: { records, names } }: OpenPath, name: string): number | NoPage {
  const named = names.indexes.get(name);
  if (named !== undefined) return pathIndexOf(records, named);
  const recordNumber = tree.find(name);
  if (recordNumber === null) return { missing: 'record' };
  // The same ID may occur on several branches.
  for (let record: number | undefined = recordNumber; record !== undefined; record = tree.repeated.get(record)) {
    const at = pathIndexOf(records, record);
    if (at >= 0) return at;
  }
  return { missing: 'branch' };
}

async function messagesOf({ tree, path: { names } }: OpenPath, records: ArrayLike<number>): Promise<Message[]> {
  const loaded = await tree.load(records);
  if (names.nameOf.size === 0) return loaded.map(({ message }) => message);
  const nameAt = new Map<number, string>();
  for (const record of Array.from(records)) {
    const name = names.nameOf.get(record);
    if (name !== undefined) nameAt.set(tree.startOf(record), name);
  }
  return loaded.map(({ start, message }) => {
    const id = nameAt.get(start);
    return id === undefined ? message : { ...message, id };
  });
}
