// Paths in the data folder. Every ID is checked before it becomes part of a path (STORE-9): an unsafe one is refused
// and nothing is created.

import { join, sep } from 'node:path';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { isSafeId } from '../../shared/core/ids.ts';
import { say } from '../../shared/core/sentence.ts';
import { databaseKeyFor } from './encryption/dataKey.ts';
import type { DataKey } from './files/disk.ts';
import { type Disk, diskReason, isNotFoundError } from './files/disk.ts';
import { derivedRoot } from './readOnlyData.ts';

export interface ConversationKey {
  conversationId: string;
  projectId: string;
}

export interface ConversationPaths extends ConversationKey {
  folder: string;
  messages: string;
  meta: string;
  pending: string;
  /** Comments and marks of a review. */
  review: string;
  partial: string;
  /** IDs of the messages that were removed for good. */
  removed: string;
  project: string;
  results: string;
  execution: string;
  /** Folder for undo snapshots of its file changes. */
  undo: string;
  /** The project's images and files, stored once each by hash. */
  attachments: string;
}

/** Called for a folder that exists but cannot be read, so callers can tell "unreadable" from "gone". */
export type OnUnreadable = (folder: string, thrown: unknown) => void;

export interface DataFolder {
  readonly root: string;
  /** Encrypts its files; null: they are plain. */
  readonly dataKey: DataKey | null;
  /** Encrypts its databases. */
  readonly databaseKey: Buffer | null;
  /** Whether that key is no longer the one of the data. */
  isStale(): boolean;
  readonly index: string;
  readonly search: string;
  readonly query: string;
  readonly settings: string;
  readonly theme: string;
  readonly learnedWindows: string;
  readonly permissions: string;
  readonly locks: string;
  readonly projects: string;
  /** Sorted IDs of the existing projects. */
  projectIds(unreadable?: OnUnreadable): Promise<string[]>;
  projectFolder(projectId: string): string;
  projectFile(projectId: string): string;
  /** Returns the paths of a conversation, whether or not it exists. Both IDs must be safe. */
  pathsOf(projectId: string, conversationId: string): ConversationPaths;
  /** Finds a conversation by searching the projects. */
  locate(conversationId: string): Promise<Result<ConversationPaths>>;
  /** Returns its last known location without searching, else calls `locate`. */
  recall(conversationId: string): Promise<Result<ConversationPaths>>;
  forget(conversationId: string): void;
  /** Every conversation folder, including those without messages. One that is in two projects counts once. */
  places(unreadable?: OnUnreadable): Promise<ConversationKey[]>;
  /** The same with all paths: ten times the memory. */
  conversations(unreadable?: OnUnreadable): Promise<ConversationPaths[]>;
}

export function invalidId(what: string, value: unknown): ReturnType<typeof fail> {
  const quotedValue = typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : typeof value;
  return fail('ID_INVALID', say`${quotedValue} is not a valid ${what} ID. Nothing was read or created.`);
}

export function notFound(conversationId: string): ReturnType<typeof fail> {
  return fail('CONVERSATION_NOT_FOUND', say`The data folder has no conversation with the ID ${conversationId}.`);
}

export function createDataFolder(root: string, disk: Disk): DataFolder {
  const projects = join(root, 'projects');
  const derived = derivedRoot(root);
  /** By conversation, its project. */
  const lastPlaces = new Map<string, string>();

  function projectFolder(projectId: string): string {
    if (!isSafeId(projectId)) throw new Error('a project id reached a path unchecked');
    return join(projects, projectId);
  }

  function place(projectId: string, conversationId: string): ConversationPaths {
    if (!isSafeId(conversationId)) throw new Error('a conversation id reached a path unchecked');
    // Concatenated instead of joined: this runs for ten thousand conversations, and every part is known to be a single segment.
    const project = projectFolder(projectId);
    const folder = `${project}${sep}conversations${sep}${conversationId}`;
    const state = `${project}${sep}state`;
    const logs = `${state}${sep}logs`;
    return {
      conversationId,
      projectId,
      project,
      folder,
      messages: `${folder}${sep}messages.json`,
      meta: `${folder}${sep}meta.json`,
      pending: `${folder}${sep}pending.json`,
      review: `${folder}${sep}review.json`,
      partial: `${folder}${sep}partial.json`,
      removed: `${folder}${sep}removed.json`,
      results: `${logs}${sep}tool-results${sep}${conversationId}`,
      execution: `${logs}${sep}execution${sep}${conversationId}.jsonl`,
      undo: `${state}${sep}undo${sep}${conversationId}`,
      attachments: `${state}${sep}attachments`,
    };
  }

  async function names(folder: string, unreadable: OnUnreadable = () => {}): Promise<string[]> {
    try {
      const entries = await disk.readdir(folder, { withFileTypes: true });
      return entries.flatMap((entry) => (entry.isDirectory() && isSafeId(entry.name) ? [entry.name] : [])).sort();
    } catch (thrown) {
      if (!isNotFoundError(thrown)) unreadable(folder, thrown);
      return [];
    }
  }

  function cannotRead(path: string, thrown: unknown): ReturnType<typeof fail> {
    return fail('STORE_READ_FAILED', say`The folder ${path} could not be read: ${diskReason(thrown)}.`);
  }

  async function isFolder(path: string): Promise<Result<boolean>> {
    try {
      return ok((await disk.stat(path)).isDirectory());
    } catch (thrown) {
      if (isNotFoundError(thrown)) return ok(false);
      return cannotRead(path, thrown);
    }
  }

  async function locate(conversationId: string): Promise<Result<ConversationPaths>> {
    if (!isSafeId(conversationId)) return invalidId('conversation', conversationId);
    const before = lastPlaces.get(conversationId);
    let unseen: ReturnType<typeof fail> | null = null;
    const others =
      before !== undefined ? [] : await names(projects, (folder, thrown) => (unseen = cannotRead(folder, thrown)));
    for (const projectId of before === undefined ? others : [before]) {
      const candidate = place(projectId, conversationId);
      const exists = await isFolder(candidate.folder);
      if (!exists.ok) return exists;
      if (!exists.value) continue;
      lastPlaces.set(conversationId, projectId);
      return ok(candidate);
    }
    if (before === undefined) return unseen ?? notFound(conversationId);
    lastPlaces.delete(conversationId);
    return locate(conversationId);
  }

  async function places(unreadable?: OnUnreadable): Promise<ConversationKey[]> {
    const projectOf = new Map<string, string>();
    for (const projectId of await names(projects, unreadable)) {
      for (const conversationId of await names(join(projects, projectId, 'conversations'), unreadable)) {
        if (!projectOf.has(conversationId)) projectOf.set(conversationId, projectId);
      }
    }
    return [...projectOf].map(([conversationId, projectId]) => ({ conversationId, projectId }));
  }

  return {
    root,
    dataKey: disk.dataKey ?? null,
    databaseKey: databaseKeyFor(disk),
    isStale: () => disk.isStale?.() ?? false,
    index: join(derived, 'index.db'),
    search: join(derived, 'search.db'),
    query: join(derived, 'query.db'),
    settings: join(root, 'settings.json'),
    theme: join(root, 'theme.css'),
    learnedWindows: join(root, 'learnt.json'),
    permissions: join(root, 'permissions.json'),
    locks: join(derived, 'locks'),
    projects,
    projectIds: (unreadable) => names(projects, unreadable),
    projectFolder,
    projectFile: (projectId) => join(projectFolder(projectId), 'project.json'),
    pathsOf: place,
    locate,
    async recall(conversationId) {
      const before = lastPlaces.get(conversationId);
      return before === undefined ? locate(conversationId) : ok(place(before, conversationId));
    },
    forget: (conversationId) => void lastPlaces.delete(conversationId),
    places,
    async conversations(unreadable) {
      return (await places(unreadable)).map(({ projectId, conversationId }) => place(projectId, conversationId));
    },
  };
}
