// Copies a local folder as a package. Links are refused: they would lead out of it.

import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { diskErrorReason } from '../../../lib/diskReason.ts';
import { isLeftOut, type PackageLimits } from './entryPath.ts';
import { type PackageWriter, refused } from './packageWriter.ts';
import { notAFile } from './unpackZip.ts';

export async function copyFolder(root: string, writer: PackageWriter, limits: PackageLimits): Promise<Result<void>> {
  async function copy(at: string, below: readonly string[]): Promise<Result<void>> {
    if (below.length > limits.depth) return refused(say`Its folders are nested too deeply.`);
    for (const name of (await readdir(at)).sort()) {
      const path = [...below, name].join('/');
      if (isLeftOut(path)) continue;
      const place = join(at, name);
      const stats = await lstat(place);
      if (!stats.isDirectory() && !stats.isFile()) return refused(notAFile(path));
      const copied = stats.isDirectory()
        ? await copy(place, [...below, name])
        : await writer.write(path, chunksOf(place), (stats.mode & 0o100) !== 0);
      if (!copied.ok) return copied;
    }
    return ok(undefined);
  }
  try {
    return await copy(root, []);
  } catch (thrown) {
    return refused(say`The folder could not be read: ${diskErrorReason(thrown)}.`);
  }
}

async function* chunksOf(place: string): AsyncGenerator<Uint8Array> {
  // A link may have taken its place.
  const handle = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    yield* handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
  } finally {
    await handle.close();
  }
}
