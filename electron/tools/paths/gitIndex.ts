// The names of the files that a repository tracks, read from its index as git keeps it. Git is not asked: it may run what the
// repository's own configuration says.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { gitFolderNamed } from './gitCheckout.ts';

/** A larger index is not looked through. */
const most = { bytes: 16 * 1024 * 1024, names: 50_000 };

/** `repository`: the folder that has `.git`. From it on, with `/`. Null: it cannot be told which they are. */
export async function trackedFiles(repository: string): Promise<string[] | null> {
  try {
    const own = join(repository, '.git');
    const folder = (await stat(own)).isDirectory() ? own : await gitFolderNamed(repository);
    if (folder === null) return null;
    const [head, index] = await Promise.all(['HEAD', 'index'].map((name) => stat(join(folder, name))));
    if (!head?.isFile() || !index?.isFile() || index.size > most.bytes) return null;
    return await namesIn(await readFile(join(folder, 'index')));
  } catch {
    return null; // a part of it is missing, or what is read is no index
  }
}

const submodule = 0o16;

/** Versions 2 and 3 of the format, with names of 20 bytes for contents. Null: it is another one, or not whole. */
async function namesIn(bytes: Buffer): Promise<string[] | null> {
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
  const isKnown = bytes.toString('latin1', 0, 4) === 'DIRC' && (version === 2 || version === 3);
  if (!isKnown || count > most.names) return null;
  const names: string[] = [];
  const slice = createTimeSlice();
  let at = 12;
  while (names.length < count) {
    const flags = bytes.readUInt16BE(at + 60);
    const from = at + ((flags & 0x4000) === 0 ? 62 : 64);
    const end = bytes.indexOf(0, from);
    // What a submodule tracks is in an index of its own.
    if (bytes.readUInt32BE(at + 24) >>> 12 === submodule) return null;
    if (end <= from || (flags & 0xfff) !== Math.min(end - from, 0xfff)) return null;
    names.push(bytes.toString('utf8', from, end));
    at += (Math.floor((end - at) / 8) + 1) * 8;
    await slice();
  }
  // Behind them stand parts; without one in small letters the names are not all.
  while (at < bytes.length - 20) {
    if (/[a-z]/.test(String.fromCharCode(bytes.readUInt8(at)))) return null;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === bytes.length - 20 ? names : null;
}
