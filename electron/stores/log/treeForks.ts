// Where the open branch parts, and where a branch ends. A record opens a branch when something is said in it or after it:
// results that stand side by side, the app's notes and what was removed for good are no branch of their own.

import type { Fork, ForkBranch } from '../../../shared/contract/browseResources.ts';
import type { Head } from '../../../shared/conversation/branch.ts';
import { callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { cleanTitle } from '../../../shared/conversation/title.ts';
import { createTimeSlice } from '../../lib/timeSlice.ts';
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
export async function forksOf(log: OpenLog, head: Head | null, shown: (message: Message) => Message): Promise<Fork[]> {
  const { tree, path } = await openPath(log, head);
  const ends = await endsOf(tree);
  const places = await placesOf(tree, path, ends.says);
  const wanted = places.flatMap(({ branches }) => branches.flatMap((at) => [at, ends.saidIn[at] as number]));
  const messages = await readAll(tree, [...new Set(wanted)]);
  return places.map(({ parent, branches, active }) => ({
    parentId: parent < 0 ? null : tree.idOf(parent),
    branches: branches.map((at): ForkBranch => {
      const said = messages.get(ends.saidIn[at] as number);
      return {
        messageId: tree.idOf(at),
        saidId: tree.idOf(ends.saidIn[at] as number),
        leafId: tree.idOf(ends.newest[at] as number),
        createdAt: messages.get(at)?.createdAt ?? '',
        label: said ? labelOf(shown(said)) : '',
      };
    }),
    active,
  }));
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
async function endsOf(tree: LogTree): Promise<Ends> {
  const { size } = tree;
  const newest = new Int32Array(size).fill(-1);
  const says = new Uint8Array(size);
  const saidIn = new Int32Array(size);
  const slice = createTimeSlice();
  for (let record = size - 1; record >= 0; record--) {
    if (newest[record] === -1) [newest[record], saidIn[record]] = [record, record];
    if (tree.kind(record) === 'said') [says[record], saidIn[record]] = [1, record];
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

async function placesOf(tree: LogTree, path: readonly number[], says: Uint8Array): Promise<Place[]> {
  const open = new Uint8Array(tree.size);
  for (const record of path) open[record] = 1;
  const followers = new Map<number, number[]>();
  const slice = createTimeSlice();
  // What was appended since `says` was made is not in it.
  for (let record = 0; record < says.length; record++) {
    const parent = tree.parent(record);
    if ((parent >= 0 && open[parent] !== 1) || (says[record] !== 1 && open[record] !== 1)) continue;
    const known = followers.get(parent);
    if (known) known.push(record);
    else followers.set(parent, [record]);
    const pause = slice();
    if (pause) await pause;
  }
  return [...followers]
    .filter(([, branches]) => branches.length > 1)
    .sort(([a], [b]) => a - b)
    .map(([parent, branches]) => ({ parent, branches, active: branches.findIndex((record) => open[record] === 1) }));
}

async function readAll(tree: LogTree, wanted: number[]): Promise<Map<number, Message>> {
  const found = new Map<number, Message>();
  const sorted = wanted.sort((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += labelsTogether) {
    const some = sorted.slice(at, at + labelsTogether);
    const loaded = new Map((await tree.load(some)).map((record) => [record.start, record.message]));
    for (const record of some) {
      const message = loaded.get(tree.startOf(record));
      if (message) found.set(record, message);
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
