// Checks which restore steps are possible now: the current state must match the change, a removed folder must be empty
// by then, and a restored entry needs its folder. Read-only.

import { readdirSync } from 'node:fs';
import { Sentence, say, type UserText } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type EntryState, isSameState, type RestoreStep } from '../../ports/folderTree.ts';
import { PathMovedError } from '../paths/fileErrors.ts';
import { type OpenFolder, openFolder } from '../paths/openInside.ts';
import { type CoverageTest, nameOf, parentOf, segmentsOf, temporaryPathFor } from './coveredNames.ts';
import { isMissing, readEntry, statEntry } from './entryState.ts';

export interface CheckedStep extends RestoreStep {
  now: EntryState | null;
  /** Signature of the current entry; null if nothing is there. */
  signature: string | null;
}

export interface CheckedSteps {
  /** Possible steps. */
  todo: Map<string, CheckedStep>;
  conflicts: Map<string, UserText>;
  done: Set<string>;
}

const otherwise = say`It has been changed since.`;

export async function checkSteps(
  root: string,
  steps: readonly RestoreStep[],
  isCovered: CoverageTest,
): Promise<CheckedSteps> {
  const checked: CheckedSteps = { todo: new Map(), conflicts: new Map(), done: new Set() };
  const slice = createTimeSlice();
  const folders = createFolders(root);
  const madeFolders = new Set(steps.flatMap(({ path, to }) => (to?.kind === 'folder' ? [path] : [])));
  try {
    for (const step of steps) {
      const turn = slice();
      if (turn) await turn;
      if (!isCovered(step.path)) {
        checked.conflicts.set(step.path, say`It belongs to git or to the app’s own data, which undo never changes.`);
        continue;
      }
      const current = await lookAt(folders, step.path, madeFolders);
      if (current instanceof Sentence) checked.conflicts.set(step.path, current);
      else if (step.to !== null && current.noFolder && !madeFolders.has(parentOf(step.path))) {
        checked.conflicts.set(step.path, say`Its folder no longer exists.`);
      } else if (isSameState(current.now, step.to)) checked.done.add(step.path);
      else if (isSameState(current.now, step.from))
        checked.todo.set(step.path, { ...step, now: current.now, signature: current.signature });
      else checked.conflicts.set(step.path, otherwise);
    }
    await requireEmptied(folders, checked);
  } finally {
    await folders.close();
  }
  requireParents(steps, checked);
  return checked;
}

interface Folders {
  /** Null if missing. Throws if it cannot be opened. */
  get(path: string): Promise<OpenFolder | null>;
  close(): Promise<void>;
}

/** Keeps the last folder open. */
function createFolders(root: string): Folders {
  let open: { path: string; folder: OpenFolder | null } | null = null;
  return {
    async get(path) {
      if (open?.path === path) return open.folder;
      await open?.folder?.close();
      open = null;
      const folder = await openFolder(root, path === '' ? [] : segmentsOf(path)).catch((thrown: unknown) => {
        if (isMissing(thrown)) return null;
        throw thrown;
      });
      open = { path, folder };
      return folder;
    },
    async close() {
      await open?.folder?.close();
      open = null;
    },
  };
}

async function lookAt(
  folders: Folders,
  path: string,
  madeFolders: ReadonlySet<string>,
): Promise<{ now: EntryState | null; signature: string | null; noFolder?: boolean } | Sentence> {
  const nothing = { now: null, signature: null };
  try {
    const folder = await folders.get(parentOf(path));
    const stat = folder && statEntry(folder, nameOf(path));
    if (!folder || !stat) return { ...nothing, noFolder: !folder };
    const read = await readEntry(folder, nameOf(path), stat, null);
    return read ? { now: read.state, signature: read.stat.signature } : say`It is now a pipe, a socket or a device.`;
  } catch (thrown) {
    if (isMissing(thrown)) return nothing;
    // A non-folder on the way is replaced by a restored folder.
    if (thrown instanceof PathMovedError && madeFolders.has(parentOf(path))) return nothing;
    if (thrown instanceof PathMovedError) return say`There is now a link or a file in place of its folder.`;
    return say`It can no longer be read.`;
  }
}

/** A folder is removed only with all its contents; unrelated entries stay, and so does the folder. Deepest first. */
async function requireEmptied(folders: Folders, checked: CheckedSteps): Promise<void> {
  const removedFolders = [...checked.todo.values()].filter(
    ({ now, to }) => now?.kind === 'folder' && to?.kind !== 'folder',
  );
  for (const { path } of removedFolders.sort(deepestFirst)) {
    const folder = await folders.get(path).catch(() => null);
    const names = folder ? readdirSync(folder.path()) : [];
    const stays = names.find((name) => {
      const at = `${path}/${name}`;
      const goes = checked.todo.get(at);
      return !(goes && goes.to === null) && name !== temporaryPathFor(at);
    });
    if (stays === undefined) continue;
    checked.todo.delete(path);
    checked.conflicts.set(path, say`It contains something that is not part of this change: ${stays}`);
  }
}

/** Restored entries need an existing or restored folder; what cannot be removed stays in place. */
function requireParents(steps: readonly RestoreStep[], { todo, conflicts, done }: CheckedSteps): void {
  const byPath = new Map(steps.map((step) => [step.path, step]));
  for (const step of [...todo.values()].sort((a, b) => a.path.length - b.path.length)) {
    if (step.to === null) continue;
    const parent = parentOf(step.path);
    if (parent === '') continue;
    const ofParent = byPath.get(parent);
    const isThere = ofParent ? (todo.has(parent) || done.has(parent)) && ofParent.to?.kind === 'folder' : true;
    if (isThere || (ofParent && conflicts.has(parent) && ofParent.from?.kind === 'folder')) continue;
    todo.delete(step.path);
    conflicts.set(step.path, say`Its folder cannot be restored.`);
  }
}

export function deepestFirst(a: { path: string }, b: { path: string }): number {
  return segmentsOf(b.path).length - segmentsOf(a.path).length || (a.path < b.path ? 1 : -1);
}

export function highestFirst(a: { path: string }, b: { path: string }): number {
  return segmentsOf(a.path).length - segmentsOf(b.path).length || (a.path < b.path ? -1 : 1);
}
