// Finds forks of the open branch and branch ends. A record opens a branch if it, or anything after it, is a user or
// model message; sibling results, app notes and tombstones do not.

import { callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import type { ForkBranch, ForkPage } from '../../../shared/features/branches/methods.ts';
import type { Head } from '../../conversation/formats.ts';
import { cleanTitle } from '../../conversation/title.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ForkQuery } from '../../ports/store.ts';
import type { LogTree } from './logTree.ts';
import type { OpenLog } from './openLog.ts';
import { readOpenPath } from './treePages.ts';

/** Maximum label length in UTF-16 units. */
const labelLength = 120;
const labelsTogether = 100;

interface ForkPosition {
  parent: number;
  branches: number[];
  active: number;
}

/** In branch order. `visibleMessage` maps a record to what a reader may see of it. */
export async function listForks(
  log: OpenLog,
  head: Head | null,
  visibleMessage: (message: Message) => Message,
  { from = 0, limit = Number.POSITIVE_INFINITY, signal }: ForkQuery = {},
): Promise<ForkPage> {
  const { tree, path } = await readOpenPath(log, head, { signal });
  const ends = await endsOf(tree, signal);
  const all = await placesOf(tree, path.records, ends.says, signal);
  const places = firstForks(all.slice(from), limit);
  const labelRecords = places.flatMap(({ branches }) => branches.flatMap((at) => [at, ends.saidIn[at] as number]));
  const labels = await wordsOf(tree, labelRecords, visibleMessage, signal);
  const forks = places.map(({ parent, branches, active }) => ({
    parentId: parent < 0 ? null : tree.idOf(parent),
    branches: branches.map((at): ForkBranch => {
      const saidIn = ends.saidIn[at] as number;
      return {
        messageId: tree.idOf(at),
        saidId: tree.idOf(saidIn),
        leafId: tree.idOf(ends.newest[at] as number),
        createdAt: labels.get(at)?.createdAt ?? '',
        label: labels.get(saidIn)?.label ?? '',
      };
    }),
    active,
  }));
  const beside = all.reduce((sum, { branches, active }) => sum + branches.length - (active < 0 ? 0 : 1), 0);
  return { forks, beside, more: from + places.length < all.length };
}

/** The first forks, until `limit` branches are covered. */
function firstForks(places: readonly ForkPosition[], limit: number): readonly ForkPosition[] {
  let branches = 0;
  const reached = places.findIndex((place) => {
    branches += place.branches.length;
    return branches >= limit;
  });
  return reached < 0 ? places : places.slice(0, reached + 1);
}

/** The newest descendant of this record, or itself; null if it is not in the log. */
export async function newestDescendant(log: OpenLog, messageId: string): Promise<string | null> {
  const tree = await log.tree();
  const from = tree.find(messageId);
  if (from === null) return null;
  const slice = createTimeSlice();
  const follows = new Uint8Array(tree.size);
  follows[from] = 1;
  let newest = from;
  for (let record = from + 1; record < follows.length; record++) {
    if (follows[tree.parent(record)] !== 1) continue;
    follows[record] = 1;
    newest = record;
    const pause = slice();
    if (pause) await pause;
  }
  return tree.idOf(newest);
}

interface Ends {
  /** The newest descendant of each record. */
  newest: Int32Array;
  /** Whether the record or a descendant is a user or model message. */
  says: Uint8Array;
  /** The first such message on the way to the newest descendant, or the record itself. */
  saidIn: Int32Array;
}

/** Descendants come later in the file, so going backwards each record is complete when visited. */
async function endsOf(tree: LogTree, signal?: AbortSignal): Promise<Ends> {
  const { size } = tree;
  const newest = new Int32Array(size).fill(-1);
  const says = new Uint8Array(size);
  const saidIn = new Int32Array(size);
  const slice = createTimeSlice(undefined, signal);
  for (let record = size - 1; record >= 0; record--) {
    if (newest[record] === -1) [newest[record], saidIn[record]] = [record, record];
    // Show a misplaced record even if it says little, or nobody would find it.
    if (tree.kind(record) === 'said' || tree.isMisplaced(record)) [says[record], saidIn[record]] = [1, record];
    const parent = tree.parent(record);
    if (parent >= 0 && (newest[record] as number) > (newest[parent] as number)) {
      [newest[parent], saidIn[parent]] = [newest[record] as number, saidIn[record] as number];
    }
    if (parent >= 0 && says[record] === 1) says[parent] = 1;
    const pause = slice();
    if (pause) await pause;
  }
  return { newest, says, saidIn };
}

async function placesOf(
  tree: LogTree,
  path: Int32Array,
  says: Uint8Array,
  signal?: AbortSignal,
): Promise<ForkPosition[]> {
  const open = new Uint8Array(tree.size);
  for (const record of path) open[record] = 1;
  /** The first child of each record, and of none (index 0); for those with more, all children. */
  const first = new Int32Array(says.length + 1).fill(-1);
  const several = new Map<number, number[]>();
  const slice = createTimeSlice(undefined, signal);
  // Appended since `says` was built.
  for (let record = 0; record < says.length; record++) {
    const pause = slice();
    if (pause) await pause;
    const parent = tree.parent(record);
    if ((parent >= 0 && open[parent] !== 1) || (says[record] !== 1 && open[record] !== 1)) continue;
    const firstChild = first[parent + 1] as number;
    if (firstChild < 0) first[parent + 1] = record;
    else if (several.has(parent)) several.get(parent)?.push(record);
    else several.set(parent, [firstChild, record]);
  }
  return [...several]
    .sort(([a], [b]) => a - b)
    .map(([parent, branches]) => ({ parent, branches, active: branches.findIndex((record) => open[record] === 1) }));
}

/** The part of a record that a fork shows. */
interface Words {
  createdAt: string;
  label: string;
}

async function wordsOf(
  tree: LogTree,
  numbers: Iterable<number>,
  visibleMessage: (message: Message) => Message,
  signal?: AbortSignal,
): Promise<Map<number, Words>> {
  const labelsByRecord = new Map<number, Words>();
  const slice = createTimeSlice(undefined, signal);
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += labelsTogether) {
    const some = sorted.slice(at, at + labelsTogether);
    const loaded = new Map((await tree.load(some)).map((record) => [record.start, record.message]));
    for (const record of some) {
      const pause = slice();
      if (pause) await pause;
      const message = loaded.get(tree.startOf(record));
      if (message)
        labelsByRecord.set(record, { createdAt: message.createdAt, label: labelOf(visibleMessage(message)) });
    }
  }
  return labelsByRecord;
}

function labelOf(message: Message): string {
  if (isRemoved(message)) return '';
  // For a pasted file, the start of its tag is enough.
  const text = cleanTitle(textOf(message).slice(0, 4 * labelLength));
  if (text !== '') return text.length <= labelLength ? text : `${text.slice(0, labelLength - 1).toWellFormed()}…`;
  if (message.role === 'tool') return message.toolName;
  return [...new Set(callsOf(message).map((call) => call.function.name))].join(', ').slice(0, labelLength);
}
