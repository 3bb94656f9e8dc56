// The list of projects with what git has checked out in each folder, for windows. HEAD is read from its file, after the
// list has been returned, and its folder is watched: nothing is polled, and git never runs.

import { type FSWatcher, watch } from 'node:fs';
import path from 'node:path';
import { withRelated } from '../../../shared/features/projects/joined.ts';
import type { ProjectHead, ProjectInfo } from '../../../shared/features/projects/methods.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { readGitHead } from '../../tools/paths/gitCheckout.ts';

export interface ProjectHeads {
  /** Returns the projects with what is known by now; heads that turn out different are published. */
  list(): Promise<ProjectInfo[]>;
  /** Publishes the projects again after a change that no file of a folder shows. */
  refresh(): void;
  /** Returns a function that unsubscribes. */
  onChange(listener: (projects: ProjectInfo[]) => void): () => void;
  close(): void;
}

interface Entry {
  head: ProjectHead | undefined;
  /** The folder with HEAD, or the project's own while it has no repository. */
  watched: string | null;
  watcher: FSWatcher | null;
  reading: Promise<void> | null;
  /** It changed while it was being read. */
  again: boolean;
}

/** Watches are a shared resource of the system. Other folders are read when projects are listed. */
const maxWatched = 200;
/** Milliseconds. git replaces the file in several steps. */
const settleMs = 60;
const shortIdLength = 7;
/** Folders to read in parallel. */
const together = 8;

/** `noticed` is called with each folder that was read, and when its repository's settings change. */
export function createProjectHeads(
  store: Pick<ConversationStore, 'listProjects'>,
  noticed: (folder: string) => void = () => {},
): ProjectHeads {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(projects: ProjectInfo[]) => void>();
  let settle: NodeJS.Timeout | null = null;
  let closed = false;

  function labeled(projects: readonly ProjectInfo[]): ProjectInfo[] {
    return withRelated(projects).map((project) => {
      const head = project.folder === null ? undefined : entries.get(project.folder)?.head;
      return head ? { ...project, head } : project;
    });
  }

  function publishSoon(): void {
    settle ??= setTimeout(() => {
      settle = null;
      void store.listProjects().then((projects) => {
        if (!closed) for (const listener of [...listeners]) listener(labeled(projects));
      });
    }, settleMs).unref();
  }

  function refresh(folder: string): Promise<void> {
    const entry = entries.get(folder);
    if (!entry || closed) return Promise.resolve();
    if (entry.reading) entry.again = true;
    entry.reading ??= read(folder, entry).finally(() => {
      entry.reading = null;
      if (!entry.again) return;
      entry.again = false;
      void refresh(folder);
    });
    return entry.reading;
  }

  async function read(folder: string, entry: Entry): Promise<void> {
    const { git, branch, commit } = await readGitHead(folder);
    if (closed || entries.get(folder) !== entry) return;
    noticed(folder);
    // It may have changed before the watch began.
    if (follow(folder, entry, git ?? folder)) entry.again = true;
    const name = branch ?? commit?.slice(0, shortIdLength);
    if (name === entry.head?.name && (branch === undefined) === (entry.head?.detached ?? false)) return;
    entry.head = name === undefined ? undefined : { name, ...(branch === undefined ? { detached: true } : {}) };
    publishSoon();
  }

  /** Returns true if a new watch began. */
  function follow(folder: string, entry: Entry, place: string): boolean {
    if (entry.watcher && entry.watched === place) return false;
    entry.watcher?.close();
    entry.watcher = null;
    entry.watched = place;
    if ([...entries.values()].filter(({ watcher }) => watcher).length >= maxWatched) return false;
    const name = place === folder ? '.git' : 'HEAD';
    try {
      const watcher = watch(place, { persistent: false }, (_event, changed) => {
        if (changed === 'config' && place !== folder) noticed(folder);
        // When the folder itself goes, the event has its name.
        if (changed !== null && changed !== name && changed !== path.basename(place)) return;
        void refresh(folder);
      });
      entry.watcher = watcher;
      watcher.on('error', () => {
        watcher.close();
        if (entry.watcher === watcher) entry.watcher = null;
      });
      return true;
    } catch {
      // Out of watches: it is read when projects are listed.
      return false;
    }
  }

  function drop(folder: string): void {
    entries.get(folder)?.watcher?.close();
    entries.delete(folder);
  }

  async function readAll(folders: readonly string[]): Promise<void> {
    const queue = folders.values();
    const work = async (): Promise<void> => {
      for (const folder of queue) await refresh(folder);
    };
    await Promise.all(Array.from({ length: together }, work));
  }

  return {
    async list() {
      const projects = await store.listProjects();
      if (closed) return withRelated(projects);
      const folders = new Set(projects.flatMap(({ folder, folderExists }) => (folderExists && folder) || []));
      for (const folder of entries.keys()) if (!folders.has(folder)) drop(folder);
      for (const folder of folders) {
        if (entries.has(folder)) continue;
        entries.set(folder, { head: undefined, watched: null, watcher: null, reading: null, again: false });
      }
      void readAll([...folders]);
      return labeled(projects);
    },
    refresh: publishSoon,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      if (settle) clearTimeout(settle);
      for (const folder of [...entries.keys()]) drop(folder);
    },
  };
}
