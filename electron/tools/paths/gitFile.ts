// Reads a file of git's own folder, which the repository controls.

import { realpath } from 'node:fs/promises';
import { openFile } from './openInside.ts';

/** A regular file only, reached from `root` through no link. Throws if there is none, or it is larger than `max` bytes. */
export async function readGitFile(root: string, segments: readonly string[], max: number): Promise<Buffer> {
  const { handle, stats } = await openFile({ root: await realpath(root), segments, displayPath: '', exists: true });
  try {
    if (stats.size > max) throw new RangeError(`${segments.join('/')} is larger than ${max} bytes`);
    // It may grow while it is read.
    const bytes = Buffer.alloc(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
