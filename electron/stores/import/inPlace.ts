// What was read of sessions that stay in other programs' files. It is derived: written anew when its source has changed, removed
// with it, and by nobody else.

import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import type { ConversationMeta } from '../../../shared/formats.ts';
import { isSafeId } from '../../../shared/ids.ts';
import { inPlaceProject, isInPlace, programOfProject } from '../../../shared/inPlace.ts';
import { programNames } from '../../../shared/programs.ts';
import { type Sentence, say } from '../../../shared/sentence.ts';
import type { InPlaceSource, InPlaceStore } from '../../ports/inPlace.ts';
import type { ConversationStore, ImportedConversation } from '../../ports/store.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { makeFolder, syncFolder } from '../files/atomicWrite.ts';
import { diskReason, isAbsent, look } from '../files/disk.ts';
import { namesIn } from '../files/folderEntries.ts';
import { Refused } from '../fork/makeWhole.ts';
import type { ProjectFiles } from '../projects/projectFiles.ts';
import { type ImportDeps, writeImport } from './importConversation.ts';

const onlyTheEnd = say`Only the end of this session has been read so far. The rest is on its way.`;

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
  async function replace(
    to: ConversationPaths,
    given: ImportedConversation,
    source: InPlaceSource,
  ): Promise<Result<void>> {
    const lease = await leases.lease(to.conversationId, say`reading a session`);
    if (!lease.ok) return lease;
    try {
      await makeFolder(disk, to.folder, to.project);
      await writeImport(deps, to, to, given, { source });
      return ok(undefined);
    } catch (thrown) {
      if (thrown instanceof Refused) return thrown.failed;
      return fail('STORE_WRITE_FAILED', say`What was read of the session could not be kept: ${diskReason(thrown)}.`);
    } finally {
      lease.value.release();
    }
  }

  async function remove(...paths: string[]): Promise<Result<void>> {
    try {
      for (const path of paths) {
        await disk.rm(path, { recursive: true, force: true });
        await syncFolder(disk, dirname(path)).catch((thrown) => {
          if (!isAbsent(thrown)) throw thrown;
        });
      }
      return ok(undefined);
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', say`What was read of sessions could not be removed: ${diskReason(thrown)}.`);
    }
  }

  async function readSource(place: ConversationPaths): Promise<InPlaceSource | null> {
    return sourceIn((await sidecars.readMeta(place)).value);
  }

  return {
    openInPlaceProject: (program) => deps.projects.openInPlace(program),

    async keepInPlace(given, source) {
      await deps.keysKnown();
      const kept = await replace(data.place(given.projectId, given.conversationId), given, source);
      if (kept.ok) deps.changed(given.conversationId);
      return kept;
    },

    async sourceOf(conversationId) {
      const place = await data.locate(conversationId);
      return place.ok ? readSource(place.value) : null;
    },

    async keptInPlace(program) {
      const projectId = inPlaceProject(program);
      const names = await namesIn(disk, join(data.projectFolder(projectId), 'conversations'));
      const kept = new Map<string, InPlaceSource>();
      for (const conversationId of names.filter((name) => isInPlace(name) && isSafeId(name))) {
        const source = await readSource(data.place(projectId, conversationId));
        // One without it was made by nobody who knows what it is of: it counts as that of a session that is gone.
        kept.set(conversationId, source ?? { stamp: '', session: '' });
      }
      return kept;
    },

    hasInPlace: (program) => look(disk, data.projectFolder(inPlaceProject(program))) !== null,

    async dropInPlace(program) {
      const folder = data.projectFolder(inPlaceProject(program));
      const ids = (await namesIn(disk, join(folder, 'conversations'))).filter(isInPlace);
      const removed = await remove(folder);
      if (!removed.ok) return removed;
      for (const id of ids) {
        data.forget(id);
        deps.changed(id);
      }
      return ok(ids);
    },

    async removeInPlace(conversationId) {
      const place = await data.locate(conversationId);
      if (!place.ok) return ok(undefined);
      const removed = await remove(place.value.folder, place.value.results);
      if (!removed.ok) return removed;
      data.forget(conversationId);
      deps.changed(conversationId);
      return ok(undefined);
    },
  };
}

function sourceIn({ source }: ConversationMeta): InPlaceSource | null {
  const { stamp, session } = (typeof source === 'object' && source !== null ? source : {}) as Partial<InPlaceSource>;
  return typeof stamp === 'string' && typeof session === 'string' ? { stamp, session } : null;
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
      const reason = inPlaceReason(branch.value.projectId);
      if (reason === null) return branch;
      const isPart = sourceIn(branch.value.meta)?.stamp.startsWith('part:') === true;
      const notices = isPart ? [...branch.value.notices, onlyTheEnd] : branch.value.notices;
      return ok({ ...branch.value, notices, readOnly: branch.value.readOnly ?? reason });
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
