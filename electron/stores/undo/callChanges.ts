// The undo files of one conversation's calls: notes, and where the bytes are. Calls interrupted by a crash end with the
// folder's current state; files changed after the app was last seen alive may be anyone's work and are marked as such.

import { type Sentence, say, textOf, type UserText } from '../../../shared/core/sentence.ts';
import {
  type ContentKeeper,
  type EntryChange,
  type EntryState,
  type FolderTree,
  isSameState,
  type ReadContent,
  type TreeSnapshot,
} from '../../ports/folderTree.ts';
import type { Disk } from '../files/disk.ts';
import { type CallLocation, packPath, recordPath } from './callFiles.ts';
import {
  appendRecord,
  type CallEndRecord,
  type CallStart,
  type ChangeSet,
  changesOf,
  readRecords,
} from './changeRecords.ts';
import {
  type CreateSecretTest,
  createPackWriter,
  type PackEntry,
  type PackIndex,
  type PackWriter,
  readPacked,
} from './contentPack.ts';
import { readOpenMark, removeOpenMark } from './openMarks.ts';
import type { SnapshotRef, Snapshots } from './snapshots.ts';
import { noLongerStored } from './undoCap.ts';

export interface CallRun {
  /** When it began: ISO 8601, plus a counter for ties. */
  at: string;
  n: number;
  /** Its working folder, with links resolved. */
  root: string;
  changes: EntryChange[];
  /** Paths whose last change may not be the call's. */
  unsure: readonly string[];
}

export interface CallChanges {
  runs: CallRun[];
  notCovered: string[];
  read: ReadContent | null;
  has: (hash: string) => boolean;
}

export interface CallFilesDeps {
  disk: Disk;
  tree: FolderTree;
  snapshots: Snapshots;
  now(): string;
  /** Numbers the calls that this process starts. */
  count(): number;
  /** Created per content: tests its pieces for secrets that must not be stored. */
  containsSecret: CreateSecretTest;
}

/** Changes within this many milliseconds after the app was last seen still count as the call's. */
const lateMs = 1_000;

const interrupted = say`The app closed while a call was running. Changes made before that are attributed to the call; later changes are left alone.`;
const open = say`A call is running or was interrupted, so its changes are not known yet.`;
const unreadable = say`The undo data of a call cannot be read.`;

/** Adds bytes to the call's pack. */
export function openPackWriter(
  deps: Pick<CallFilesDeps, 'disk' | 'containsSecret'>,
  call: CallLocation,
  sets: readonly ChangeSet[],
): PackWriter {
  return createPackWriter(deps.disk, packPath(call), placesOf(sets), deps.containsSecret);
}

function placesOf(sets: readonly ChangeSet[]): PackIndex {
  const places: PackIndex = new Map();
  for (const { begun, ended } of sets) {
    for (const record of [begun, ended]) {
      for (const [hash, place] of Object.entries(record?.content ?? {})) places.set(hash, place);
    }
  }
  return places;
}

/** Finds what changed since the call began and packs the bytes of both sides. Throws file system errors. */
export async function captureCallEnd(
  deps: CallFilesDeps,
  call: CallLocation,
  callStart: CallStart,
  pack: PackWriter,
  snapshot: TreeSnapshot | null,
): Promise<CallEndRecord> {
  const initialStates = callStart.paths
    ? await pathChanges(deps.tree, callStart.root, callStart.paths, pack)
    : await treeChanges(deps, call, callStart, pack, snapshot);
  await pack.sync();
  const changes = initialStates.changes.map(
    ({ path, before, after }): [string, EntryState | null, EntryState | null] => [path, before, after],
  );
  return {
    v: 1,
    type: 'ended',
    at: deps.now(),
    changes,
    notCovered: initialStates.notCovered.map(textOf),
    content: pack.takeNew(),
  };
}

async function pathChanges(
  tree: FolderTree,
  root: string,
  before: readonly [string, EntryState | null][],
  keeper: ContentKeeper,
): Promise<{ changes: EntryChange[]; notCovered: Sentence[] }> {
  const now = await tree.entriesAt(
    root,
    before.map(([path]) => path),
    keeper,
  );
  const changes: EntryChange[] = [];
  const notCovered: Sentence[] = [];
  for (const [path, was] of before) {
    const is = now.get(path);
    if (is === undefined)
      notCovered.push(
        say`The change to "${path}" cannot be undone because the file could not be read afterwards or contains one of the app’s keys, which are never stored.`,
      );
    else if (!isSameState(was, is)) changes.push({ path, before: was, after: is });
  }
  return { changes, notCovered };
}

async function treeChanges(
  { disk, tree, snapshots }: CallFilesDeps,
  { paths }: CallLocation,
  { root, snapshot: savedSnapshot }: CallStart,
  pack: PackWriter,
  snapshot: TreeSnapshot | null,
): Promise<{ changes: EntryChange[]; notCovered: UserText[] }> {
  if (!savedSnapshot) return { changes: [], notCovered: [] };
  const read = snapshot ? null : await snapshots.read(paths, savedSnapshot);
  const before = snapshot ?? {
    root,
    entries: read?.entries ?? new Map(),
    ignoring: savedSnapshot.ignoring,
    leftOut: savedSnapshot.leftOut,
  };
  const places: PackIndex = read?.places ?? snapshots.places(paths) ?? new Map();
  const comparison = await tree.compare(before, pack);
  for (const change of comparison.changes) {
    for (const state of [change.before, change.after]) {
      if (state?.kind !== 'file' || pack.has(state.hash)) continue;
      const at = places.get(state.hash);
      if (!at) throw new Error(`the former content of ${change.path} is not there`);
      await pack.keep(state.hash, () =>
        readPacked(disk, snapshots.packPath(paths, savedSnapshot.name), state.hash, at),
      );
    }
  }
  return comparison;
}

/** The recorded changes of a call. An open call has only its start. */
export async function readCallChanges(deps: CallFilesDeps, call: CallLocation): Promise<CallChanges | null> {
  const sets = await readRecords(deps.disk, recordPath(call));
  if (sets === null) return { runs: [], notCovered: [unreadable.text], read: null, has: () => false };
  if (sets.length === 0) return null;
  const places = placesOf(sets);
  const path = packPath(call);
  return {
    runs: sets.map((set) => ({
      at: (set.begun ?? set.ended)?.at ?? '',
      n: set.begun?.n ?? 0,
      root: set.begun?.root ?? '',
      changes: changesOf(set),
      unsure: set.ended?.unsure ?? [],
    })),
    notCovered: sets.flatMap(({ ended, dropped }) => ended?.notCovered ?? [(dropped ? noLongerStored : open).text]),
    has: (hash) => places.has(hash),
    read: (hash) => readPacked(deps.disk, path, hash, places.get(hash) as PackEntry),
  };
}

/** Completes a call interrupted by a crash; durable once it resolves. Throws file system errors. */
export async function completeInterruptedCall(deps: CallFilesDeps, call: CallLocation): Promise<void> {
  const sets = await readRecords(deps.disk, recordPath(call));
  const last = sets?.at(-1);
  if (sets && last?.begun && !last.ended) await endLate(deps, call, last.begun, sets);
  await removeOpenMark(deps.disk, call);
}

async function endLate(
  deps: CallFilesDeps,
  call: CallLocation,
  callStart: CallStart,
  sets: ChangeSet[],
): Promise<void> {
  if (callStart.snapshot && !(await isThere(deps, call, callStart.snapshot))) {
    return appendRecord(deps.disk, recordPath(call), uncoveredCallEnd(deps, unreadable));
  }
  const until = (await lastSeen(deps, call, callStart)) + lateMs;
  const pack = openPackWriter(deps, call, sets);
  try {
    const ended = await captureCallEnd(deps, call, callStart, pack, null);
    const paths = ended.changes.map(([path]) => path);
    const unsure = [...(await deps.tree.changedAfter(callStart.root, paths, until))];
    const changed = paths.length > 0;
    const notCovered = changed ? [...ended.notCovered, interrupted.text] : ended.notCovered;
    if (!changed && notCovered.length === 0 && sets.length === 1) await deleteCallFiles(deps.disk, call);
    else await appendRecord(deps.disk, recordPath(call), { ...ended, notCovered, unsure });
  } finally {
    await pack.close();
  }
}

/** For a call of which only the end can be recorded. */
export function uncoveredCallEnd({ now }: Pick<CallFilesDeps, 'now'>, why: Sentence): CallEndRecord {
  return { v: 1, type: 'ended', at: now(), changes: [], notCovered: [textOf(why)], content: {} };
}

/** When the app was last certainly alive during the call, in milliseconds since 1970. A time in the future is ignored. */
async function lastSeen(deps: CallFilesDeps, call: CallLocation, callStart: CallStart): Promise<number> {
  const lastAlive = Math.max(Date.parse(callStart.at), (await readOpenMark(deps.disk, call)) ?? 0);
  return lastAlive <= Date.parse(deps.now()) ? lastAlive : 0;
}

async function isThere({ snapshots }: CallFilesDeps, { paths }: CallLocation, at: SnapshotRef): Promise<boolean> {
  return snapshots.read(paths, at).then(
    () => true,
    () => false,
  );
}

/** A call without changes leaves no files. */
export async function deleteCallFiles(disk: Disk, call: CallLocation): Promise<void> {
  for (const path of [recordPath(call), packPath(call)]) await disk.rm(path, { force: true });
  await removeOpenMark(disk, call);
}
