// User-initiated removals: conversations (undoable until the process ends), single messages (permanent), and unused
// storage. Wires the parts together; each documents its own guarantees.

import type { Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { RestorableDeletion } from '../../../shared/features/conversations/methods.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { IdSource } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ConversationSearch } from '../../ports/search.ts';
import type { ConversationStore } from '../../ports/store.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { type Disk, diskReason } from '../files/disk.ts';
import { removeIncompleteForks } from '../incompleteForks.ts';
import type { ConversationRows } from '../list/conversationRows.ts';
import { toConversationRow } from '../list/indexRow.ts';
import type { Access } from '../locks/access.ts';
import type { Leases } from '../locks/leases.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import type { ProjectFiles } from '../projects/projectFiles.ts';
import type { Sidecars } from '../sidecars.ts';
import { createDeletions } from './deletion.ts';
import { type DeletionRow, previewDeletion } from './deletionPreview.ts';
import { createMessageRemoval, type MessageRemoval } from './messageRemoval.ts';
import type { RemovedFile } from './removedFile.ts';
import { createSpace } from './space.ts';
import { createSubAgents } from './subAgents.ts';
import { createUndoSession } from './undoSession.ts';

export interface ConversationRemovalDeps {
  disk: Disk;
  data: DataFolder;
  access: Access;
  leases: Leases;
  messages: Pick<MessageFiles, 'forget' | 'open'>;
  sidecars: Sidecars;
  removed: RemovedFile;
  rows: ConversationRows;
  projects: ProjectFiles;
  clock: Clock;
  ids: IdSource;
  log: Log;
  /** It contains conversation text too. */
  search: Pick<ConversationSearch, 'forgetMessage'>;
}

type Methods =
  | 'describeDeletion'
  | 'deleteConversation'
  | 'restoreConversation'
  | 'forgetMessage'
  | 'removedMessages'
  | 'finishRemovals'
  | 'space'
  | 'freeSpace';

export type ConversationRemoval = Pick<ConversationStore, Methods> & {
  readonly forgetting: MessageRemoval;
  /** Deletes a conversation as `deleteConversation` does, but for good: another of the user's machines deleted it. */
  eraseConversation(conversationId: string): Promise<Result<void>>;
  /** Call last: deletions can no longer be undone afterwards. */
  finish(): Promise<void>;
};

export function createConversationRemoval(deps: ConversationRemovalDeps): ConversationRemoval {
  const { disk, data, access, rows, removed, search } = deps;
  const subAgents = createSubAgents(disk, data);
  const session = createUndoSession(data.locks, deps.ids.randomId(), deps.clock);

  /** As listed; without a title for an unreadable one. */
  async function listed(paths: ConversationPaths): Promise<DeletionRow> {
    const row = await rows.fresh(paths).catch(() => null);
    return row ? toConversationRow(row) : { title: '', messageCount: null };
  }

  const titleOf = async (paths: ConversationPaths): Promise<string> => (await listed(paths)).title;
  const deletions = createDeletions({ ...deps, subAgents, session, changed: rows.changed, titleOf });
  const forgetting = createMessageRemoval({
    ...deps,
    async clearDerived(conversationId, messageId) {
      const cleared = await search.forgetMessage(conversationId, messageId);
      if (!cleared.ok) throw new Error(cleared.error.message);
      await rows.scrub(conversationId);
      rows.changed(conversationId);
    },
  });
  const space = createSpace({
    ...deps,
    projects: deps.projects.list,
    restorable: (): RestorableDeletion[] => deletions.restorable(),
    finishDeletions: (projectId) => deletions.finishAbandoned(projectId),
  });

  return {
    forgetting,
    describeDeletion: (conversationId) => previewDeletion({ ...deps, subAgents, listed }, conversationId),

    deleteConversation: deletions.remove,
    restoreConversation: deletions.restore,
    eraseConversation: deletions.erase,

    async forgetMessage(conversationId, messageId) {
      const forgotten = await access.writeAlone(conversationId, say`permanently removing a message`, (paths) =>
        forgetting.forget(paths, messageId),
      );
      rows.changed(conversationId);
      return forgotten;
    },

    async removedMessages(conversationId) {
      const place = await data.recall(conversationId);
      return place.ok ? (await removed.read(place.value)).ids : [];
    },

    async finishRemovals() {
      await finishAll().catch((thrown) => {
        deps.log('warning', `What was being removed could not be checked: ${diskReason(thrown)}`, 'REMOVAL_UNCHECKED', {
          reason: thrown,
        });
      });
    },

    space: space.report,
    freeSpace: space.free,

    finish: () => deletions.finishOwn(),
  };

  async function finishAll(): Promise<void> {
    await deletions.finishAbandoned();
    await removeIncompleteForks(disk, data);
    const slice = createTimeSlice();
    for (const paths of await data.conversations()) {
      const pause = slice();
      if (pause) await pause;
      if (!(await forgetting.isUnfinished(paths))) continue;
      const finished = await access.writeAlone(
        paths.conversationId,
        say`permanently removing a message`,
        forgetting.finish,
      );
      if (!finished.ok) deps.log('warning', finished.error.message, 'REMOVAL_UNFINISHED', { reason: finished.error });
      rows.changed(paths.conversationId);
    }
  }
}
