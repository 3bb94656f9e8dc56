// Restores entries of a folder. Folders on the way are opened without following links; file content is written under
// another name and renamed, so it is always old or new. Can be repeated after an interruption.

import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, mkdir, open, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import { type EntryState, isSameState, type ReadContent, type RestoreStep } from '../../ports/folderTree.ts';
import { fileError, PathMovedError } from '../paths/fileErrors.ts';
import { type OpenFolder, openFolder } from '../paths/openInside.ts';
import { errorCodeOf } from '../paths/realLocation.ts';
import { type CheckedStep, checkSteps, deepestFirst, highestFirst } from './checkSteps.ts';
import { type CoverageTest, nameOf, parentOf, segmentsOf, temporaryPathFor } from './coveredNames.ts';
import { readEntry, statEntry } from './entryState.ts';

export interface RestoreResult {
  done: string[];
  /** Already in the wanted state. */
  already: string[];
  skipped: { path: string; reason: UserText }[];
}

/** Thrown if an entry has changed since it was checked. */
class Meanwhile extends Error {
  override name = 'Meanwhile';
}

export async function restoreSteps(
  root: string,
  steps: readonly RestoreStep[],
  read: ReadContent,
  isCovered: CoverageTest,
): Promise<RestoreResult> {
  await removeLeftOver(root, steps, isCovered);
  const { todo, conflicts, done } = await checkSteps(root, steps, isCovered);
  const failed = new Map<string, UserText>();
  const attempt = async (step: CheckedStep, task: (folder: OpenFolder, name: string) => Promise<void>) => {
    if (failed.has(step.path)) return;
    try {
      const parent = parentOf(step.path);
      const folder = await openFolder(root, parent === '' ? [] : segmentsOf(parent));
      try {
        await task(folder, nameOf(step.path));
        await folder.sync();
      } finally {
        await folder.close();
      }
    } catch (thrown) {
      failed.set(step.path, reasonOf(thrown, step.path));
    }
  };

  const tightened = await makeWritable(root, todo);
  const all = [...todo.values()];
  for (const step of all.filter(isRemovedFirst).sort(deepestFirst))
    await attempt(step, (folder, name) => takeAway(folder, name, step));
  for (const step of all.filter(({ to }) => to?.kind === 'folder').sort(highestFirst)) {
    if (step.now?.kind !== 'folder') await attempt(step, (folder, name) => mkdir(folder.path(name), { mode: 0o700 }));
  }
  for (const step of all.filter(({ to }) => to !== null && to.kind !== 'folder').sort(highestFirst)) {
    await attempt(step, (folder, name) => putBack(root, folder, name, step, read));
  }
  // Folder modes last, because one may forbid the changes inside it. After a crash, folders still have a mode that
  // allows continuing.
  for (const step of all.filter(({ to }) => to?.kind === 'folder').sort(deepestFirst)) {
    await attempt(step, (folder, name) => setMode(folder, name, (step.to as { mode: number }).mode));
  }
  for (const { path, mode } of tightened.sort(deepestFirst)) {
    if (todo.get(path)?.to?.kind === 'folder') continue;
    const parent = parentOf(path);
    const folder = await openFolder(root, parent === '' ? [] : segmentsOf(parent)).catch(() => null);
    await (folder && setMode(folder, nameOf(path), mode).catch(() => {}));
    await folder?.close();
  }
  const reasons = new Map([...conflicts, ...failed]);
  return {
    done: all.map(({ path }) => path).filter((path) => !failed.has(path)),
    already: [...done],
    skipped: steps.flatMap(({ path }) => {
      const reason = reasons.get(path);
      return reason === undefined ? [] : [{ path, reason }];
    }),
  };
}

/** Must be removed before something else takes its place. */
function isRemovedFirst({ now, to }: CheckedStep): boolean {
  return now !== null && (to === null || (now.kind === 'folder') !== (to.kind === 'folder'));
}

async function takeAway(folder: OpenFolder, name: string, step: CheckedStep): Promise<void> {
  await requireSame(folder, name, step);
  await (step.now?.kind === 'folder' ? rmdir(folder.path(name)) : unlink(folder.path(name)));
}

/** A folder's times change with its contents, so only its kind counts. */
async function requireSame(folder: OpenFolder, name: string, step: CheckedStep): Promise<void> {
  const stat = statEntry(folder, name);
  if ((stat?.signature ?? null) === step.signature) return;
  if (step.now?.kind === 'folder' && stat?.kind === 'folder') return;
  // Removing another hard link of the same file also changes its times.
  const now = stat?.kind === 'folder' ? null : await stateNow(folder, name);
  if (now === null || !isSameState(now, step.now)) throw new Meanwhile();
}

async function stateNow(folder: OpenFolder, name: string): Promise<EntryState | null> {
  const stat = statEntry(folder, name);
  return (stat && (await readEntry(folder, name, stat, null)))?.state ?? null;
}

async function putBack(
  root: string,
  folder: OpenFolder,
  name: string,
  step: CheckedStep,
  read: ReadContent,
): Promise<void> {
  const to = step.to as EntryState & { kind: 'file' | 'link' };
  const mustRemove = isRemovedFirst(step);
  if (!mustRemove) await requireSame(folder, name, step);
  const sameContent = to.kind === 'file' && step.now?.kind === 'file' && step.now.hash === to.hash;
  // The mode of a hard-linked file applies to all its names, so rewrite it under this one.
  if (sameContent && statEntry(folder, name)?.names === 1) {
    await setMode(folder, name, to.mode);
    return;
  }
  const temporary = folder.path(temporaryPathFor(step.path));
  try {
    if (to.kind === 'link') await symlink(to.target, temporary, await linkType(root, step.path, to.target));
    else await writeFile(temporary, to, read);
    if (!mustRemove) await requireSame(folder, name, step);
    else if (statEntry(folder, name) !== null) throw new Meanwhile();
    await rename(temporary, folder.path(name));
  } catch (thrown) {
    await unlink(temporary).catch(() => {});
    throw thrown;
  }
}

async function writeFile(path: string, to: EntryState & { kind: 'file' }, read: ReadContent): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, 0o600);
  try {
    for await (const piece of read(to.hash)) await writeAll(handle, piece);
    await handle.chmod(to.mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}

/** Windows needs to know the kind of a link's target. */
async function linkType(root: string, path: string, target: string): Promise<'dir' | 'file' | null> {
  if (process.platform !== 'win32') return null;
  const stats = await lstat(join(root, parentOf(path), target)).catch(() => null);
  return stats?.isDirectory() ? 'dir' : 'file';
}

/** Opens a name as a reference only (O_PATH): needs no read permission and follows no link. */
const pathOnly = 0o10000000;

/** Throws if it is a link. */
async function setMode(folder: OpenFolder, name: string, mode: number): Promise<void> {
  if (process.platform !== 'linux') {
    const stats = await lstat(folder.path(name));
    if (stats.isSymbolicLink()) throw new PathMovedError();
    const handle = await open(folder.path(name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      await handle.chmod(mode);
    } finally {
      await handle.close();
    }
    return;
  }
  const handle = await open(folder.path(name), pathOnly | constants.O_NOFOLLOW);
  try {
    if ((await handle.stat()).isSymbolicLink()) throw new PathMovedError();
    await chmod(`/proc/self/fd/${handle.fd}`, mode);
  } finally {
    await handle.close();
  }
}

/** Makes folders of pending steps writable; returns their modes, to be restored at the end. */
async function makeWritable(
  root: string,
  todo: ReadonlyMap<string, CheckedStep>,
): Promise<{ path: string; mode: number }[]> {
  const changed: { path: string; mode: number }[] = [];
  if (process.platform === 'win32' || process.getuid?.() === 0) return changed;
  const parents = new Set([...todo.keys()].map(parentOf).filter((path) => path !== ''));
  for (const { path } of [...parents].map((path) => ({ path })).sort(highestFirst)) {
    const above = parentOf(path);
    const folder = await openFolder(root, above === '' ? [] : segmentsOf(above)).catch(() => null);
    if (!folder) continue;
    try {
      const stat = statEntry(folder, nameOf(path));
      if (stat?.kind !== 'folder' || (stat.mode & 0o700) === 0o700) continue;
      await setMode(folder, nameOf(path), stat.mode | 0o700);
      changed.push({ path, mode: stat.mode });
    } catch {
      // Later steps in it then fail with a reason.
    } finally {
      await folder.close();
    }
  }
  return changed;
}

/** Removes temporary files of an interrupted undo. */
async function removeLeftOver(root: string, steps: readonly RestoreStep[], isCovered: CoverageTest): Promise<void> {
  for (const { path } of steps) {
    if (!isCovered(path)) continue;
    const parent = parentOf(path);
    const folder = await openFolder(root, parent === '' ? [] : segmentsOf(parent)).catch(() => null);
    if (!folder) continue;
    const temporary = temporaryPathFor(path);
    try {
      if (statEntry(folder, temporary)) await unlink(folder.path(temporary));
    } catch {
      // It is harmless unless rewritten, and then the write reports why.
    } finally {
      await folder.close();
    }
  }
}

function reasonOf(thrown: unknown, path: string): UserText {
  if (thrown instanceof Meanwhile) return say`Something else has just changed it.`;
  if (thrown instanceof PathMovedError) return say`Its path now leads through a link.`;
  if (['ENOTEMPTY', 'EEXIST'].includes(errorCodeOf(thrown) ?? ''))
    return say`Something that is not part of this change has taken its place.`;
  return fileError(thrown, path).message;
}
