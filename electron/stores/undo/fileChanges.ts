// File changes made by calls, stored for undo and redo: a notes file and a content file per call next to each
// conversation. What is currently undone is a separate list.

import { randomBytes } from 'node:crypto';
import { callKey } from '../../../shared/conversation/event.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, toUserTextData, type UserText, type UserTextData } from '../../../shared/core/sentence.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Log } from '../../lib/log.ts';
import type { SecretMask } from '../../lib/secretMask.ts';
import type { AppliedChanges, ChangeDirection, ChangeScope, FileChanges } from '../../ports/changes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FolderTree } from '../../ports/folderTree.ts';
import { type ConversationPaths, createDataFolder } from '../dataFolder.ts';
import { makeFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { createJsonFiles } from '../files/jsonFile.ts';
import { type CallFilesDeps, completeInterruptedCall } from './callChanges.ts';
import { conversationsWithOpenCalls, listOpenCalls, recordPath } from './callFiles.ts';
import { createSecretDetector } from './contentPack.ts';
import { buildFileChangeList, refuseRead } from './fileChangeList.ts';
import { createFolderLock } from './folderLock.ts';
import { type NetChange, toVisibleChanges } from './netChanges.ts';
import { createPartialUndo } from './partialUndo.ts';
import {
  type CallInScope,
  computeScopeChanges,
  contentReaderOf,
  hasChanges,
  type MarkedCall,
  netChangesOf,
  outsideReason,
  readScopedCalls,
  uncoveredNotesOf,
  unsureReason,
} from './scopeChanges.ts';
import { createSnapshots } from './snapshots.ts';
import { createUndoCap } from './undoCap.ts';
import { createUndoneCalls } from './undoneCalls.ts';
import { unwatchedCall, watchCall } from './watchCall.ts';

export interface FileChangesDeps {
  dataDir: string;
  disk: Disk;
  clock: Clock;
  log: Log;
  /** Secrets; files that contain one are not stored. Default: none. */
  mask?: SecretMask;
  /** Resolves once the mask has loaded the secrets. */
  keysKnown?: () => Promise<void>;
  /** The user's folder. */
  tree: FolderTree;
  /** Maximum bytes per conversation; beyond it the oldest calls lose their data. Default: 512 MB. */
  maxUndoBytes?: () => Promise<number>;
}

const defaultMax = async (): Promise<number> => 512 * 1024 * 1024;

export function createFileChanges({
  dataDir,
  disk,
  clock,
  log,
  tree,
  mask,
  keysKnown,
  maxUndoBytes: most,
}: FileChangesDeps): FileChanges {
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now());
  const containsSecret = createSecretDetector(mask ?? null);
  const session = randomBytes(4).toString('hex');
  const snapshots = createSnapshots(disk, session, containsSecret);
  const queue = createKeyedQueue();
  const capped = createUndoCap({ disk, maxBytes: most ?? defaultMax, now: () => clock.now().toISOString() });
  const gate = createFolderLock(data.locks, session, clock);
  const beside = createUndoneCalls(disk, files);
  /** Running calls of this process; conversations without leftovers from other processes. */
  const running = new Set<string>();
  const swept = new Set<string>();
  let startedCount = 0;
  const deps: CallFilesDeps = {
    disk,
    tree,
    snapshots,
    containsSecret,
    now: () => clock.now().toISOString(),
    count: () => ++startedCount,
  };

  /** Completes calls interrupted by a crash. Throws file system errors. */
  async function settle(paths: ConversationPaths): Promise<void> {
    const open = (await listOpenCalls(disk, paths)).filter((call) => !running.has(recordPath(call)));
    for (const call of open) await completeInterruptedCall(deps, call);
    if (open.length === 0 && swept.has(paths.undo)) return;
    await snapshots.removeOthers(paths);
    swept.add(paths.undo);
  }

  const storedCalls = (scope: ChangeScope) => readScopedCalls({ data, beside, files: deps }, scope);

  /** `changed`, plus the calls that started the sub-agents they belong to. */
  async function withAgents(scope: ChangeScope, changed: readonly CallInScope[]): Promise<MarkedCall[]> {
    const agents = new Set(changed.map(({ paths }) => paths.conversationId));
    const marked: MarkedCall[] = [...changed];
    for (const { conversationId, messageId, index, agent } of scope.calls) {
      if (agent === undefined || !agents.has(agent)) continue;
      const place = await data.locate(conversationId);
      if (place.ok) marked.push({ paths: place.value, messageId, index, agent, key: callKey({ messageId, index }) });
    }
    return marked;
  }

  async function mark(calls: readonly MarkedCall[], undone: boolean): Promise<Result<void>> {
    const places = new Map(calls.map(({ paths }) => [paths.conversationId, paths]));
    for (const [conversationId, paths] of places) {
      const keys = calls.filter((call) => call.paths.conversationId === conversationId).map(({ key }) => key);
      const written = await beside.mark(paths, keys, undone);
      if (!written.ok) return written;
    }
    return ok(undefined);
  }

  /** Ensures that changes can be recorded and that every call has ended. Throws file system errors. */
  async function ensureSettled(scope: ChangeScope): Promise<void> {
    for (const id of new Set(scope.calls.map(({ conversationId }) => conversationId))) {
      const place = await data.locate(id);
      if (!place.ok) continue;
      await settle(place.value);
      await makeFolder(disk, place.value.undo, place.value.project);
    }
  }

  async function outcomeOf(
    visibleChanges: NetChange[],
    marks: readonly MarkedCall[],
    undone: boolean,
  ): Promise<Omit<AppliedChanges, 'skipped'>> {
    const described = await Promise.all(
      visibleChanges.map((change) => tree.describe(change, refuseRead, { diff: false })),
    );
    return {
      done: visibleChanges.length,
      files: described.map(({ path, from, kind }) => ({ path, ...(from === undefined ? {} : { from }), kind })),
      undone: marks.map(({ paths, messageId, index, agent }) => ({
        conversationId: paths.conversationId,
        messageId,
        index,
        ...(agent === undefined ? {} : { agent }),
        undone,
      })),
    };
  }

  async function restore(scope: ChangeScope, direction: ChangeDirection): Promise<Result<AppliedChanges>> {
    try {
      await ensureSettled(scope);
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        say`Nothing was changed because the change could not be recorded: ${diskReason(thrown)}.`,
      );
    }
    const calls = await storedCalls(scope);
    if (!calls.ok) return calls;
    const { all, meant, net, steps, unsure, read } = computeScopeChanges(calls.value, direction);
    if (!meant.some(hasChanges)) return fail('NOT_SUPPORTED', nothingToDo(all, direction));
    const restored = await tree.restore(scope.folder, steps, read);
    const skippedPaths = [...restored.skipped, ...unsure.map(({ path }) => ({ path, reason: unsureReason }))];
    const markedCalls = await withAgents(scope, changedBy(meant, skippedPaths));
    const marked = await mark(markedCalls, direction === 'undo');
    if (!marked.ok) return marked;
    const done = new Set(restored.done);
    const visibleChanges = toVisibleChanges(net.filter(({ path }) => done.has(path)));
    return ok({
      ...(await outcomeOf(visibleChanges, markedCalls, direction === 'undo')),
      skipped: skippedPaths.sort(byPath).map(toldReason),
    });
  }

  return {
    ...createPartialUndo({ data, files: deps, gate, capped, running, keysKnown, storedCalls }),

    start: ({ conversationId, messageId, index, folder }, watched) =>
      queue.run(`begin:${conversationId}`, async () => {
        await keysKnown?.();
        const place = await data.locate(conversationId);
        if (!place.ok) return unwatchedCall(say`These changes cannot be undone: ${place.error}`);
        const call = { paths: place.value, messageId, index };
        const path = recordPath(call);
        const key = callKey(call);
        const wasUndone = (await beside.undone(place.value)).includes(key);
        // A new run is not undone. Recorded before it starts, because it would be unknown after a crash.
        if (wasUndone) await beside.mark(place.value, [key], false);
        const leave = await gate.enter((await tree.rootOf(folder)) ?? folder);
        running.add(path);
        const watch = await capped(call, () => watchCall(deps, call, folder, watched));
        return {
          ...(wasUndone ? { wasUndone } : {}),
          end: () =>
            watch.end().finally(() => {
              running.delete(path);
              leave();
            }),
        };
      }),

    async preview(scope, direction) {
      const calls = await storedCalls(scope);
      if (!calls.ok) return calls;
      const { net, steps, unsure, read, notCovered } = computeScopeChanges(calls.value, direction);
      const { conflicts, done } = await tree.check(scope.folder, steps);
      for (const { path } of unsure) conflicts.set(path, unsureReason);
      const changes = toVisibleChanges([...net, ...unsure].filter(({ path }) => !done.has(path)));
      const { files, ...shortened } = await buildFileChangeList(tree, changes, read);
      const visibleFiles = files.map(({ change, file }) => {
        const conflict =
          conflicts.get(change.path) ?? (change.from === undefined ? undefined : conflicts.get(change.from));
        return { ...file, ...(conflict === undefined ? {} : { conflict: toUserTextData(conflict) }) };
      });
      return ok({ direction, files: visibleFiles, notCovered, ...shortened });
    },

    apply: async (scope, direction) =>
      gate.alone((await tree.rootOf(scope.folder)) ?? scope.folder, () => restore(scope, direction)),

    alone: async (folder, task) => gate.alone((await tree.rootOf(folder)) ?? folder, task),

    async applied(pendingUndo, { onlyLook } = { onlyLook: false }) {
      const calls = await storedCalls(pendingUndo);
      if (!calls.ok) return calls;
      const { meant, net, steps, unsure } = computeScopeChanges(calls.value, pendingUndo.direction, 'all');
      const { conflicts, done } = await tree.check(pendingUndo.folder, steps);
      const skippedPaths = [...conflicts].map(([path, reason]) => ({ path, reason }));
      for (const { path } of unsure) skippedPaths.push({ path, reason: unsureReason });
      // If steps remain, it can be repeated; calls are marked then.
      const isOver = steps.every(({ path }) => done.has(path) || conflicts.has(path));
      const markedCalls = isOver ? await withAgents(pendingUndo, changedBy(meant, skippedPaths)) : [];
      const marked = onlyLook ? null : await mark(markedCalls, pendingUndo.direction === 'undo');
      if (marked && !marked.ok) return marked;
      const visibleChanges = toVisibleChanges(net.filter(({ path }) => done.has(path)));
      return ok({
        ...(await outcomeOf(visibleChanges, markedCalls, pendingUndo.direction === 'undo')),
        skipped: skippedPaths.map(toldReason),
      });
    },

    async setGoing(conversationId, pendingUndo) {
      const place = await data.locate(conversationId);
      if (!place.ok) return place;
      try {
        return await beside.setUnfinished(place.value, pendingUndo);
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`The undo could not be recorded: ${diskReason(thrown)}.`);
      }
    },

    async unfinished(conversationId) {
      const place = await data.locate(conversationId);
      return place.ok ? beside.unfinished(place.value) : null;
    },

    async settle(conversationId) {
      const place = await data.locate(conversationId);
      if (!place.ok) return;
      await settle(place.value).catch((thrown: unknown) =>
        log('warning', `undo data of ${conversationId}: ${diskReason(thrown)}`, 'UNDO_FAILED', { reason: thrown }),
      );
    },

    unsettled: (only) => conversationsWithOpenCalls(disk, data, only, (call) => !running.has(recordPath(call))),

    async review(scope) {
      const calls = await storedCalls({ ...scope, elsewhere: [] });
      if (!calls.ok) return calls;
      const read = contentReaderOf(calls.value);
      const changes = toVisibleChanges(netChangesOf(calls.value));
      const { files, ...shortened } = await buildFileChangeList(tree, changes, read);
      return ok({ files: files.map(({ file }) => file), notCovered: uncoveredNotesOf(calls.value), ...shortened });
    },

    async undone(conversationId) {
      const place = await data.locate(conversationId);
      return place.ok ? beside.undone(place.value) : [];
    },

    close: () => snapshots.close(),
  };
}

function toldReason({ path, reason }: { path: string; reason: UserText }): { path: string; reason: UserTextData } {
  return { path, reason: toUserTextData(reason) };
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/** Calls with a step that was done now or before. */
function changedBy(calls: readonly CallInScope[], skippedPaths: readonly { path: string }[]): CallInScope[] {
  const paths = new Set(skippedPaths.map(({ path }) => path));
  return calls.filter(({ runs }) => runs.some(({ changes }) => changes.some(({ path }) => !paths.has(path))));
}

function nothingToDo(calls: readonly CallInScope[], direction: ChangeDirection): Sentence {
  if (calls.some(({ wasElsewhere }) => wasElsewhere)) return outsideReason;
  if (!calls.some(hasChanges)) return say`There is no undo data for these changes, or no changes were made.`;
  return direction === 'undo' ? say`These changes have already been undone.` : say`These changes have not been undone.`;
}
