// One pass: reads what the other devices did, uploads what happened here, and merges. It can stop anywhere; the next one continues.

import { say } from '../../../../shared/core/sentence.ts';
import { isInPlace } from '../../../../shared/features/inPlace/inPlace.ts';
import { createTimeSlice } from '../../../lib/cooperativeYield.ts';
import type { ConversationKey } from '../../../stores/dataFolder.ts';
import { diskReason } from '../../../stores/files/disk.ts';
import { applyDeletions, applyRemovals, fetchConversation, fetchMessages } from './applyRemote.ts';
import { collectConversation, fetchVanished, isDirty, noteOwnDeletions } from './collectChanges.ts';
import { announceSpace } from './diskSpace.ts';
import { applyDocuments, collectDocuments, type DocumentOptions } from './documents.ts';
import { fetchUrgent, fetchWaiting } from './fetchWaiting.ts';
import { collectSkippedFiles, discardUnusedFiles } from './fileObjects.ts';
import { leftOutFolders } from './leftOut.ts';
import { continueLog, publishChanges, removeGarbage, sendOutbox } from './ownLog.ts';
import {
  knownDevices,
  listDevices,
  missingOwnEntries,
  newestOwnEntry,
  readDevice,
  readNewEntries,
} from './readDevices.ts';
import { applyRegisters, conversationsWithOpenRegisters } from './registerRows.ts';
import { sessionDevices, takeChangedSessions } from './sessionRows.ts';
import { createSessionCollector, type SessionSource } from './sessions.ts';
import { stagingFolder } from './staging.ts';
import { PassFailure, type SyncContext } from './syncContext.ts';
import type { SyncStatus } from './syncStatus.ts';
import { createUrgent, waitingConversations } from './waiting.ts';

export interface PassOptions {
  documents: DocumentOptions | undefined;
  sessions: SessionSource | undefined;
  nameOf(device: string): Promise<string | null>;
  progress(change: Partial<SyncStatus>): void;
}

export function createSyncPass({ documents, sessions, nameOf, progress }: PassOptions) {
  const collectSessions = sessions && createSessionCollector(sessions);
  const verified = new Set<string>();
  const changed = new Set<string>();
  const urgent = createUrgent();
  /** Conversations to come that the list knows of. */
  let listed = new Set<string>();
  let isRecovered = false;
  let knowsAll = false;
  let emptyLooks = 0;

  const noteWaiting = (waiting: number): void => progress({ waiting });

  /** After the state was lost or set back: what this device has stored is learnt from its own log. True if so. */
  async function recover(context: SyncContext): Promise<boolean> {
    if (isRecovered) return false;
    const newestOwn = await newestOwnEntry(context);
    if (newestOwn && newestOwn.newest > context.state.count('seq')) {
      await readDevice(context, context.sealer.device, new Set());
      continueLog(context, newestOwn.body);
    }
    isRecovered = true;
    return newestOwn !== null && newestOwn.body.length > 0;
  }

  /** The store may have lost some of ours. */
  async function heal(context: SyncContext): Promise<void> {
    if (!(await missingOwnEntries(context))) {
      emptyLooks = 0;
      return;
    }
    context.state.setFact('checkpointDue', '1');
    const newestOwn = await newestOwnEntry(context);
    emptyLooks = newestOwn === null ? emptyLooks + 1 : 0;
    if (emptyLooks < 2) return;
    // Everything of ours is gone: it is stored again.
    context.state.run('UPDATE segments SET rewrite = 1 WHERE device = ?', context.sealer.device);
    context.state.run('DELETE FROM files WHERE device = ?', context.sealer.device);
    emptyLooks = 0;
  }

  async function readOthers(context: SyncContext): Promise<void> {
    const listed = await listDevices(context);
    const all = new Set([...listed, ...knownDevices(context)]);
    all.delete(context.sealer.device);
    // This machine stores again what a device had stored that has left.
    for (const device of all) if (await readDevice(context, device, verified)) knowsAll = false;
  }

  /** Lists show conversations before their messages arrive. */
  async function tellComing(context: SyncContext): Promise<void> {
    const waiting = new Set(await waitingConversations(context));
    const gone = [...listed].filter((id) => !waiting.has(id));
    // One that is to come may have another title now, or be archived.
    const isNew = (id: string): boolean => !listed.has(id) || context.renamed.has(id);
    const changedIds = [...waiting].filter(isNew).concat(gone);
    if (changedIds.length > 0) context.coming(changedIds);
    listed = waiting;
  }

  async function tellSessions({ state, sealer }: SyncContext): Promise<void> {
    if (!takeChangedSessions(state, sealer.device)) return;
    for (const { device } of state.all<{ device: string }>(sessionDevices)) {
      const name = await nameOf(device);
      if (name !== null) state.setFact(`name ${device}`, name);
    }
    sessions?.changed();
  }

  async function collect(context: SyncContext, ids: Iterable<string> | null): Promise<void> {
    const { state: now } = context;
    const rewrites = now.all<{ conversation: string }>('SELECT DISTINCT conversation FROM segments WHERE rewrite = 1');
    const places = ids === null ? await context.data.places() : await placesOf(context, ids);
    const here = new Set(places.map(({ conversationId }) => conversationId));
    if (ids === null) fetchVanished(context, here);
    const rewriteIds = new Set(rewrites.map(({ conversation }) => conversation));
    const others = await placesOf(
      context,
      [...rewriteIds].filter((id) => !here.has(id)),
    );
    const slice = createTimeSlice();
    const pathsOf = ({ projectId, conversationId }: ConversationKey) => context.data.pathsOf(projectId, conversationId);
    const folders = await leftOutFolders(context);
    const open: ConversationKey[] = [];
    for (const place of [...places, ...others]) {
      await slice();
      const id = place.conversationId;
      if (folders.has(place.projectId)) continue;
      if (!isInPlace(id) && (rewriteIds.has(id) || isDirty(context, pathsOf(place)))) open.push(place);
    }
    for (const [index, place] of open.entries()) {
      await slice();
      if (context.signal.aborted) break;
      await fetchUrgent(context, urgent);
      const id = place.conversationId;
      progress({ uploads: open.length - index });
      try {
        await collectConversation(context, pathsOf(place));
      } catch (thrown) {
        if (thrown instanceof PassFailure) throw thrown;
        changed.add(id);
        context.problems.set(id, say`A conversation could not be uploaded: ${diskReason(thrown)}.`);
      }
    }
  }

  async function placesOf({ data }: SyncContext, ids: Iterable<string>): Promise<ConversationKey[]> {
    const places: ConversationKey[] = [];
    for (const id of ids) {
      const place = await data.locate(id);
      if (place.ok) places.push({ conversationId: id, projectId: place.value.projectId });
    }
    return places;
  }

  /** A conversation that came whole is not looked at again for something to upload. */
  async function fetchHere(context: SyncContext, id: string): Promise<void> {
    await fetchConversation(context, id);
    if (!changed.has(id)) return;
    const paths = await context.data.recall(id);
    if (paths.ok && !isDirty(context, paths.value)) changed.delete(id);
  }

  /** Uploads the changes since the last time, in as few requests as possible. */
  async function upload(context: SyncContext, isWhole = false): Promise<void> {
    let hasMore = await uploadOnce(context, isWhole);
    while (hasMore && !context.signal.aborted) hasMore = await uploadOnce(context, true);
  }

  /** True if there is more. */
  async function uploadOnce(context: SyncContext, isWhole: boolean): Promise<boolean> {
    const ids = knowsAll ? [...changed] : null;
    const presence = await context.presence();
    changed.clear();
    try {
      await noteOwnDeletions(context);
      if (documents) await collectDocuments(context, documents);
      await collect(context, ids);
      const hasMore = (await collectSessions?.(context, isWhole)) ?? false;
      await collectSkippedFiles(context);
      discardUnusedFiles(context);
      await publishChanges(context, presence);
      knowsAll = true;
      await removeGarbage(context);
      return hasMore;
    } catch (thrown) {
      for (const id of ids ?? []) changed.add(id);
      throw thrown;
    }
  }

  async function pass(context: SyncContext): Promise<void> {
    await context.disk.rm(stagingFolder(context.data.root), { recursive: true, force: true });
    const wasBehind = await recover(context);
    // First: what was deleted here is not fetched again.
    await noteOwnDeletions(context);
    await sendOutbox(context);
    await heal(context);
    await readOthers(context);
    await context.heard();
    await applyDeletions(context);
    await applyRemovals(context);
    await tellComing(context);
    await tellSessions(context);
    await announceSpace(context);
    // Otherwise what it stored before would be stored again. Metadata waits: it may have changed here.
    if (wasBehind) await fetchWaiting(context, fetchMessages, urgent, noteWaiting);
    await upload(context, true);
    await fetchWaiting(context, fetchHere, urgent, noteWaiting);
    // Lists know of each that arrived.
    if (listed.size > 0) listed = new Set(await waitingConversations(context));
    for (const id of conversationsWithOpenRegisters(context)) await applyRegisters(context, id);
    if (documents) await applyDocuments(context, documents);
    // Rewritten segments, and complaints about missing ones.
    await upload(context);
    await context.heard();
  }

  /** As a pass, without the lists: for looks in quick succession. */
  async function quickPass(context: SyncContext): Promise<void> {
    const read = isRecovered ? await readNewEntries(context) : 'unclear';
    if (read === 'unclear') return pass(context);
    if (read === 'none') return;
    await context.heard();
    await noteOwnDeletions(context);
    await applyDeletions(context);
    await applyRemovals(context);
    await tellComing(context);
    await tellSessions(context);
    await fetchWaiting(context, fetchHere, urgent, noteWaiting);
    for (const id of conversationsWithOpenRegisters(context)) await applyRegisters(context, id);
    await upload(context);
    await context.heard();
  }

  return {
    pass,
    quickPass,
    upload,
    /** Uploads what changed here; a whole pass if this device does not know yet what it has stored. */
    uploadSoon: (context: SyncContext): Promise<void> => (isRecovered ? upload(context) : pass(context)),
    noteChanged(ids: readonly string[]): void {
      for (const id of ids) changed.add(id);
    },
    /** Changes are not noted from now on: the next pass looks for them. */
    forgetChanges(): void {
      knowsAll = false;
    },
    urgent,
  };
}
