// Atomically replaces or creates a file: a temporary file in the same folder, synced, then renamed. Keeps mode and
// owner of an existing file. On an error the old file is unchanged.

import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, lstat, open, readFile, rename, unlink } from 'node:fs/promises';
import { type OpenFolder, openFolder, requireRegular } from '../paths/openInside.ts';
import { errorCodeOf, type ScopedPath } from '../paths/realLocation.ts';

/** Thrown if the file no longer matches what the new content is based on. */
export class FileChangedError extends Error {
  override name = 'FileChanged';
}

/** `before` is the replaced content, null if the file must not exist yet. Creates missing parent folders. */
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
  // Only root can change owners; for others it is the same already.
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
    if (errorCodeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}
