// Other apps' sessions on the user's other machines. What this machine reads in place is given to sync as lines; what others have sent is
// listed, fetched into a read-only copy when it is opened, and continued as a conversation of ours.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import {
  type InPlaceOwner,
  inPlaceOwnerOf,
  isMachine,
  isOfMachine,
  type MachineOwner,
  machineSessionId,
} from '../../../shared/features/inPlace/inPlace.ts';
import type { MachineSession } from '../../../shared/features/inPlace/methods.ts';
import { deriveRandomId } from '../../lib/ids.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { Engine } from '../../platform.ts';
import type { SessionsElsewhere } from '../../ports/inPlace.ts';
import { diskReason, listNames } from '../../stores/files/disk.ts';
import type { Spool } from '../sharing/read/spool.ts';
import type { SyncEngine } from '../sync/engine/engine.ts';
import type { RemoteSession } from '../sync/engine/remoteSessions.ts';
import type { SyncService } from '../sync/syncService.ts';

type SyncPart = Pick<SyncService, 'engine' | 'connectAccount' | 'readOnly' | 'readState'>;

export interface MachineSessions extends SessionsElsewhere {
  attach(sync: SyncPart): void;
  /** Newest first. */
  list(): Promise<MachineSession[]>;
  /** Removes copies of sessions that are gone; all without sync. */
  settle(): Promise<void>;
}

type Deps = Pick<Engine, 'store' | 'dataDir' | 'disk' | 'search' | 'chatDeps' | 'version'> & { onChange(): void };

export function createMachineSessions(deps: Deps): MachineSessions {
  const { store, dataDir, disk, search, chatDeps, version } = deps;
  const queue = createKeyedQueue();
  let sync: SyncPart | null = null;

  async function all(isMeant?: (session: Pick<RemoteSession, 'device' | 'id'>) => boolean): Promise<RemoteSession[]> {
    return (
      (await sync?.readState<RemoteSession[]>([], async (state) => {
        const { remoteSessions } = await import('../sync/engine/remoteSessions.ts');
        return remoteSessions(state, isMeant);
      })) ?? []
    );
  }

  async function find(conversationId: string): Promise<RemoteSession | null> {
    return (await all((session) => idOf(session) === conversationId))[0] ?? null;
  }

  async function fetch(session: RemoteSession): Promise<Result<void>> {
    if (!sync || sync.readOnly !== null) return fail('STORE_READ_ONLY', sync?.readOnly ?? say`Sync is not set up.`);
    const connected = sync.engine ? ok(sync.engine) : await sync.connectAccount(new AbortController().signal);
    if (!connected.ok) return connected;
    if (!connected.value) return fail('NOT_SUPPORTED', say`Sync is not set up.`);
    const { openSpool } = await import('../sharing/read/spool.ts');
    const spool = await openSpool(disk, join(dataDir, 'sync'));
    try {
      return await fetchInto(spool, connected.value, session);
    } finally {
      await spool.close();
    }
  }

  async function fetchInto(spool: Spool, engine: SyncEngine, session: RemoteSession): Promise<Result<void>> {
    const { createContentReader, conversationsOf } = await import('../sharing/read/readConversation.ts');
    const reader = createContentReader(spool);
    const read = await engine.fetchSession(session, reader.take);
    const content = read.ok ? reader.content() : read;
    if (!content.ok) return content;
    const owner = ownerOf(session);
    const project = await store.openInPlaceProject(owner, session.machine);
    if (!project.ok) return project;
    const mainId = idOf(session);
    const before = [...(await store.keptInPlace(owner))].filter(([, source]) => source.session === mainId);
    // Attachments and results of the version before would stay.
    await store.removeInPlace(
      owner,
      before.map(([id]) => id),
    );
    const conversations = conversationsOf(content.value, spool, project.value.id, (n) => idOf(session, n));
    // The main conversation last: its stamp means that all of it is here.
    for (const conversation of conversations.toReversed()) {
      const about = { stamp: session.stamp, session: mainId, folder: session.folder, updatedAt: session.updatedAt };
      const saved = await store.keepInPlace(conversation, about);
      if (!saved.ok) return saved;
      search.changed(conversation.conversationId);
      void chatDeps.hub.reload(conversation.conversationId);
    }
    const current = new Set(conversations.map(({ conversationId }) => conversationId));
    for (const [id] of before) if (!current.has(id)) forget(id);
    return ok(undefined);
  }

  function forget(conversationId: string): void {
    void search.forgetConversation(conversationId);
    search.changed(conversationId);
    void chatDeps.hub.refresh(conversationId);
  }

  async function prepare(conversationId: string): Promise<Result<void>> {
    const source = await store.sourceOf(conversationId);
    // An agent's conversation is fetched with the session that started it.
    if (source && source.session !== conversationId) return ok(undefined);
    const session = await find(conversationId);
    if (!session) {
      return source
        ? ok(undefined)
        : fail('CONVERSATION_NOT_FOUND', say`This session is no longer on its machine, or that machine sends none.`);
    }
    if (source?.stamp === session.stamp) return ok(undefined);
    const fetched = await fetch(session).catch((thrown) =>
      fail('STORE_WRITE_FAILED', say`What other machines send cannot be stored: ${diskReason(thrown)}.`),
    );
    // Without a connection, what was fetched before is shown.
    if (fetched.ok || source) return ok(undefined);
    const { code, details } = fetched.error;
    const reported = code === 'CONVERSATION_NOT_FOUND' ? 'STORE_READ_FAILED' : code;
    return fail(reported, say`This session is not on this machine yet: ${fetched.error}`, details);
  }

  /** The same project here, or the only one of the same repository. */
  async function projectFor(session: RemoteSession | null): Promise<Result<string>> {
    const projects = await store.listProjects();
    const id = session?.project?.id;
    const same = projects.find((each) => each.id === id);
    const remotes = same || !id ? [] : await remotesOf(id);
    const alike = projects.filter(({ repository }) => repository?.remotes.some((remote) => remotes.includes(remote)));
    const project = same ?? (alike.length === 1 ? alike[0] : undefined);
    if (project) return ok(project.id);
    const without = await store.openFolderlessProject();
    return without.ok ? ok(without.value.id) : without;
  }

  async function remotesOf(projectId: string): Promise<readonly string[]> {
    const read = await sync?.readState<unknown>(null, (state) => {
      const row = state
        .prepare("SELECT value FROM registers WHERE conversation = '' AND field = ?")
        .get(`repository:${projectId}`) as { value: string | null } | undefined;
      return JSON.parse(row?.value ?? 'null');
    });
    const remotes = (read as { remotes?: unknown } | null)?.remotes;
    return Array.isArray(remotes) ? remotes.filter((remote) => typeof remote === 'string') : [];
  }

  return {
    attach(service) {
      sync = service;
    },

    list: async () =>
      (await all()).map((session) => {
        const { device, machine, program, title, folder, updatedAt, bytes } = session;
        return { conversationId: idOf(session), device, machine, program, title, folder, updatedAt, bytes };
      }),

    prepare: (conversationId) => queue.run(conversationId, () => prepare(conversationId)),

    async continue(conversationId) {
      const source = await store.sourceOf(conversationId);
      // For an agent's conversation, the session that started it.
      const mainId = source?.session ?? conversationId;
      const prepared = await queue.run(mainId, () => prepare(mainId));
      if (!prepared.ok) return prepared;
      const [{ storeCopy }, { loadExportSource }] = await Promise.all([
        import('../sharing/read/continueCopy.ts'),
        import('../../interop/exportSource.ts'),
      ]);
      const { signal } = new AbortController();
      const read = await loadExportSource(store, mainId, { version, idFor: (id) => id, signal });
      if (!read.ok) return read;
      const session = await find(mainId);
      const project = await projectFor(session);
      if (!project.ok) return project;
      const origin = { type: 'machine', machine: session?.machine ?? '', program: session?.program ?? '' };
      return queue.run(`copy ${mainId}`, () => storeCopy(store, read.value, project.value, origin));
    },

    async settle() {
      const sessions = await all();
      const there = new Set(sessions.map((session) => idOf(session)));
      const owners = new Set<InPlaceOwner>(sessions.map(ownerOf));
      for (const name of await listNames(disk, join(dataDir, 'projects'))) {
        const owner = isOfMachine(name) ? inPlaceOwnerOf(name) : null;
        if (owner === null || !isMachine(owner)) continue;
        const copies = [...(await store.keptInPlace(owner))];
        const gone = copies.filter(([, { session }]) => !there.has(session)).map(([id]) => id);
        // While one of its sessions is being fetched, nothing of it may be here yet.
        if (owners.has(owner)) {
          for (const id of await store.removeInPlace(owner, gone)) forget(id);
          continue;
        }
        const dropped = await store.dropInPlace(owner);
        for (const id of dropped.ok ? dropped.value : []) forget(id);
      }
      deps.onChange();
    },
  };
}

function ownerOf({ device }: RemoteSession): MachineOwner {
  return `machine-${device}`;
}

function idOf({ device, id }: Pick<RemoteSession, 'device' | 'id'>, n = 0): string {
  return machineSessionId(deriveRandomId(['session', device, id, String(n)]));
}
