// Puts new content in the place of a file, or makes the file, whole or not at all: a temporary file in the same folder,
// synced, then renamed. Mode and owner of an existing file stay. Errors are thrown; the old file is then as it was.

import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, lstat, open, readFile, rename, unlink } from 'node:fs/promises';
import { type OpenFolder, openFolder, requireRegular } from '../paths/openInside.ts';
import { codeOf, type ScopedPath } from '../paths/realLocation.ts';

/** Thrown when the file is no longer the one that the new content was made from. */
export class FileChangedError extends Error {
  override name = 'FileChanged';
}

/** `before`: the content that is replaced, null when there must be no file yet. Folders in between are made. */
export async function replaceFile(scoped: ScopedPath, before: Buffer | null, after: Buffer): Promise<void> {
  const name = scoped.segments.at(-1);
  if (name === undefined) throw Object.assign(new Error('EISDIR'), { code: 'EISDIR' });
  const folder = await openFolder(scoped.root, scoped.segments.slice(0, -1), before === null);
  try {
    const stats = await statOrNull(folder.path(name));
    if (stats !== null) {
      requireRegular(stats);
      await access(folder.path(name), constants.W_OK);
      if ((stats.mode & 0o222) === 0) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    }
    const temporary = folder.path(`.throughline-${randomBytes(9).toString('hex')}.tmp`);
    try {
      await writeTemporary(temporary, after, stats);
      await requireUnchanged(folder, name, before);
      await rename(temporary, folder.path(name));
    } catch (thrown) {
      await unlink(temporary).catch(() => {});
      throw thrown;
    }
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeTemporary(path: string, bytes: Buffer, like: Stats | null): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, like === null ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (like !== null) await takeOver(handle, like);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function takeOver(handle: FileHandle, like: Stats): Promise<void> {
  // Only an administrator may give files away; for others the owner is the same already.
  await handle.chown(like.uid, like.gid).catch(() => {});
  await handle.chmod(like.mode & 0o7777);
}

async function requireUnchanged(folder: OpenFolder, name: string, before: Buffer | null): Promise<void> {
  const stats = await statOrNull(folder.path(name));
  if (stats !== null) requireRegular(stats);
  const now = stats === null ? null : await readFile(folder.path(name));
  if (now === null || before === null ? now !== before : !now.equals(before)) throw new FileChangedError();
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}
