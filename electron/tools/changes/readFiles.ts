// States of files from a walk: cached if unchanged, otherwise read.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import {
  ContentChangedError,
  type ContentKeeper,
  type EntryState,
  SecretContentError,
} from '../../ports/folderTree.ts';
import { type OpenFolder, openFolder } from '../paths/openInside.ts';
import { nameOf, parentOf, segmentsOf } from './coveredNames.ts';
import { type EntryStat, isMissing, readEntry } from './entryState.ts';
import { racyWindow } from './limits.ts';

/** A cached file state; `settled` is false if the file changed so recently that its times may not reveal another change. */
interface FileStateEntry {
  signature: string;
  state: EntryState;
  settled: boolean;
}

export type FileStateCache = Map<string, FileStateEntry>;

export interface FileReadResult {
  states: Map<string, EntryState>;
  /** Files that could not be read, are not regular, or must not be kept. */
  unread: { path: string; why: 'unreadable' | 'secret' }[];
  late: boolean;
}

/** `files` must be grouped by folder. Throws errors of `keeper`. */
export async function readFiles(
  root: string,
  files: readonly { path: string; stat: EntryStat }[],
  cachedStates: FileStateCache,
  keeper: ContentKeeper | null,
  isLate: () => boolean,
): Promise<FileReadResult> {
  const result: FileReadResult = { states: new Map(), unread: [], late: false };
  const slice = createTimeSlice();
  let open: { path: string; folder: OpenFolder } | null = null;
  try {
    for (const { path, stat } of files) {
      const turn = slice();
      if (turn) await turn;
      if (isLate()) return { ...result, late: true };
      const before = cachedStates.get(path);
      if (before?.settled && before.signature === stat.signature && isKept(before.state, keeper)) {
        result.states.set(path, before.state);
        continue;
      }
      const parent = parentOf(path);
      if (open?.path !== parent) {
        await open?.folder.close();
        open = null;
        open = await openParent(root, parent);
      }
      const read = open ? await readOne(open.folder, path, stat, cachedStates, keeper) : null;
      if (read === 'secret') result.unread.push({ path, why: 'secret' });
      else if (read) result.states.set(path, read);
      else if (read === null) result.unread.push({ path, why: 'unreadable' });
    }
    return result;
  } finally {
    await open?.folder.close();
  }
}

function isKept(state: EntryState, keeper: ContentKeeper | null): boolean {
  return keeper === null || state.kind !== 'file' || keeper.has(state.hash);
}

async function openParent(root: string, path: string): Promise<{ path: string; folder: OpenFolder } | null> {
  try {
    return { path, folder: await openFolder(root, path === '' ? [] : segmentsOf(path)) };
  } catch {
    return null;
  }
}

/** Undefined if it is gone by now. */
async function readOne(
  folder: OpenFolder,
  path: string,
  stat: EntryStat,
  cachedStates: FileStateCache,
  keeper: ContentKeeper | null,
): Promise<EntryState | 'secret' | null | undefined> {
  const failing = guarded(keeper);
  const now = BigInt(Date.now()) * 1_000_000n;
  try {
    const read = await readEntry(folder, nameOf(path), stat, failing.keeper);
    if (!read) return null;
    const settled = read.stat.changedAt < now - racyWindow;
    cachedStates.set(path, { signature: read.stat.signature, state: read.state, settled });
    return read.state;
  } catch (thrown) {
    // Someone keeps writing it.
    if (thrown instanceof ContentChangedError) return null;
    if (thrown instanceof SecretContentError) return 'secret';
    if (failing.failed()) throw thrown;
    return isMissing(thrown) ? undefined : null;
  }
}

/** Distinguishes keeper failures from unreadable files. */
function guarded(keeper: ContentKeeper | null): { keeper: ContentKeeper | null; failed(): boolean } {
  let failed = false;
  if (keeper === null) return { keeper, failed: () => false };
  return {
    failed: () => failed,
    keeper: {
      has: (hash) => keeper.has(hash),
      async keep(hash, content) {
        failed = true;
        await keeper.keep(hash, content);
        failed = false;
      },
    },
  };
}
