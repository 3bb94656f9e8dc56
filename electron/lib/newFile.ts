// Creates a file atomically: it is complete or absent, replaces nothing, is durable when reported, and readable only by
// its owner.

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, open, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { diskErrorReason, errorCode } from './diskReason.ts';

/** Called with each chunk, in order. */
export type TakePiece = (piece: string | Uint8Array) => Promise<void>;

/** Writes the chunks that `produce` yields. Leaves nothing behind if that fails or `signal` aborts early. */
export async function writeNewFile(
  file: string,
  signal: AbortSignal,
  produce: (take: TakePiece) => Promise<Result<void>>,
): Promise<Result<void>> {
  const temporary = `${file}.tmp-${randomBytes(6).toString('hex')}`;
  let handle: FileHandle | null = null;
  // Removed immediately: syncing a large file may take longer than the process has left.
  const remove = (): void => void rm(temporary, { force: true }).catch(() => {});
  signal.addEventListener('abort', remove, { once: true });
  try {
    handle = await open(temporary, 'wx', 0o600);
    const writing = handle;
    const written = await produce(async (piece) => void (await writing.writeFile(piece)));
    if (!written.ok) return written;
    await handle.sync();
    if (signal.aborted) return fail('CANCELLED', say`The export was stopped.`);
    // Unlike a rename, these never replace a file; not every file system has the first.
    await link(temporary, file).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'EEXIST') throw thrown;
      return copyFile(temporary, file, constants.COPYFILE_EXCL);
    });
    return ok(undefined);
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST')
      return fail('STORE_WRITE_FAILED', say`${file} already exists. Nothing was written.`);
    return fail('STORE_WRITE_FAILED', say`${file} could not be written: ${diskErrorReason(thrown)}.`);
  } finally {
    signal.removeEventListener('abort', remove);
    await handle?.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
  }
}
