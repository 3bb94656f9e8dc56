// The signature that `mcpb sign` appends to a bundle. ZIP readers refuse the bytes after the archive, so the archive is copied
// without them. It is only recognized: nothing here proves who signed.

import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';

const [start, end] = ['MCPB_SIG_V1', 'MCPB_SIG_END'].map((mark) => Buffer.from(mark)) as [Buffer, Buffer];
/** For a signature with its certificates. */
const maxSignature = 1024 * 1024;
const endOfDirectory = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

/** The archive without its signature, in a folder. */
export const unsignedName = 'unsigned';

/** Writes the archive without its signature, and returns its path; null: there is no signature. */
export async function unsignedCopy(file: string, folder: string): Promise<string | null> {
  const source = await open(file, 'r');
  let [size, tail] = [0, Buffer.alloc(0)];
  try {
    ({ size } = await source.stat());
    tail = Buffer.alloc(Math.min(size, maxSignature));
    await source.read(tail, 0, tail.length, size - tail.length);
  } finally {
    await source.close();
  }
  if (!tail.subarray(-end.length).equals(end)) return null;
  const at = tail.lastIndexOf(start);
  // Right behind the archive, which ends with its directory and a comment.
  const directory = at < 0 ? -1 : tail.subarray(0, at).lastIndexOf(endOfDirectory);
  if (directory < 0 || directory + 22 > at) return null;
  const length = size - tail.length + at;
  const copy = join(folder, unsignedName);
  await copyFile(file, copy);
  const target = await open(copy, 'r+');
  try {
    await target.truncate(length);
    // Some tools count the signature as the archive's comment.
    const comment = Buffer.alloc(2);
    comment.writeUInt16LE(at - directory - 22);
    await target.write(comment, 0, 2, length - (at - directory) + 20);
  } finally {
    await target.close();
  }
  return copy;
}
