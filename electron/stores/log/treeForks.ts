// Where the open branch parts, and where a branch ends. A record opens a branch when something is said in it or after it:
// results that stand side by side, the app's notes and what was removed for good are no branch of their own.

import { callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import type { ForkBranch, ForkPage } from '../../../shared/features/branches/methods.ts';
import type { Head } from '../../conversation/branch.ts';
import { cleanTitle } from '../../conversation/title.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ForkQuery } from '../../ports/store.ts';
import type { LogTree } from './logTree.ts';
import type { OpenLog } from './openLog.ts';
import { openPath } from './treePages.ts';

/** UTF-16 units of a label. */
const labelLength = 120;
/** Records that are read for labels at once. */
const labelsTogether = 100;

interface Place {
  parent: number;
  branches: number[];
  active: number;
}

/** In the order of the branch. `shown`: what a reader may see of a record. */
export async function forksOf(
  log: OpenLog,
  head: Head | null,
  shown: (message: Message) => Message,
  { from = 0, limit = Number.POSITIVE_INFINITY, signal }: ForkQuery = {},
): Promise<ForkPage> {
  const { tree, path } = await openPath(log, head, { signal });
  const ends = await endsOf(tree, signal);
  const all = await placesOf(tree, path.records, ends.says, signal);
  const places = someOf(all.slice(from), limit);
  const wanted = places.flatMap(({ branches }) => branches.flatMap((at) => [at, ends.saidIn[at] as number]));
  const words = await wordsOf(tree, wanted, shown, signal);
  const forks = places.map(({ parent, branches, active }) => ({
    parentId: parent < 0 ? null : tree.idOf(parent),
    branches: branches.map((at): ForkBranch => {
      const saidIn = ends.saidIn[at] as number;
      return {
        messageId: tree.idOf(at),
        saidId: tree.idOf(saidIn),
        leafId: tree.idOf(ends.newest[at] as number),
        createdAt: words.get(at)?.createdAt ?? '',
        label: words.get(saidIn)?.label ?? '',
      };
    }),
    active,
  }));
  const beside = all.reduce((sum, { branches, active }) => sum + branches.length - (active < 0 ? 0 : 1), 0);
  return { forks, beside, more: from + places.length < all.length };
}

/** The first of them, up to the one with which there are so many branches. */
function someOf(places: readonly Place[], limit: number): readonly Place[] {
  let branches = 0;
  const reached = places.findIndex((place) => {
    branches += place.branches.length;
    return branches >= limit;
  });
  return reached < 0 ? places : places.slice(0, reached + 1);
}

/** The newest record that follows from this one, itself when none does; null: it is not in the log. */
export async function newestAfter(log: OpenLog, messageId: string): Promise<string | null> {
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
  /** Of each record the newest that follows from it. */
  newest: Int32Array;
  /** Whether it, or something that follows from it, says something. */
  says: Uint8Array;
  /** The first record that says something on the way to the newest one; it itself where there is none. */
  saidIn: Int32Array;
}

/** Whoever follows stands behind: gone through from the end, each record is known whole when it is come to. */
async function endsOf(tree: LogTree, signal?: AbortSignal): Promise<Ends> {
  const { size } = tree;
  const newest = new Int32Array(size).fill(-1);
  const says = new Uint8Array(size);
  const saidIn = new Int32Array(size);
  const slice = createTimeSlice(undefined, signal);
  for (let record = size - 1; record >= 0; record--) {
    if (newest[record] === -1) [newest[record], saidIn[record]] = [record, record];
    // One that is not where it belongs is shown for all that it may say little: else nobody would find it.
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

async function placesOf(tree: LogTree, path: Int32Array, says: Uint8Array, signal?: AbortSignal): Promise<Place[]> {
  const open = new Uint8Array(tree.size);
  for (const record of path) open[record] = 1;
  /** Of each record, and before them of none, the first that follows; of those that have more, all. */
  const first = new Int32Array(says.length + 1).fill(-1);
  const several = new Map<number, number[]>();
  const slice = createTimeSlice(undefined, signal);
  // What was appended since `says` was made is not in it.
  for (let record = 0; record < says.length; record++) {
    const pause = slice();
    if (pause) await pause;
    const parent = tree.parent(record);
    if ((parent >= 0 && open[parent] !== 1) || (says[record] !== 1 && open[record] !== 1)) continue;
    const known = first[parent + 1] as number;
    if (known < 0) first[parent + 1] = record;
    else if (several.has(parent)) several.get(parent)?.push(record);
    else several.set(parent, [known, record]);
  }
  return [...several]
    .sort(([a], [b]) => a - b)
    .map(([parent, branches]) => ({ parent, branches, active: branches.findIndex((record) => open[record] === 1) }));
}

/** What a place says of a record. */
interface Words {
  createdAt: string;
  label: string;
}

async function wordsOf(
  tree: LogTree,
  wanted: Iterable<number>,
  shown: (message: Message) => Message,
  signal?: AbortSignal,
): Promise<Map<number, Words>> {
  const found = new Map<number, Words>();
  const slice = createTimeSlice(undefined, signal);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += labelsTogether) {
    const some = sorted.slice(at, at + labelsTogether);
    const loaded = new Map((await tree.load(some)).map((record) => [record.start, record.message]));
    for (const record of some) {
      const pause = slice();
      if (pause) await pause;
      const message = loaded.get(tree.startOf(record));
      if (message) found.set(record, { createdAt: message.createdAt, label: labelOf(shown(message)) });
    }
  }
  return found;
}

function labelOf(message: Message): string {
  if (isRemoved(message)) return '';
  // A tag of a line is enough of a pasted file.
  const text = cleanTitle(textOf(message).slice(0, 4 * labelLength));
  if (text !== '') return text.length <= labelLength ? text : `${text.slice(0, labelLength - 1).toWellFormed()}…`;
  if (message.role === 'tool') return message.toolName;
  return [...new Set(callsOf(message).map((call) => call.function.name))].join(', ').slice(0, labelLength);
}
