// The conversation store as one port. Only delegates: dataFolder checks IDs and finds files, messageFile reads and
// appends, spill and toolResultFiles handle results, conversationRows builds the list.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type AppError, fail, ok, type Result } from '../../shared/core/errors.ts';
import { isSafeId } from '../../shared/core/ids.ts';
import { say, textOf } from '../../shared/core/sentence.ts';
import type { IdSource } from '../lib/ids.ts';
import { createKeyedQueue } from '../lib/keyedQueue.ts';
import type { Log } from '../lib/log.ts';
import { maskDeep } from '../lib/maskDeep.ts';
import { createSecretMask, type SecretMask } from '../lib/secretMask.ts';
import type { Clock } from '../ports/clock.ts';
import type { InPlaceStore } from '../ports/inPlace.ts';
import type { ConversationSearch } from '../ports/search.ts';
import type { ConversationStore } from '../ports/store.ts';
import { createAttachmentAccess } from './attachments/attachmentAccess.ts';
import { createAttachmentFiles } from './attachments/attachmentFiles.ts';
import { createDataFolder, invalidId } from './dataFolder.ts';
import { createExecutionLog } from './executionLog.ts';
import { makeFolder } from './files/atomicWrite.ts';
import { type Disk, diskReason, nodeDisk } from './files/disk.ts';
import { createJsonFiles } from './files/jsonFile.ts';
import { forkConversation } from './fork/forkConversation.ts';
import { graftBranch } from './fork/graftBranch.ts';
import { growConversation, measureGrowth } from './import/growConversation.ts';
import { importConversation } from './import/importConversation.ts';
import { createInPlaceStore, refuseInPlaceWrites } from './import/inPlace.ts';
import { storeWholeCopy, type WholeCopy } from './import/wholeCopy.ts';
import { createConversationIndex } from './list/conversationIndex.ts';
import { createConversationRows } from './list/conversationRows.ts';
import { watchOutsideChanges } from './list/outsideChanges.ts';
import { type OwnChanges, withOwnChanges } from './list/ownChanges.ts';
import { createAccess } from './locks/access.ts';
import { createLeases } from './locks/leases.ts';
import { appendMessage } from './log/appendMessage.ts';
import { createConversationReads } from './log/conversationReads.ts';
import { createMessageFiles } from './log/messageFile.ts';
import { createConflictFinder, withConflictReports } from './merge/conflictFiles.ts';
import { createConflictMerge } from './merge/conflictMerge.ts';
import { createMerges, type Merges } from './merge/merges.ts';
import { type FetchesMissing, fetchMissing } from './missingFiles.ts';
import { moveConversationFiles } from './projects/conversationMove.ts';
import { createProjectFiles } from './projects/projectFiles.ts';
import { resolveWorkingFolder } from './projects/workingFolder.ts';
import { createQueryEraser } from './query/eraseFromQuery.ts';
import { guardedDisk, whyReadOnly } from './readOnlyData.ts';
import { type ConversationRemoval, createConversationRemoval } from './removal/conversationRemoval.ts';
import { createRemovedFile } from './removal/removedFile.ts';
import { hideRemoved } from './removal/removedReads.ts';
import { createResultOutputs } from './results/resultOutputs.ts';
import { defaultResultCap, type ResultCap } from './results/resultText.ts';
import { createSidecars } from './sidecars.ts';
import { removeStoredPartials } from './storedPartials.ts';
import { createSweep } from './sweepData.ts';

export interface RuntimeStoreOptions {
  dataDir: string;
  clock: Clock;
  ids: IdSource;
  log: Log;
  /** The name for this machine's folders; default: the system's. */
  hostName?: string;
  disk?: Disk;
  /** Hides secrets in stored data and in tool output before it is shown; default: none. */
  mask?: SecretMask;
  /** Resolves once the mask has loaded the secrets; awaited before storing. */
  keysKnown?: () => Promise<void>;
  /** Maximum bytes of a tool result, evaluated for each; default: 64 MB. */
  resultCap?: ResultCap;
  /** The search index, which must forget removed text; optional. */
  search?: Pick<ConversationSearch, 'forgetMessage' | 'changed' | 'offsetOf' | 'countOf'>;
}

export type RuntimeStore = ConversationStore &
  InPlaceStore &
  OwnChanges &
  FetchesMissing &
  Pick<ConversationRemoval, 'eraseConversation'> &
  Merges & {
    readonly indexPath: string;
    /** Rebuilds the list index; returns the number of conversations. */
    rebuildIndex(): Promise<number>;
    /** These conversations were put into the data folder without this store. */
    noteRestored(conversationIds: readonly string[]): void;
    /** Stores a conversation that is new here in one step. CONVERSATION_EXISTS: it is to be merged instead. */
    storeWholeCopy(copy: WholeCopy): Promise<Result<void>>;
  };

export function createRuntimeStore(options: RuntimeStoreOptions): RuntimeStore {
  const { dataDir, clock, ids, log, hostName = hostname() } = options;
  const disk = guardedDisk(dataDir, options.disk ?? nodeDisk);
  const mask = options.mask ?? createSecretMask(nothing, no);
  const keysKnown = options.keysKnown ?? (async () => {});
  const data = createDataFolder(dataDir, disk);
  const files = createJsonFiles(disk, () => clock.now(), mask);
  const sidecars = createSidecars(disk, files, data.locks, clock);
  const sweep = createSweep(disk, data, clock);
  const leases = createLeases(data.locks, clock, sweep.conversation, whyReadOnly(dataDir));
  const { search, erasedAfter } = createQueryEraser(data, options.search);
  const messages = createMessageFiles(disk, clock, leases.isElsewhere, { offsetOf: search.offsetOf });
  const projects = createProjectFiles({ disk, data, files, clock, ids, hostName });
  const index = createConversationIndex(data.index, data.databaseKey, randomUUID(), log, data.isStale);
  const list = { disk, data, messages, sidecars, index, countOf: search.countOf };
  const { rows, onChange } = withOwnChanges(createConversationRows(list), search);
  const access = createAccess(data, leases);
  const outputs = createResultOutputs({ disk, clock, mask, cap: options.resultCap ?? defaultResultCap });
  const removed = createRemovedFile(files);
  const base = { disk, data, access, leases, messages, sidecars, clock, ids, log };
  const common = { ...base, removed, rows, index, projects, search };
  const { forgetting, finish: finishRemoval, ...removal } = createConversationRemoval(common);
  const stored = createConversationReads({ access, disk, data, messages, sidecars });
  const finder = createConflictFinder(disk, () => clock.now());
  const reads = withConflictReports(hideRemoved(stored, { data, removed, forgetting }), data, finder);
  const merging = { ...common, files, forgetting, mask, finder, changed: changedPlace };
  const conflicts = createConflictMerge(merging);
  const execution = createExecutionLog(disk);
  const outside = watchOutsideChanges(data, index);
  const queue = createKeyedQueue();

  function changedPlace(conversationId: string): void {
    data.forget(conversationId);
    if (isSafeId(conversationId)) rows.changed(conversationId);
  }

  const store: Omit<RuntimeStore, keyof FetchesMissing | 'comingConversations' | 'comingConversation'> = {
    ...reads,
    ...createInPlaceStore({
      ...common,
      outputs,
      attachments: createAttachmentFiles(disk, mask),
      mask,
      keysKnown,
      changed: rows.changed,
    }),
    ...removal,
    deleteConversation: erasedAfter(removal.deleteConversation),
    async finishRemovals() {
      await sweep.all();
      await removeStoredPartials({ data, sidecars, leases, readMessage: stored.readMessage });
      return removal.finishRemovals();
    },
    ...createAttachmentAccess({ disk, data, access, mask, keysKnown }),
    indexPath: data.index,
    ...projects.joins,
    trustProject: projects.trust,
    chooseProjectMode: projects.chooseMode,
    switchProjectMemory: projects.switchMemory,

    async createConversation(projectId) {
      const project = await projects.get(projectId);
      if (!project.ok) return project;
      const conversationId = ids.randomId();
      try {
        const paths = data.pathsOf(projectId, conversationId);
        await makeFolder(disk, paths.folder, paths.project);
        return ok({ conversationId });
      } catch (thrown) {
        return fail('STORE_WRITE_FAILED', say`The conversation could not be created: ${diskReason(thrown)}.`);
      }
    },

    forkConversation: (conversationId, messageId, title, how = {}) =>
      access.read(conversationId, async (from) => {
        await keysKnown();
        const { conversationId: newId = ids.randomId(), ...more } = how;
        if (!isSafeId(newId)) return invalidId('conversation', newId);
        const meta = await sidecars.readMeta(from);
        const fork = { from, to: data.pathsOf(from.projectId, newId), messageId, title, meta: meta.value, ...more };
        const deps = { disk, data, sidecars, execution, leases, clock, mask, ...reads };
        const forked = await forkConversation(deps, fork);
        if (forked.ok) rows.changed(newId);
        return forked.ok ? ok({ conversationId: newId }) : forked;
      }),

    graftBranch: (conversationId, graft) =>
      access.write(conversationId, say`adding an answer`, async (paths) => {
        await keysKnown();
        const grafting = { ...common, ...reads, forgetting, conflicts, execution, mask };
        const grafted = await graftBranch(grafting, paths, graft);
        if (grafted.ok && grafted.value.added > 0) rows.changed(conversationId);
        return grafted;
      }),

    async importConversation(conversation) {
      const { conversationId, projectId } = conversation;
      const project = await projects.get(projectId);
      if (!project.ok) return project;
      if (!isSafeId(conversationId)) return invalidId('conversation', conversationId);
      await keysKnown();
      if ((await data.locate(conversationId)).ok) {
        return fail('CONVERSATION_EXISTS', say`This conversation is already here.`);
      }
      const attachments = createAttachmentFiles(disk, mask);
      const deps = { disk, sidecars, leases, outputs, attachments, mask };
      const importOutcome = await importConversation(deps, data.pathsOf(projectId, conversationId), conversation);
      if (importOutcome.ok) rows.changed(conversationId);
      return importOutcome;
    },

    async growConversation(source, { dryRun }) {
      const { conversationId } = source;
      const deps = { ...common, outputs, attachments: createAttachmentFiles(disk, mask), mask };
      await keysKnown();
      // Most have nothing new and need no lock.
      const growth = await access.read(conversationId, (paths) => measureGrowth(deps, paths, source));
      if (dryRun || !growth.ok || growth.value.added === 0) return growth;
      const grown = await access.writeAlone(conversationId, say`importing a conversation`, async (paths) => {
        // As before a message, finish interrupted removals first.
        await forgetting.finish(paths);
        const merged = await conflicts.settle(paths);
        return merged.ok ? growConversation(deps, paths, source) : merged;
      });
      if (grown.ok && grown.value.added > 0) rows.changed(conversationId);
      return grown;
    },

    isWrittenElsewhere: leases.isElsewhere,

    async lease(conversationId, purpose) {
      const place = await data.locate(conversationId);
      const lease = place.ok ? await leases.lease(conversationId, purpose) : place;
      if (!lease.ok) return lease;
      const settled = await access.write(conversationId, purpose, (paths) => messages.settle(paths));
      if (settled.ok) return lease;
      lease.value.release();
      return settled;
    },

    async appendConversationMessage(conversationId, message, printed) {
      const deps = { outputs, messages, sidecars, clock, ids, mask };
      await keysKnown();
      const stored = await access.write(conversationId, say`saving a message`, async (paths) => {
        // Finish interrupted removals first; if that fails, store the message anyway.
        await forgetting.finish(paths);
        const merged = await conflicts.settle(paths);
        if (!merged.ok) return merged;
        for (const sentence of merged.value) log('info', textOf(sentence), 'COPIES_MERGED');
        await outputs.sweep(paths);
        const appended = await appendMessage(deps, paths, message, printed);
        if (appended.ok) await outputs.stored(paths, appended.value);
        return appended;
      });
      if (stored.ok) rows.changed(conversationId);
      return stored;
    },

    async asStored(conversationId, newMessage) {
      await keysKnown();
      const message = maskDeep(mask, newMessage);
      return access.sideFiles(
        conversationId,
        (paths) => outputs.preview(paths, message),
        () => message,
      );
    },

    openOutput: (id, call, onPrinted) => outputs.open(() => data.recall(id), call, onPrinted),

    async updateMeta(conversationId, change) {
      await keysKnown();
      const updated = await access.sideFiles(conversationId, (paths) => sidecars.updateMeta(paths, change), refuse);
      if (updated.ok) rows.changed(conversationId);
      return updated;
    },

    readPending: (id) =>
      access.sideFiles(
        id,
        async (paths) => (await sidecars.readPending(paths)).value,
        () => ({ v: 1, draft: '', queue: [] }),
      ),
    async savePending(id, pending) {
      await keysKnown();
      return access.sideFiles(id, (paths) => sidecars.savePending(paths, pending), refuse);
    },
    readReview: (id) =>
      access.sideFiles(
        id,
        async (paths) => (await sidecars.readReview(paths)).value,
        () => ({ v: 1, comments: [], viewed: {} }),
      ),
    async updateReview(id, change) {
      await keysKnown();
      return access.sideFiles(id, (paths) => sidecars.updateReview(paths, change), refuse);
    },
    savePartial: (id, partial) => access.sideFiles(id, (paths) => sidecars.savePartial(paths, partial), refuse),
    setPartialAside: (id) => access.sideFiles(id, (paths) => sidecars.setPartialAside(paths), refuse),

    async logExecution(id, entry) {
      const append = () => access.sideFiles(id, (paths) => execution.append(paths, maskDeep(mask, entry)), refuse);
      const logged = await queue.run(id, append);
      if (logged.ok) rows.changed(id);
      return logged;
    },
    readExecution: (id) =>
      access.sideFiles(
        id,
        (paths) => execution.read(paths),
        () => [],
      ),

    async listConversation(conversationId) {
      const place = await data.locate(conversationId);
      if (place.ok) return ok(await rows.one(place.value));
      return place.error.code === 'CONVERSATION_NOT_FOUND' ? ok(null) : place;
    },

    async listConversations() {
      try {
        return ok(await rows.list());
      } catch (thrown) {
        return fail('STORE_READ_FAILED', say`The conversations could not be listed: ${diskReason(thrown)}.`);
      }
    },
    async newestConversations(count, also) {
      // The full list reports the problem.
      return rows.newest(count, also).catch(() => null);
    },
    taggedConversations: (keys) => rows.tagged(keys).catch(() => []),
    ...createMerges({ ...merging, conflicts, keysKnown }),

    async storeWholeCopy(copy) {
      await keysKnown();
      const to = data.pathsOf(copy.projectId, copy.conversationId);
      const stored = await storeWholeCopy({ disk, leases, sidecars, mask }, to, copy);
      if (stored.ok) changedPlace(copy.conversationId);
      return stored;
    },

    noteRestored(conversationIds) {
      for (const id of conversationIds) changedPlace(id);
    },

    async rebuildIndex() {
      index.drop();
      return (await rows.list()).length;
    },
    conversationIds: async () => (await data.places()).map(({ conversationId }) => conversationId),
    readMeta: async (conversationId) => {
      const place = await data.locate(conversationId);
      return place.ok ? (await sidecars.readMeta(place.value)).value : null;
    },

    async moveConversation(conversationId, projectId) {
      const project = await projects.get(projectId);
      if (!project.ok) return project;
      const moved = await access.writeAlone(conversationId, say`moving it`, async (paths) => {
        if (paths.projectId === projectId) return ok(undefined);
        await messages.forget(conversationId);
        return moveConversationFiles(disk, data, paths, data.pathsOf(projectId, conversationId));
      });
      changedPlace(conversationId);
      return moved;
    },

    listProjects: projects.list,
    openProject: projects.open,
    openFolderlessProject: projects.openFolderless,
    getProject: projects.get,
    workingFolder: (of) => resolveWorkingFolder(projects, of, hostName),

    onOutsideChange: outside.listen,
    onChange,

    async close() {
      outside.close();
      await access.settled();
      await finishRemoval();
      await rows.flush();
      await messages.close();
      leases.releaseAll();
      index.close();
    },
  };
  return refuseInPlaceWrites(fetchMissing(store));
}

const nothing = (): readonly string[] => [];
const no = (): boolean => false;

function refuse(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}
