// A part of the changes, undone by the user in a review: recorded as a change of its own under the message that informs
// the model, so that it counts in later undos and can itself be reverted.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { AppliedChanges, ChangeScope, ChangeWatch, FileChanges } from '../../ports/changes.ts';
import { isSameState, type ReadContent } from '../../ports/folderTree.ts';
import type { DataFolder } from '../dataFolder.ts';
import { type CallFilesDeps, deleteCallFiles, readCallChanges } from './callChanges.ts';
import { type CallLocation, recordPath } from './callFiles.ts';
import { readRecords } from './changeRecords.ts';
import { refuseRead } from './fileChangeList.ts';
import type { FolderLock } from './folderLock.ts';
import { netChanges, toVisibleChanges } from './netChanges.ts';
import {
  type CallInScope,
  contentReaderOf,
  hasChanges,
  netChangesOf,
  outsideReason,
  uncoveredNotesOf,
  unsureReason,
} from './scopeChanges.ts';
import type { UndoCap } from './undoCap.ts';
import { watchCall } from './watchCall.ts';

interface PartialUndoDeps {
  data: DataFolder;
  files: CallFilesDeps;
  gate: FolderLock;
  capped: UndoCap;
  /** Paths of the records that this process is writing. */
  running: Set<string>;
  keysKnown?: (() => Promise<void>) | undefined;
  storedCalls(scope: ChangeScope): Promise<Result<CallInScope[]>>;
}

export function createPartialUndo(
  deps: PartialUndoDeps,
): Pick<FileChanges, 'netChanges' | 'changesOf' | 'restorePart'> {
  const { data, files, gate, capped, running, keysKnown, storedCalls } = deps;
  const { tree, disk } = files;

  /** True unless the earlier state of every path is stored. */
  async function unrecorded(call: CallLocation, paths: readonly string[]): Promise<boolean> {
    const begun = (await readRecords(disk, recordPath(call)))?.at(-1)?.begun;
    const recorded = new Set(begun?.paths?.map(([path]) => path));
    return !paths.every((path) => recorded.has(path));
  }

  return {
    async netChanges(scope) {
      const everywhere = await storedCalls({ ...scope, elsewhere: [] });
      if (!everywhere.ok) return everywhere;
      const here = await storedCalls(scope);
      if (!here.ok) return here;
      const calls = everywhere.value.filter((call) => !call.isPartialUndo && hasChanges(call));
      const isUndone = calls.length > 0 && calls.every((call) => call.isUndone);
      const isMeant = (call: CallInScope): boolean => call.isUndone === isUndone;
      const meant = everywhere.value.filter(isMeant);
      const changes = netChangesOf(meant);
      const changesHere = new Map(netChangesOf(here.value.filter(isMeant)).map((change) => [change.path, change]));
      const unsure = new Set(meant.flatMap(({ runs }) => runs.flatMap((run) => run.unsure)));
      const untouchable = new Map<string, UserText>();
      for (const { path, before, after } of changes) {
        const change = changesHere.get(path);
        if (unsure.has(path)) untouchable.set(path, unsureReason);
        else if (!change || !isSameState(change.before, before) || !isSameState(change.after, after))
          untouchable.set(path, outsideReason);
      }
      const read = contentReaderOf(meant);
      return ok({ changes, untouchable, read, notCovered: uncoveredNotesOf(everywhere.value), isUndone });
    },

    async changesOf({ conversationId, messageId, index }) {
      const place = await data.locate(conversationId);
      if (!place.ok) return place;
      const stored = await readCallChanges(files, { paths: place.value, messageId, index });
      const none: ReadContent = refuseRead;
      return ok({
        changes: netChanges(stored?.runs.flatMap((run) => run.changes) ?? []),
        read: stored?.read ?? none,
      });
    },

    restorePart: async ({ conversationId, messageId, index, folder }, steps, read) =>
      gate.alone((await tree.rootOf(folder)) ?? folder, async (): Promise<Result<AppliedChanges>> => {
        await keysKnown?.();
        const place = await data.locate(conversationId);
        if (!place.ok) return place;
        const { conflicts } = await tree.check(folder, steps);
        const [conflict] = conflicts.values();
        if (conflict !== undefined) return fail('CONTENT_CHANGED', conflict);
        const call = { paths: place.value, messageId, index };
        const paths = steps.map(({ path }) => path);
        const record = recordPath(call);
        running.add(record);
        let watch: ChangeWatch | null = null;
        try {
          watch = await capped(call, () => watchCall(files, call, folder, { type: 'entries', paths }));
          if (await unrecorded(call, paths)) {
            await watch.end();
            watch = null;
            await deleteCallFiles(disk, call);
            return fail(
              'STORE_WRITE_FAILED',
              say`Nothing was changed because it could not be recorded: the file is too large, unreadable, or contains one of the app’s keys.`,
            );
          }
          const restored = await tree.restore(folder, steps, read);
          const done = new Set(restored.done);
          const changes = steps
            .filter(({ path }) => done.has(path))
            .map(({ path, from, to }) => ({ path, before: from, after: to }));
          await watch.end();
          watch = null;
          const [skipped] = restored.skipped;
          if (changes.length === 0 && skipped) return fail('CONTENT_CHANGED', skipped.reason);
          const described = await Promise.all(
            toVisibleChanges(changes).map((change) => tree.describe(change, refuseRead, { diff: false })),
          );
          return ok({
            done: described.length,
            files: described.map(({ path, from, kind }) => ({ path, ...(from === undefined ? {} : { from }), kind })),
            undone: [],
            skipped: [],
          });
        } finally {
          await watch?.end();
          running.delete(record);
        }
      }),
  };
}
