// The conversations on disk, as one port. A list of calls: ids are checked and files found in dataFolder, records read and
// appended in messageFile, results kept in spill and toolResultFiles, the list made in conversationRows.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type AppError, fail, ok } from '../../shared/errors.ts';
import { isSafeId } from '../../shared/ids.ts';
import type { IdSource } from '../lib/ids.ts';
import { createLanes } from '../lib/lanes.ts';
import type { Log } from '../lib/log.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConversationStore } from '../ports/store.ts';
import { createAccess } from './access.ts';
import { appendMessage } from './appendMessage.ts';
import { makeFolder } from './atomicWrite.ts';
import { createConversationIndex } from './conversationIndex.ts';
import { createConversationReads } from './conversationReads.ts';
import { createConversationRows } from './conversationRows.ts';
import { createDataFolder } from './dataFolder.ts';
import { type Disk, diskReason, nodeDisk } from './disk.ts';
import { appendExecution, readExecution } from './executionLog.ts';
import { createJsonFiles } from './jsonFile.ts';
import { createLeases } from './leases.ts';
import { createMessageFiles } from './messageFile.ts';
import { watchOutside } from './outsideChanges.ts';
import { createProjectFiles } from './projectFiles.ts';
import { moveConversationFiles, removeConversation } from './removal.ts';
import { createSidecars } from './sidecars.ts';

export interface RuntimeStoreOptions {
  dataDir: string;
  clock: Clock;
  ids: IdSource;
  log: Log;
  /** The name under which this machine's folders are kept; the system's own when left out. */
  hostName?: string;
  disk?: Disk;
}

export type RuntimeStore = ConversationStore & { readonly indexPath: string };

export function createRuntimeStore(options: RuntimeStoreOptions): RuntimeStore {
  const { dataDir, clock, ids, log, hostName = hostname(), disk = nodeDisk } = options;
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now());
  const sidecars = createSidecars(disk, files, data.locks, clock);
  const leases = createLeases(data.locks, clock);
  const messages = createMessageFiles(disk, clock, leases.isElsewhere);
  const projects = createProjectFiles({ disk, data, files, clock, ids, hostName });
  const index = createConversationIndex(data.index, randomUUID(), log);
  const rows = createConversationRows({ disk, data, messages, sidecars, index });
  const access = createAccess(data, leases);
  const reads = createConversationReads({ access, disk, data, messages, sidecars });
  const outside = watchOutside(data, index);
  const lanes = createLanes();

  function changedPlace(conversationId: string): void {
    data.forget(conversationId);
    if (isSafeId(conversationId)) rows.changed(conversationId);
  }

  return {
    ...reads,
    indexPath: data.index,

    async createConversation(projectId) {
      const project = await projects.get(projectId);
      if (!project.ok) return project;
      const conversationId = ids.randomId();
      try {
        await makeFolder(disk, data.place(projectId, conversationId).folder);
        return ok({ conversationId });
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', `The conversation could not be made: ${diskReason(thrown)}.`);
      }
    },

    async lease(conversationId, purpose) {
      const place = await data.locate(conversationId);
      return place.ok ? leases.lease(conversationId, purpose) : place;
    },

    async appendConversationMessage(conversationId, message) {
      const deps = { disk, messages, sidecars, clock, ids };
      const stored = await access.write(conversationId, 'saving a message', (place) =>
        appendMessage(deps, place, message),
      );
      if (stored.ok) rows.changed(conversationId);
      return stored;
    },

    async updateMeta(conversationId, change) {
      const updated = await access.beside(conversationId, (place) => sidecars.updateMeta(place, change), refuse);
      if (updated.ok) rows.changed(conversationId);
      return updated;
    },

    readPending: (id) =>
      access.beside(
        id,
        async (place) => (await sidecars.readPending(place)).value,
        () => ({ v: 1, draft: '', queue: [] }),
      ),
    savePending: (id, pending) => access.beside(id, (place) => sidecars.savePending(place, pending), refuse),
    savePartial: (id, partial) => access.beside(id, (place) => sidecars.savePartial(place, partial), refuse),

    logExecution: (id, entry) =>
      lanes.run(id, () => access.beside(id, (place) => appendExecution(disk, place.execution, entry), refuse)),
    readExecution: (id) =>
      access.beside(
        id,
        (place) => readExecution(disk, place.execution),
        () => [],
      ),

    listConversations: async () => ok(await rows.list()),
    conversationIds: async () => (await data.conversations()).map((place) => place.conversationId),

    async deleteConversation(conversationId) {
      const removed = await access.writeAlone(conversationId, 'removing it', async (place) => {
        await messages.forget(conversationId);
        return removeConversation(disk, place, clock.now());
      });
      changedPlace(conversationId);
      return removed;
    },

    async moveConversation(conversationId, projectId) {
      const project = await projects.get(projectId);
      if (!project.ok) return project;
      const moved = await access.writeAlone(conversationId, 'moving it', async (place) => {
        if (place.projectId === projectId) return ok(undefined);
        await messages.forget(conversationId);
        return moveConversationFiles(disk, place, data.place(projectId, conversationId));
      });
      changedPlace(conversationId);
      return moved;
    },

    listProjects: projects.list,
    openProject: projects.open,
    openFolderlessProject: projects.openFolderless,
    getProject: projects.get,

    onOutsideChange: outside.listen,

    /** Waits for the writes that have begun. */
    async close() {
      outside.close();
      await access.settled();
      await rows.flush();
      await messages.close();
      leases.releaseAll();
      index.close();
    },
  };
}

function refuse(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}
