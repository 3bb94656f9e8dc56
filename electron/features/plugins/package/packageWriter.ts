// Writes the files of a package into a new folder, within limits, whatever the package claims about itself.

import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { type Sentence, say } from '../../../../shared/core/sentence.ts';
import { diskErrorReason } from '../../../lib/diskReason.ts';
import { createNameSet, isLeftOut, type PackageLimits, pathProblem } from './entryPath.ts';

export interface PackageWriter {
  /** Writes one file. `executable`: whether the package marks it so. */
  write(path: string, chunks: AsyncIterable<Uint8Array>, executable: boolean): Promise<Result<void>>;
  /** Files so far. */
  count(): number;
}

/** Thrown inside of a stream, to end it. */
class LimitError extends Error {
  readonly sentence: Sentence;
  constructor(sentence: Sentence) {
    super('limit');
    this.sentence = sentence;
  }
}

export function refused(reason: Sentence): Result<never> {
  return fail('NOT_SUPPORTED', say`${reason} Nothing was installed.`);
}

export function createPackageWriter(root: string, limits: PackageLimits): PackageWriter {
  const names = createNameSet();
  let [files, total] = [0, 0];

  async function writeChunks(place: string, chunks: AsyncIterable<Uint8Array>, executable: boolean): Promise<void> {
    // `wx` follows no link and replaces nothing.
    const handle = await open(place, 'wx', executable ? 0o700 : 0o600);
    try {
      let size = 0;
      for await (const chunk of chunks) {
        size += chunk.length;
        total += chunk.length;
        if (size > limits.fileBytes || total > limits.totalBytes) throw new LimitError(tooLarge(limits));
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
  }

  return {
    count: () => files,
    async write(path, chunks, executable) {
      if (isLeftOut(path)) {
        for await (const _chunk of chunks);
        return ok(undefined);
      }
      const problem = pathProblem(path, limits.depth) ?? names.add(path);
      if (problem !== null) return refused(problem);
      if (++files > limits.files) return refused(say`It has more than ${limits.files} files.`);
      const place = join(root, ...path.split('/'));
      try {
        await mkdir(dirname(place), { recursive: true, mode: 0o700 });
        await writeChunks(place, chunks, executable);
        return ok(undefined);
      } catch (thrown) {
        if (thrown instanceof LimitError) return refused(thrown.sentence);
        return fail(
          'STORE_WRITE_FAILED',
          say`It could not be unpacked: ${diskErrorReason(thrown)}. Nothing was installed.`,
        );
      }
    },
  };
}

export function tooLarge(limits: PackageLimits): Sentence {
  return say`Unpacked, it is larger than ${Math.round(limits.totalBytes / 1024 / 1024)} MB, or one of its files is larger than ${Math.round(limits.fileBytes / 1024 / 1024)} MB.`;
}

export function packedTooLarge(limits: PackageLimits): Sentence {
  return say`It is larger than ${Math.round(limits.packedBytes / 1024 / 1024)} MB.`;
}

export async function* onceChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
