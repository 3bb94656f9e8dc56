// Watches one call: undo data is durable before it starts, and its changes afterwards. Never blocks a call; what cannot
// be stored is reported.

import { Sentence, say, textOf, type UserText } from '../../../shared/core/sentence.ts';
import { yieldToEventLoop } from '../../lib/cooperativeYield.ts';
import type { ChangeSummary, ChangeWatch, WatchScope } from '../../ports/changes.ts';
import type { EntryState, ReadContent, TreeSnapshot } from '../../ports/folderTree.ts';
import { makeFolder } from '../files/atomicWrite.ts';
import { diskReason } from '../files/disk.ts';
import {
  type CallFilesDeps,
  captureCallEnd,
  deleteCallFiles,
  openPackWriter,
  uncoveredCallEnd,
} from './callChanges.ts';
import { type CallLocation, packPath, recordPath } from './callFiles.ts';
import { appendRecord, type CallStart, type ChangeSet, changesOf, readRecords } from './changeRecords.ts';
import { type PackWriter, readPacked } from './contentPack.ts';
import { toVisibleChanges } from './netChanges.ts';
import { beatMs, makeOpenMark, refreshOpenMark, removeOpenMark } from './openMarks.ts';

/** Files shown in a result, and milliseconds for counting their lines. */
const maxVisible = 200;
const countingMs = 400;

interface Started {
  begun: CallStart;
  earlier: ChangeSet[];
  pack: PackWriter;
  snapshot: TreeSnapshot | null;
  notCovered: UserText[];
}

export async function watchCall(
  deps: CallFilesDeps,
  call: CallLocation,
  folder: string,
  watched: WatchScope,
): Promise<ChangeWatch> {
  if (watched.type === 'none') return unwatchedCall(watched.reason);
  const release = deps.snapshots.hold(call.paths);
  let started: Started | Sentence;
  try {
    await makeFolder(deps.disk, call.paths.undo, call.paths.project);
    const earlier = (await readRecords(deps.disk, recordPath(call))) ?? [];
    started = await (watched.type === 'tree'
      ? beginTree(deps, call, folder, earlier)
      : beginPaths(deps, call, folder, watched, earlier));
  } catch (thrown) {
    started = say`The earlier content could not be saved (${diskReason(thrown)}), so these changes cannot be undone.`;
  }
  if (started instanceof Sentence) {
    await removeOpenMark(deps.disk, call).catch(() => {});
    release();
    await deps.snapshots.drop(call.paths).catch(() => {});
    return unwatchedCall(started);
  }
  const startedWatch = started;
  const beat = setInterval(() => void refreshOpenMark(deps.disk, call, deps.now()).catch(() => {}), beatMs);
  beat.unref();
  return {
    async end() {
      clearInterval(beat);
      try {
        // Retry: a full disk may have space a moment later.
        return await endWatch(deps, call, startedWatch).catch(() => endWatch(deps, call, startedWatch));
      } catch (thrown) {
        const why = say`These changes could not be saved (${diskReason(thrown)}), so they cannot be undone.`;
        await endUnknown(deps, call, why);
        return { files: [], notCovered: why };
      } finally {
        await startedWatch.pack.close().catch(() => {});
        release();
      }
    },
  };
}

/** If even that fails, the call is later found to be open. */
async function endUnknown(deps: CallFilesDeps, call: CallLocation, why: Sentence): Promise<void> {
  try {
    await appendRecord(deps.disk, recordPath(call), uncoveredCallEnd(deps, why));
    await removeOpenMark(deps.disk, call);
  } catch {
    // Changes before the mark's time then count as the call's.
  }
}

export function unwatchedCall(notCovered: UserText): ChangeWatch {
  return { end: async () => ({ files: [], notCovered }) };
}

async function beginPaths(
  deps: CallFilesDeps,
  call: CallLocation,
  folder: string,
  { type, paths }: Extract<WatchScope, { paths: readonly string[] }>,
  earlier: ChangeSet[],
): Promise<Started | Sentence> {
  const notCovered: UserText[] = [];
  const parentPaths = new Set<string>(type === 'entries' ? paths : []);
  let root = type === 'entries' ? await deps.tree.rootOf(folder) : null;
  for (const path of type === 'entries' ? [] : paths) {
    const resolved = await deps.tree.resolve(folder, path);
    if (resolved instanceof Sentence) {
      notCovered.push(resolved);
      continue;
    }
    root = resolved.root;
    for (const each of resolved.paths) parentPaths.add(each);
  }
  if (root === null) {
    return notCovered.length > 0 ? say.all(notCovered) : say`It names no file, so its changes cannot be undone.`;
  }
  const pack = openPackWriter(deps, call, earlier);
  try {
    const states = await deps.tree.entriesAt(root, [...parentPaths], pack);
    const initialStates: [string, EntryState | null][] = [];
    for (const [path, state] of states) {
      if (state === undefined)
        notCovered.push(
          say`The change to "${path}" cannot be undone because the file could not be read beforehand or contains one of the app’s keys, which are never stored.`,
        );
      else initialStates.push([path, state]);
    }
    await pack.sync();
    const callStart: CallStart = { ...startOf(deps), root, paths: initialStates, content: pack.takeNew() };
    await makeOpenMark(deps.disk, call, callStart.at);
    await appendRecord(deps.disk, recordPath(call), callStart);
    return { begun: callStart, earlier, pack, snapshot: null, notCovered };
  } catch (thrown) {
    await pack.close().catch(() => {});
    throw thrown;
  }
}

async function beginTree(
  deps: CallFilesDeps,
  call: CallLocation,
  folder: string,
  earlier: ChangeSet[],
): Promise<Started | Sentence> {
  const { disk, snapshots, tree } = deps;
  const snapshot = await tree.snapshot(folder, await snapshots.keeper(call.paths));
  if (snapshot instanceof Sentence) return snapshot;
  const { root, ignoring, leftOut } = snapshot;
  const at = await snapshots.note(call.paths, snapshot);
  const snapshotParts = { ...at, ignoring, leftOut: [...leftOut] };
  const callStart: CallStart = { ...startOf(deps), root, snapshot: snapshotParts, content: {} };
  await makeOpenMark(disk, call, callStart.at);
  await appendRecord(disk, recordPath(call), callStart);
  return { begun: callStart, earlier, pack: openPackWriter(deps, call, earlier), snapshot, notCovered: [] };
}

function startOf({ now, count }: CallFilesDeps): Pick<CallStart, 'v' | 'type' | 'at' | 'n'> {
  return { v: 1, type: 'begun', at: now(), n: count() };
}

async function endWatch(deps: CallFilesDeps, call: CallLocation, started: Started): Promise<ChangeSummary | null> {
  const { begun, earlier, pack, snapshot } = started;
  const ended = await captureCallEnd(deps, call, begun, pack, snapshot);
  const changes = changesOf({ begun, ended });
  await yieldToEventLoop();
  // If it was rejected or failed before touching anything, there is no gap.
  const before = changes.length === 0 && begun.paths && begun.paths.length > 0 ? [] : started.notCovered;
  const notCovered = [...before, ...ended.notCovered];
  if (changes.length === 0 && notCovered.length === 0 && earlier.length === 0) {
    await deleteCallFiles(deps.disk, call);
    return null;
  }
  await appendRecord(deps.disk, recordPath(call), {
    ...ended,
    notCovered: notCovered.map(textOf),
    content: contentOf(started),
  });
  await removeOpenMark(deps.disk, call).catch(() => {});
  await yieldToEventLoop();
  return summaryOf(deps, call, changes, notCovered, pack);
}

/** Everything packed since the call began, including by a failed attempt. */
function contentOf({ begun, earlier, pack }: Started): CallStart['content'] {
  const knownHashes = new Set(
    [...earlier.flatMap((set) => [set.begun, set.ended]), begun].flatMap((record) =>
      Object.keys(record?.content ?? {}),
    ),
  );
  return Object.fromEntries([...pack.places].filter(([hash]) => !knownHashes.has(hash)));
}

async function summaryOf(
  { disk, tree }: CallFilesDeps,
  call: CallLocation,
  changes: Parameters<typeof toVisibleChanges>[0],
  notCovered: readonly UserText[],
  pack: PackWriter,
): Promise<ChangeSummary | null> {
  const visibleChanges = toVisibleChanges(changes);
  await yieldToEventLoop();
  const until = performance.now() + countingMs;
  const read: ReadContent = (hash) => {
    const place = pack.places.get(hash);
    if (!place || performance.now() > until) throw new Error('it is not counted');
    return readPacked(disk, packPath(call), hash, place);
  };
  const files: ChangeSummary['files'] = [];
  for (const change of visibleChanges.slice(0, maxVisible)) {
    const { bytes: _bytes, ...file } = await tree.describe(change, read, { diff: false });
    files.push(file);
  }
  if (files.length === 0 && notCovered.length === 0) return null;
  return {
    files,
    ...(visibleChanges.length > files.length ? { more: visibleChanges.length - files.length } : {}),
    ...(notCovered.length > 0 ? { notCovered: say.all(notCovered) } : {}),
  };
}
