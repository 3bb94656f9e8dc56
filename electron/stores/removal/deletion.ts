// Deletes a conversation, undoable until the process ends. Renaming its folder is the commit point: afterwards no list
// or reader finds it. Results, logs and attachments stay until the process ends; then, or at the next start after a
// crash, everything is removed for good.

import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { RestorableDeletion } from '../../../shared/features/conversations/methods.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { syncFolder } from '../files/atomicWrite.ts';
import { type Disk, diskReason, isNotFoundError } from '../files/disk.ts';
import type { Access } from '../locks/access.ts';
import type { Leases } from '../locks/leases.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import { type DeletedFolder, listDeletedFolders, removeDeleted } from './removal.ts';
import type { SubAgents } from './subAgents.ts';
import { isDeletionUndoable, removeSessionLock, type UndoSession } from './undoSession.ts';

export interface Deletions {
  /** Deletes its sub-agents' conversations too. CONVERSATION_BUSY: another process or a run is writing one of them. */
  remove(conversationId: string): Promise<Result<void>>;
  /** Deletes it for good at once. What fails is finished when the process ends. */
  erase(conversationId: string): Promise<Result<void>>;
  /** Restores a deletion by this process. */
  restore(conversationId: string): Promise<Result<void>>;
  /** Returns the deletions that this process can restore, newest first. */
  restorable(): RestorableDeletion[];
  /** Permanently removes what ended processes deleted. Failures are left for next time. */
  finishAbandoned(projectId?: string): Promise<void>;
  /** Permanently removes what this process deleted. */
  finishOwn(): Promise<void>;
}

export interface DeletionsDeps {
  disk: Disk;
  data: DataFolder;
  access: Access;
  leases: Leases;
  messages: Pick<MessageFiles, 'forget'>;
  subAgents: SubAgents;
  session: UndoSession;
  clock: Clock;
  log: Log;
  /** Called when a conversation is deleted or restored. */
  changed(conversationId: string): void;
  /** The listed title, to name it after deletion. */
  titleOf(paths: ConversationPaths): Promise<string>;
}

interface Deletion extends RestorableDeletion {
  /** The conversation, then those of its sub-agents. */
  parts: DeletedFolder[];
}

export function createDeletions(deps: DeletionsDeps): Deletions {
  const { disk, data, access, leases, messages, session, clock, log } = deps;
  const mine = new Map<string, Deletion>();

  /** Locks all of them, so that none is written during the deletion. */
  function withAll(places: readonly ConversationPaths[], task: () => Promise<Result<void>>): Promise<Result<void>> {
    const [first, ...others] = places;
    if (!first) return task();
    return access.writeAlone(first.conversationId, say`deleting it`, () => withAll(others, task));
  }

  async function remove(conversationId: string): Promise<Result<void>> {
    const place = await data.locate(conversationId);
    if (!place.ok) return place;
    const hold = session.hold();
    if (!hold.ok) return hold;
    let places: ConversationPaths[];
    try {
      places = [place.value, ...(await deps.subAgents.of(place.value))];
    } catch (thrown) {
      return notDeleted(thrown);
    }
    const title = await deps.titleOf(place.value);
    return withAll(places, async () => {
      const deletedAt = clock.now().toISOString();
      const deletion: Deletion = { conversationId, title, deletedAt, parts: [] };
      try {
        return await renameAll(places, deletion);
      } finally {
        for (const { place: removedPlace } of deletion.parts) {
          data.forget(removedPlace.conversationId);
          deps.changed(removedPlace.conversationId);
        }
      }
    });
  }

  /** The conversation first: the rest of the removal picks up any leftover sub-agents. */
  async function renameAll(places: readonly ConversationPaths[], deletion: Deletion): Promise<Result<void>> {
    try {
      for (const paths of places) {
        await messages.forget(paths.conversationId);
        const folder = await session.deletedName(disk, paths.folder);
        await disk.rename(paths.folder, folder);
        deletion.parts.push({ place: paths, folder, session: null });
        mine.set(deletion.conversationId, deletion);
        await syncFolder(disk, dirname(folder));
      }
      return ok(undefined);
    } catch (thrown) {
      if (deletion.parts.length === 0) {
        return notDeleted(thrown);
      }
      return fail(
        'STORE_WRITE_FAILED',
        say`The conversation was deleted, but the disk did not confirm all of it: ${diskReason(thrown)}. You can still undo this.`,
      );
    }
  }

  async function restore(conversationId: string): Promise<Result<void>> {
    const deletion = mine.get(conversationId);
    if (!deletion) {
      return fail(
        'CONVERSATION_NOT_FOUND',
        say`This conversation cannot be restored. A deletion can be undone only until the app is closed.`,
      );
    }
    const lease = await leases.lease(conversationId, say`restoring it`);
    if (!lease.ok) return lease;
    try {
      // The conversation last: until then everything still counts as deleted.
      for (const part of deletion.parts.toReversed()) await bringBack(part);
      mine.delete(conversationId);
      return ok(undefined);
    } catch (thrown) {
      return fail(
        'STORE_WRITE_FAILED',
        say`The conversation was not restored: ${diskReason(thrown)}. Nothing was removed. Try again.`,
      );
    } finally {
      for (const { place: paths } of deletion.parts) {
        data.forget(paths.conversationId);
        deps.changed(paths.conversationId);
      }
      lease.value.release();
    }
  }

  async function bringBack({ place: paths, folder }: DeletedFolder): Promise<void> {
    const wasBack = await exists(paths.folder);
    const isDone = wasBack && !(await exists(folder));
    if (wasBack && !isDone) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
    if (!isDone) await disk.rename(folder, paths.folder);
    // Even if already restored: an earlier attempt may have ended before its sync.
    await syncFolder(disk, dirname(folder));
  }

  async function exists(path: string): Promise<boolean> {
    try {
      await disk.stat(path);
      return true;
    } catch (thrown) {
      if (isNotFoundError(thrown)) return false;
      throw thrown;
    }
  }

  async function finish(deleted: DeletedFolder): Promise<void> {
    // A crash may have come between renaming the conversation and its sub-agents. If the ID exists again, they belong
    // to that conversation.
    const isBack = await exists(deleted.place.folder);
    for (const paths of isBack ? [] : await deps.subAgents.of(deleted.place)) {
      const folder = join(dirname(deleted.folder), basename(await session.deletedName(disk, paths.folder)));
      const renamed = await access.writeAlone(paths.conversationId, say`deleting it`, async () => {
        await messages.forget(paths.conversationId);
        await disk.rename(paths.folder, folder);
        await syncFolder(disk, dirname(folder));
        return ok(undefined);
      });
      if (!renamed.ok) throw new Error(renamed.error.message);
      data.forget(paths.conversationId);
      deps.changed(paths.conversationId);
      await removeDeleted(disk, data, { place: paths, folder, session: null });
    }
    await removeDeleted(disk, data, deleted);
  }

  async function tryToFinish(deleted: DeletedFolder): Promise<boolean> {
    try {
      await finish(deleted);
      return true;
    } catch (thrown) {
      log(
        'warning',
        `${basename(deleted.folder)} could not be fully removed: ${diskReason(thrown)}`,
        'DELETION_UNFINISHED',
        { reason: thrown },
      );
      return false;
    }
  }

  return {
    remove,
    restore,
    async erase(conversationId) {
      const removed = await remove(conversationId);
      const deletion = mine.get(conversationId);
      if (!removed.ok || !deletion) return removed;
      const finished = await Promise.all(deletion.parts.toReversed().map(tryToFinish));
      if (finished.every(Boolean)) mine.delete(conversationId);
      return ok(undefined);
    },
    restorable: () =>
      [...mine.values()]
        .map(({ conversationId, title, deletedAt }) => ({ conversationId, title, deletedAt }))
        .reverse(),

    async finishAbandoned(only) {
      const ended = new Set<string>();
      for (const projectId of only === undefined ? await data.projectIds() : [only]) {
        for (const deleted of await listDeletedFolders(disk, data, projectId).catch(() => [])) {
          if (isDeletionUndoable(data.locks, deleted.session)) continue;
          const finished = await tryToFinish(deleted);
          if (finished && deleted.session !== null) ended.add(deleted.session);
        }
      }
      for (const id of ended) await removeSessionLock(disk, data.locks, id);
    },

    async finishOwn() {
      // Sub-agents first: a later start resumes from the conversation's own folder.
      for (const { parts } of mine.values()) {
        for (const part of parts.toReversed()) await tryToFinish(part);
      }
      mine.clear();
      await session.release(disk);
    },
  };
}

function notDeleted(thrown: unknown): ReturnType<typeof fail> {
  return fail('STORE_WRITE_FAILED', say`The conversation was not deleted: ${diskReason(thrown)}. Nothing was changed.`);
}
