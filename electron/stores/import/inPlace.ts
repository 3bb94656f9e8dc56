// Cached copies of sessions that stay in other apps' files, and of what teams share. Derived: rewritten when the source
// changes, removed with it, and never written by anything else.

import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { programNames } from '../../../shared/features/import/otherApps.ts';
import {
  type InPlaceOwner,
  inPlaceOwnerOf,
  inPlaceProject,
  isInPlace,
  isMachine,
  isOfMachine,
  isPartialRead,
  isShared,
  isTeam,
} from '../../../shared/features/inPlace/inPlace.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';
import type { InPlaceSource, InPlaceStore } from '../../ports/inPlace.ts';
import type { ConversationStore, StoredBranch } from '../../ports/store.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { makeFolder, syncFolder } from '../files/atomicWrite.ts';
import { diskReason, isNotFoundError, listNames, statOrNull } from '../files/disk.ts';
import { WriteFailure } from '../fork/buildConversation.ts';
import type { ProjectFiles } from '../projects/projectFiles.ts';
import { type ImportDeps, writeImport } from './importConversation.ts';
import { saveSessionEnd } from './saveSessionEnd.ts';

const onlyTheEnd = say`Only the end of this session has been loaded so far. The rest is still loading.`;

/** Why the project is read-only; null if it is one of ours. */
function inPlaceReason(projectId: string): Sentence | null {
  const owner = inPlaceOwnerOf(projectId);
  if (owner === null) return null;
  if (isTeam(owner)) return say`A member of your team has shared this conversation. Continue a copy to reply.`;
  if (isMachine(owner)) return say`This session is on another of your machines. Continue it here to reply.`;
  return say`This is a ${programNames[owner]} session, read from its own files. Continue it here to reply.`;
}

interface InPlaceDeps extends ImportDeps {
  data: DataFolder;
  projects: Pick<ProjectFiles, 'openInPlace'>;
  keysKnown(): Promise<void>;
  changed(conversationId: string): void;
}

export function createInPlaceStore(deps: InPlaceDeps): InPlaceStore {
  const { disk, data, sidecars, leases } = deps;

  async function underLease<T>(conversationId: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
    const lease = await leases.lease(conversationId, say`reading a session`);
    if (!lease.ok) return lease;
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof WriteFailure) return thrown.failed;
      return fail('STORE_WRITE_FAILED', say`The session’s index could not be saved: ${diskReason(thrown)}.`);
    } finally {
      lease.value.release();
    }
  }

  async function remove(...paths: string[]): Promise<Result<void>> {
    try {
      for (const path of paths) {
        await disk.rm(path, { recursive: true, force: true });
        await syncFolder(disk, dirname(path)).catch((thrown) => {
          if (!isNotFoundError(thrown)) throw thrown;
        });
      }
      return ok(undefined);
    } catch (thrown) {
      return fail('STORE_WRITE_FAILED', say`The copies of sessions could not be removed: ${diskReason(thrown)}.`);
    }
  }

  async function keptSource(paths: ConversationPaths): Promise<KeptSource | null> {
    return sourceIn((await sidecars.readMeta(paths)).value);
  }

  async function readSource(paths: ConversationPaths): Promise<InPlaceSource | null> {
    const source = await keptSource(paths);
    return source?.bytes === statOrNull(disk, paths.messages)?.size ? source : null;
  }

  async function keptOf(owner: InPlaceOwner): Promise<ConversationPaths[]> {
    const projectId = inPlaceProject(owner);
    const names = await listNames(disk, join(data.projectFolder(projectId), 'conversations'));
    return names.filter((name) => isInPlace(name) && isSafeId(name)).map((name) => data.pathsOf(projectId, name));
  }

  /** Removes only attachments that no remaining conversation refers to. */
  async function removeAttached(owner: InPlaceOwner, files: Map<string, string>): Promise<void> {
    if (files.size === 0) return;
    for (const paths of await keptOf(owner)) {
      for (const hash of (await keptSource(paths))?.attached ?? []) files.delete(hash);
    }
    await remove(...files.values());
  }

  return {
    openInPlaceProject: deps.projects.openInPlace,

    async keepInPlace(session, source) {
      await deps.keysKnown();
      const { projectId, conversationId } = session;
      const to = data.pathsOf(projectId, conversationId);
      const stored = await underLease(conversationId, async () => {
        await makeFolder(disk, to.folder, to.project);
        const before = (await keptSource(to))?.attached ?? [];
        // The stamp must match a file of this size: without a sync, the two may not survive together.
        await writeImport(deps, to, to, session, (bytes, hashes) => ({
          source: { ...source, bytes, attached: [...new Set([...before, ...hashes])] },
        }));
        return ok(undefined);
      });
      if (stored.ok) deps.changed(conversationId);
      return stored;
    },

    async keepEndInPlace(conversation, source) {
      await deps.keysKnown();
      const { conversationId, messages, headId } = conversation;
      const place = await data.locate(conversationId);
      if (!place.ok) return place;
      const stored = await underLease(conversationId, async () => {
        const end = await saveSessionEnd(deps, place.value, conversation);
        if (!end) return fail('MESSAGE_NOT_FOUND', say`The end of the session has changed since it was last read.`);
        const bytes = statOrNull(disk, place.value.messages)?.size ?? 0;
        const last = messages.at(-1)?.id ?? '';
        const head = headId !== null && headId !== last ? { id: headId, after: last } : null;
        const saved = await sidecars.updateMeta(place.value, (meta) => {
          const attached = [...new Set([...(sourceIn(meta)?.attached ?? []), ...end.hashes])];
          return { ...meta, head, source: { ...source, bytes, attached } };
        });
        return saved.ok ? ok({ grown: end.grown }) : saved;
      });
      if (stored.ok) deps.changed(conversationId);
      return stored;
    },

    async sourceOf(conversationId) {
      const place = await data.locate(conversationId);
      return place.ok ? readSource(place.value) : null;
    },

    async keptInPlace(owner) {
      const sources = new Map<string, InPlaceSource>();
      for (const paths of await keptOf(owner)) {
        const source = await readSource(paths);
        // A copy without a stamp has an unknown source and counts as that of a deleted session.
        sources.set(paths.conversationId, source ?? { stamp: '', session: '' });
      }
      return sources;
    },

    hasInPlace: (owner) => statOrNull(disk, data.projectFolder(inPlaceProject(owner))) !== null,

    async dropInPlace(owner) {
      const folder = data.projectFolder(inPlaceProject(owner));
      const ids = (await listNames(disk, join(folder, 'conversations'))).filter(isInPlace);
      const removed = await remove(folder);
      if (!removed.ok) return removed;
      for (const id of ids) {
        data.forget(id);
        deps.changed(id);
      }
      return ok(ids);
    },

    async removeInPlace(owner, ids) {
      const removedIds: string[] = [];
      const attached = new Map<string, string>();
      for (const id of ids) {
        const paths = data.pathsOf(inPlaceProject(owner), id);
        const source = await keptSource(paths);
        const removed = await remove(paths.folder, paths.results);
        if (!removed.ok) continue;
        for (const hash of source?.attached ?? []) attached.set(hash, join(paths.attachments, hash));
        data.forget(id);
        deps.changed(id);
        removedIds.push(id);
      }
      await removeAttached(owner, attached);
      return removedIds;
    },
  };
}

const hashForm = /^[0-9a-f]{64}$/;

interface KeptSource extends InPlaceSource {
  bytes: number;
  /** Hashes of current and former attachments; removed together with the session. */
  attached: string[];
}

function sourceIn({ source }: ConversationMeta): KeptSource | null {
  const { stamp, session, bytes, attached, folder, updatedAt } = (
    typeof source === 'object' && source !== null ? source : {}
  ) as Partial<KeptSource>;
  if (typeof stamp !== 'string' || typeof session !== 'string' || typeof bytes !== 'number') return null;
  const hashes = Array.isArray(attached) ? attached.filter((hash) => hashForm.test(String(hash))) : [];
  return {
    ...{ stamp, session, bytes, attached: hashes },
    ...(folder !== undefined && { folder }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}

/** An app that wrote nothing for this long counts as idle. */
const workMs = 120_000;

/** If the app wrote a moment ago it is still working, so its last message is not the end. */
function workUntil({ messages }: StoredBranch): number {
  const last = messages.findLast(({ role }) => role !== 'system');
  const ended = !last || (last.role === 'assistant' && !last.tool_calls?.length);
  return ended ? 0 : Date.parse(last.createdAt) + workMs;
}

/** A store that refuses writes to in-place sessions, for everyone but their reader. */
export function refuseInPlaceWrites<S extends ConversationStore>(store: S): S {
  const refuse = (conversationId: string): ReturnType<typeof fail> | null =>
    isInPlace(conversationId)
      ? fail(
          'STORE_READ_ONLY',
          isShared(conversationId)
            ? say`A member of your team has shared this conversation. Continue a copy to reply.`
            : isOfMachine(conversationId)
              ? say`This session is on another of your machines. Continue it here to reply.`
              : say`This session belongs to another app. Continue it here to reply.`,
        )
      : null;
  const guarded =
    <A extends unknown[], R>(method: (id: string, ...rest: A) => Promise<Result<R>>) =>
    async (id: string, ...rest: A): Promise<Result<R>> =>
      refuse(id) ?? method(id, ...rest);
  /** A hidden app's project is removed with its contents. */
  const refuseProject = (projectId: string): ReturnType<typeof fail> | null =>
    isInPlace(projectId)
      ? fail(
          'STORE_READ_ONLY',
          say`This project contains conversations from elsewhere. Choose one of your own projects.`,
        )
      : null;
  const working = new Map<string, number>();
  return {
    ...store,
    isWrittenElsewhere: (id) => (isInPlace(id) ? (working.get(id) ?? 0) > Date.now() : store.isWrittenElsewhere(id)),
    async readBranch(conversationId, reach) {
      const branch = await store.readBranch(conversationId, reach);
      if (!branch.ok) return branch;
      const reason = inPlaceReason(branch.value.projectId);
      if (reason === null) return branch;
      working.set(conversationId, workUntil(branch.value));
      const source = sourceIn(branch.value.meta);
      const notices = source && isPartialRead(source) ? [...branch.value.notices, onlyTheEnd] : branch.value.notices;
      return ok({ ...branch.value, notices, readOnly: branch.value.readOnly ?? reason });
    },
    createConversation: async (projectId) => refuseProject(projectId) ?? store.createConversation(projectId),
    async importConversation(conversation) {
      return (
        refuse(conversation.conversationId) ??
        refuseProject(conversation.projectId) ??
        store.importConversation(conversation)
      );
    },
    growConversation: async (source, options) =>
      refuse(source.conversationId) ?? store.growConversation(source, options),
    lease: guarded(store.lease),
    saveAttachment: guarded(store.saveAttachment),
    openUpload(conversationId) {
      const refused = refuse(conversationId);
      if (!refused) return store.openUpload(conversationId);
      return { add: async () => refused, take: async () => refused, discard: async () => {} };
    },
    forkConversation: guarded(store.forkConversation),
    appendConversationMessage: guarded(store.appendConversationMessage),
    updateMeta: guarded(store.updateMeta),
    savePending: guarded(store.savePending),
    deleteConversation: guarded(store.deleteConversation),
    forgetMessage: guarded(store.forgetMessage),
    moveConversation: async (id, projectId) =>
      refuse(id) ?? refuseProject(projectId) ?? store.moveConversation(id, projectId),
  };
}
