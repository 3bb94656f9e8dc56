// The files of the calls of one conversation: what is noted of each, and where the bytes are. What a crash left open is
// found again, and counts as ended with what is in the folder now.

import { join } from 'node:path';
import type {
  ContentKeeper,
  EntryChange,
  EntryState,
  FolderTree,
  ReadContent,
  TreeSnapshot,
} from '../../ports/folderTree.ts';
import type { ConversationPlace } from '../dataFolder.ts';
import { type Disk, isAbsent } from '../files/disk.ts';
import { appendRecord, type Begun, type ChangeSet, changesOf, type Ended, readRecords } from './changeRecords.ts';
import { type CreateHides, createPackWriter, type PackWriter, type Places, readPacked } from './contentPack.ts';
import { isSame } from './netChanges.ts';
import type { SnapshotPlace, Snapshots } from './snapshots.ts';

export interface CallPlace {
  place: ConversationPlace;
  messageId: string;
  index: number;
}

/** What one call did, as far as it is kept. */
export interface CallChanges {
  changes: EntryChange[];
  notCovered: string[];
  /** Where its bytes are. */
  read: ReadContent | null;
  has: (hash: string) => boolean;
}

export interface CallFilesDeps {
  disk: Disk;
  tree: FolderTree;
  snapshots: Snapshots;
  now(): string;
  /** Made for each content: whether there is something in its pieces that is never stored. */
  hides: CreateHides;
}

const interrupted = 'The app ended while a call ran: what was there afterwards counts as what the call made.';
const unreadable = 'What was kept of a call cannot be read.';

export function recordPath({ place, messageId, index }: CallPlace): string {
  return join(place.undo, `${messageId}.${index}.jsonl`);
}

export function packPath({ place, messageId, index }: CallPlace): string {
  return join(place.undo, `${messageId}.${index}.pack`);
}

/** Keeps bytes in the pack of the call, beside what is there already. */
export function openPack(
  deps: Pick<CallFilesDeps, 'disk' | 'hides'>,
  call: CallPlace,
  sets: readonly ChangeSet[],
): PackWriter {
  return createPackWriter(deps.disk, packPath(call), placesOf(sets), deps.hides);
}

function placesOf(sets: readonly ChangeSet[]): Places {
  const places: Places = new Map();
  for (const { begun, ended } of sets) {
    for (const record of [begun, ended]) {
      for (const [hash, place] of Object.entries(record?.content ?? {})) places.set(hash, place);
    }
  }
  return places;
}

/** What is different since the call began, with the bytes of both sides in its pack. Throws what the disk throws. */
export async function endOf(
  deps: CallFilesDeps,
  call: CallPlace,
  begun: Begun,
  pack: PackWriter,
  snapshot: TreeSnapshot | null,
): Promise<Ended> {
  const found = begun.paths
    ? await pathChanges(deps.tree, begun.root, begun.paths, pack)
    : await treeChanges(deps, call, begun, pack, snapshot);
  await pack.sync();
  const changes = found.changes.map(({ path, before, after }): [string, EntryState | null, EntryState | null] => [
    path,
    before,
    after,
  ]);
  return { v: 1, type: 'ended', at: deps.now(), changes, notCovered: found.notCovered, content: pack.takeNew() };
}

async function pathChanges(
  tree: FolderTree,
  root: string,
  before: readonly [string, EntryState | null][],
  keeper: ContentKeeper,
): Promise<{ changes: EntryChange[]; notCovered: string[] }> {
  const now = await tree.look(
    root,
    before.map(([path]) => path),
    keeper,
  );
  const changes: EntryChange[] = [];
  const notCovered: string[] = [];
  for (const [path, was] of before) {
    const is = now.get(path);
    if (is === undefined)
      notCovered.push(
        `"${path}" could not be read afterwards, or holds a key of the app's, which is never stored; its change cannot be undone.`,
      );
    else if (!isSame(was, is)) changes.push({ path, before: was, after: is });
  }
  return { changes, notCovered };
}

async function treeChanges(
  { disk, tree, snapshots }: CallFilesDeps,
  { place }: CallPlace,
  { root, snapshot: kept }: Begun,
  pack: PackWriter,
  given: TreeSnapshot | null,
): Promise<{ changes: EntryChange[]; notCovered: string[] }> {
  if (!kept) return { changes: [], notCovered: [] };
  const read = given ? null : await snapshots.read(place, kept);
  const before = given ?? { root, entries: read?.entries ?? new Map(), ignoring: kept.ignoring, leftOut: kept.leftOut };
  const places: Places = read?.places ?? snapshots.places(place) ?? new Map();
  const found = await tree.compare(before, pack);
  for (const change of found.changes) {
    for (const state of [change.before, change.after]) {
      if (state?.kind !== 'file' || pack.has(state.hash)) continue;
      const at = places.get(state.hash);
      if (!at) throw new Error(`the former content of ${change.path} is not there`);
      await pack.keep(state.hash, () => readPacked(disk, snapshots.packPath(place, kept.name), state.hash, at));
    }
  }
  return found;
}

/** What is known of a call. One that is open counts as ended now; nothing is written. */
export async function readCall(deps: CallFilesDeps, call: CallPlace): Promise<CallChanges | null> {
  const sets = await readRecords(deps.disk, recordPath(call));
  if (sets === null) return { changes: [], notCovered: [unreadable], read: null, has: () => false };
  if (sets.length === 0) return null;
  const places = placesOf(sets);
  const changes: EntryChange[] = [];
  const notCovered: string[] = [];
  const loose = new Map<string, () => AsyncIterable<Buffer>>();
  for (const set of sets) {
    changes.push(...changesOf(set));
    notCovered.push(...(set.ended?.notCovered ?? []));
    if (set.ended || !set.begun) continue;
    const memory = looseKeeper(loose, places);
    try {
      const now = await openNow(deps, call, set.begun, memory);
      changes.push(...now.changes);
      notCovered.push(...now.notCovered, interrupted);
    } catch {
      notCovered.push(unreadable);
    }
  }
  const path = packPath(call);
  return {
    changes,
    notCovered,
    has: (hash) => places.has(hash) || loose.has(hash),
    read: (hash) => {
      const place = places.get(hash);
      return place ? readPacked(deps.disk, path, hash, place) : (loose.get(hash) as () => AsyncIterable<Buffer>)();
    },
  };
}

/** For a look that writes nothing: small contents stay in memory, larger ones are not shown. */
function looseKeeper(loose: Map<string, () => AsyncIterable<Buffer>>, places: Places): ContentKeeper {
  let bytes = 0;
  return {
    has: (hash) => places.has(hash) || loose.has(hash),
    async keep(hash, content) {
      const small = Buffer.isBuffer(content) && bytes + content.length < mostLoose;
      if (small) bytes += content.length;
      const kept = small ? [Buffer.from(content)] : [];
      loose.set(hash, async function* () {
        if (!small) throw new Error('it is not kept yet');
        yield* kept;
      });
    },
  };
}

const mostLoose = 4 * 1024 * 1024;

async function openNow(
  deps: CallFilesDeps,
  { place }: CallPlace,
  begun: Begun,
  keeper: ContentKeeper,
): Promise<{ changes: EntryChange[]; notCovered: string[] }> {
  if (begun.paths) return pathChanges(deps.tree, begun.root, begun.paths, keeper);
  if (!begun.snapshot) return { changes: [], notCovered: [] };
  const { entries, places } = await deps.snapshots.read(place, begun.snapshot);
  const { ignoring, leftOut, name } = begun.snapshot;
  const found = await deps.tree.compare({ root: begun.root, entries, ignoring, leftOut }, keeper);
  const path = deps.snapshots.packPath(place, name);
  for (const { before } of found.changes) {
    const at = before?.kind === 'file' ? places.get(before.hash) : undefined;
    if (before?.kind !== 'file' || !at || keeper.has(before.hash)) continue;
    await keeper.keep(before.hash, () => readPacked(deps.disk, path, before.hash, at));
  }
  return found;
}

/** Brings to its end what a crash left open: durable when it resolves. Throws what the disk throws. */
export async function settleCall(deps: CallFilesDeps, call: CallPlace): Promise<void> {
  const sets = await readRecords(deps.disk, recordPath(call));
  const open = sets?.at(-1);
  if (!sets || !open?.begun || open.ended) return;
  const { begun } = open;
  if (begun.snapshot && !(await isThere(deps, call, begun.snapshot))) {
    const nothing: Ended = { v: 1, type: 'ended', at: deps.now(), changes: [], notCovered: [unreadable], content: {} };
    return appendRecord(deps.disk, recordPath(call), nothing);
  }
  const pack = openPack(deps, call, sets);
  try {
    const ended = await endOf(deps, call, begun, pack, null);
    const changed = ended.changes.length > 0;
    const notCovered = changed ? [...ended.notCovered, interrupted] : ended.notCovered;
    if (!changed && notCovered.length === 0 && sets.length === 1) await forgetCall(deps.disk, call);
    else await appendRecord(deps.disk, recordPath(call), { ...ended, notCovered });
  } finally {
    await pack.close();
  }
}

async function isThere({ snapshots }: CallFilesDeps, { place }: CallPlace, at: SnapshotPlace): Promise<boolean> {
  return snapshots.read(place, at).then(
    () => true,
    () => false,
  );
}

/** A call that changed nothing leaves nothing. */
export async function forgetCall(disk: Disk, call: CallPlace): Promise<void> {
  for (const path of [recordPath(call), packPath(call)]) await disk.rm(path, { force: true });
}

/** The calls of a conversation of which something is kept. */
export async function callsIn(disk: Disk, place: ConversationPlace): Promise<CallPlace[]> {
  const names = await disk.readdir(place.undo).catch((thrown: unknown) => {
    if (isAbsent(thrown)) return [];
    throw thrown;
  });
  return names.flatMap((name) => {
    const parts = /^([0-9A-Za-z][0-9A-Za-z_-]*)\.(\d+)\.jsonl$/.exec(name);
    return parts ? [{ place, messageId: parts[1] as string, index: Number(parts[2]) }] : [];
  });
}
