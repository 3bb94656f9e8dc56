// A new file that is whole or not there: it takes nobody's place, is on the disk when it counts as written, and is its owner's
// alone.

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, open, rm } from 'node:fs/promises';
import { fail, ok, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import { diskReason, errorCode } from './diskReason.ts';

/** Called with each piece, in order. */
export type TakePiece = (piece: string | Uint8Array) => Promise<void>;

/** A file of what `produce` gives piece by piece. Nothing is left of it when that fails or `signal` aborts before the end. */
export async function newFile(
  file: string,
  signal: AbortSignal,
  produce: (take: TakePiece) => Promise<Result<void>>,
): Promise<Result<void>> {
  const temporary = `${file}.tmp-${randomBytes(6).toString('hex')}`;
  let handle: FileHandle | null = null;
  // At once: to give a large file to the disk may take longer than the process has left.
  const remove = (): void => void rm(temporary, { force: true }).catch(() => {});
  signal.addEventListener('abort', remove, { once: true });
  try {
    handle = await open(temporary, 'wx', 0o600);
    const writing = handle;
    const written = await produce(async (piece) => void (await writing.writeFile(piece)));
    if (!written.ok) return written;
    await handle.sync();
    if (signal.aborted) return fail('CANCELLED', say`The export was stopped.`);
    // Unlike a renaming these take nothing else's place; not every file system has the first.
    await link(temporary, file).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'EEXIST') throw thrown;
      return copyFile(temporary, file, constants.COPYFILE_EXCL);
    });
    return ok(undefined);
  } catch (thrown) {
    if (errorCode(thrown) === 'EEXIST')
      return fail('STORE_WRITE_FAILED', say`${file} already exists. Nothing was written.`);
    return fail('STORE_WRITE_FAILED', say`${file} could not be written: ${diskReason(thrown)}.`);
  } finally {
    signal.removeEventListener('abort', remove);
    await handle?.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
  }
}
