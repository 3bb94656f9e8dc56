// What was read of sessions that stay in other programs' files. It is derived: written anew when its source has changed, removed
// with it, and by nobody else.

import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { inPlaceProject, isInPlace, programOfProject } from '../../../shared/inPlace.ts';
import { programNames } from '../../../shared/programs.ts';
import { type Sentence, say } from '../../../shared/sentence.ts';
import type { InPlaceStore } from '../../ports/inPlace.ts';
import type { ConversationStore, ImportedConversation } from '../../ports/store.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { makeFolder, syncFolder } from '../files/atomicWrite.ts';
import { diskReason } from '../files/disk.ts';
import { namesIn } from '../files/folderEntries.ts';
import { Refused } from '../fork/makeWhole.ts';
import type { ProjectFiles } from '../projects/projectFiles.ts';
import { type ImportDeps, writeImport } from './importConversation.ts';

/** Why nobody writes in it; null: it is one of ours. */
function inPlaceReason(projectId: string): Sentence | null {
  const program = programOfProject(projectId);
  if (program === null) return null;
  return say`This is a session of ${programNames[program]}, read from its own files. Continue it here to write in it.`;
}

interface InPlaceDeps extends ImportDeps {
  data: DataFolder;
  projects: Pick<ProjectFiles, 'openInPlace'>;
  keysKnown(): Promise<void>;
  changed(conversationId: string): void;
}

export function createInPlaceStore(deps: InPlaceDeps): InPlaceStore {
  const { disk, data, sidecars, leases } = deps;

  /** Beside what was read before, which is there until all of this is. */
  async function replace(to: ConversationPaths, given: ImportedConversation, stamp: string): Promise<Result<void>> {
    const lease = await leases.lease(to.conversationId, say`reading a session`);
    if (!lease.ok) return lease;
    try {
      await makeFolder(disk, to.folder, to.project);
      await writeImport(deps, to, to, given, { source: { stamp } });
      return ok(undefined);
    } catch (thrown) {
      if (thrown instanceof Refused) return thrown.failed;
      return fail('STORE_WRITE_FAILED', say`What was read of the session could not be kept: ${diskReason(thrown)}.`);
    } finally {
      lease.value.release();
    }
  }

  return {
    openInPlaceProject: (program) => deps.projects.openInPlace(program),

    async keepInPlace(given, stamp) {
      await deps.keysKnown();
      const kept = await replace(data.place(given.projectId, given.conversationId), given, stamp);
      if (kept.ok) deps.changed(given.conversationId);
      return kept;
    },

    async stampOf(conversationId) {
      const place = await data.locate(conversationId);
      if (!place.ok) return null;
      const { source } = (await sidecars.readMeta(place.value)).value;
      const stamp = typeof source === 'object' && source !== null && 'stamp' in source ? source.stamp : null;
      return typeof stamp === 'string' ? stamp : null;
    },

    async keptIds(program) {
      const folder = join(data.projectFolder(inPlaceProject(program)), 'conversations');
      return (await namesIn(disk, folder)).filter(isInPlace);
    },

    async removeInPlace(conversationId) {
      const place = await data.locate(conversationId);
      if (!place.ok) return ok(undefined);
      try {
        for (const path of [place.value.folder, place.value.results]) {
          await disk.rm(path, { recursive: true, force: true });
        }
        await syncFolder(disk, dirname(place.value.folder));
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`What was read of a session could not be removed: ${diskReason(thrown)}.`);
      }
      data.forget(conversationId);
      deps.changed(conversationId);
      return ok(undefined);
    },
  };
}

/** The store for everybody but whoever reads the sessions. */
export function refusingInPlace<S extends ConversationStore>(store: S): S {
  const refuse = (conversationId: string): ReturnType<typeof fail> | null =>
    isInPlace(conversationId)
      ? fail('STORE_READ_ONLY', say`This is a session of another program. Continue it here to write in it.`)
      : null;
  const guarded =
    <A extends unknown[], R>(method: (id: string, ...rest: A) => Promise<Result<R>>) =>
    async (id: string, ...rest: A): Promise<Result<R>> =>
      refuse(id) ?? method(id, ...rest);
  return {
    ...store,
    async readBranch(conversationId, reach) {
      const branch = await store.readBranch(conversationId, reach);
      if (!branch.ok) return branch;
      return ok({ ...branch.value, readOnly: branch.value.readOnly ?? inPlaceReason(branch.value.projectId) });
    },
    forkConversation: guarded(store.forkConversation),
    appendConversationMessage: guarded(store.appendConversationMessage),
    updateMeta: guarded(store.updateMeta),
    savePending: guarded(store.savePending),
    deleteConversation: guarded(store.deleteConversation),
    forgetMessage: guarded(store.forgetMessage),
    moveConversation: guarded(store.moveConversation),
  };
}
