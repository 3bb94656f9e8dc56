// The folder tree of the file panel: which folders are open, and their entries as they load. It lasts as long as the
// session, so that returning from a file shows the same tree.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FolderEntry, FolderListing } from '../../../../shared/features/files/methods.ts';
import type { Session } from '../../../core/state/session.ts';

type Folder = FolderListing | { error: string };

export interface TreeState {
  /** By path; the root is the empty path. Absent: not loaded. */
  folders: ReadonlyMap<string, Folder>;
  open: ReadonlySet<string>;
  /** Path of the active row. */
  active: string | null;
}

export interface Tree {
  store: StoreApi<TreeState>;
  toggle(path: string, isOpen?: boolean): void;
  /** Loads the root and all open folders again. */
  reload(): void;
  activate(path: string): void;
}

const trees = new WeakMap<Session, Map<string, Tree>>();

export function treeOf(session: Session, conversationId: string): Tree {
  const byConversation = trees.get(session) ?? new Map<string, Tree>();
  trees.set(session, byConversation);
  const tree = byConversation.get(conversationId) ?? createTree(session, conversationId);
  byConversation.set(conversationId, tree);
  return tree;
}

function createTree({ connection }: Session, conversationId: string): Tree {
  const store = createStore<TreeState>(() => ({ folders: new Map(), open: new Set(), active: null }));

  async function load(path: string): Promise<void> {
    const answer = await connection.call('file.list', { conversationId, path });
    const folder = answer.ok ? answer.value : { error: answer.error.message };
    store.setState(({ folders }) => ({ folders: new Map(folders).set(path, folder) }));
  }

  return {
    store,
    toggle(path, isOpen = !store.getState().open.has(path)) {
      const open = new Set(store.getState().open);
      if (isOpen) open.add(path);
      else open.delete(path);
      store.setState({ open });
      if (isOpen && !store.getState().folders.has(path)) void load(path);
    },
    reload() {
      for (const path of ['', ...store.getState().open]) void load(path);
    },
    activate: (path) => store.setState({ active: path }),
  };
}

export type TreeRow =
  | { type: 'entry'; path: string; depth: number; entry: FolderEntry; isOpen: boolean; gone?: true }
  | { type: 'note'; path: string; depth: number; text: 'loading' | { error: string } | { more: number } };

/** The visible rows from top to bottom. `deleted`: paths of files that the conversation deleted, shown where they were. */
export function rowsOf({ folders, open }: TreeState, deleted: readonly string[]): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (path: string, depth: number): void => {
    const folder = folders.get(path);
    if (!folder || 'error' in folder) {
      rows.push({ type: 'note', path: `${path}/`, depth, text: folder ? { error: folder.error } : 'loading' });
      return;
    }
    for (const entry of folder.entries) {
      const at = path === '' ? entry.name : `${path}/${entry.name}`;
      const isOpen = entry.kind === 'folder' && open.has(at);
      rows.push({ type: 'entry', path: at, depth, entry, isOpen });
      if (isOpen) add(at, depth + 1);
    }
    for (const gone of deleted) {
      const name = gone.slice(path === '' ? 0 : path.length + 1);
      if ((path !== '' && !gone.startsWith(`${path}/`)) || name.includes('/')) continue;
      if (folder.entries.some((entry) => entry.name === name)) continue;
      rows.push({ type: 'entry', path: gone, depth, entry: { name, kind: 'file' }, isOpen: false, gone: true });
    }
    if (folder.more > 0) rows.push({ type: 'note', path: `${path}/…`, depth, text: { more: folder.more } });
  };
  add('', 0);
  return rows;
}
