// Lists a repository's tracked files from git's index. Never starts git, which may run what the repository's configuration says.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { readGitFolderLink } from './gitCheckout.ts';
import { readGitFile } from './gitFile.ts';

/** A larger index is skipped. */
const limits = { head: 4096, bytes: 16 * 1024 * 1024, names: 50_000 };

/** `repository` is the folder with `.git`. Paths are relative to it, with `/`. Null if unknown. */
export async function readTrackedFiles(repository: string): Promise<string[] | null> {
  try {
    const dotGit = join(repository, '.git');
    const folder = (await stat(dotGit)).isDirectory() ? dotGit : await readGitFolderLink(repository);
    if (folder === null) return null;
    await readGitFile(folder, ['HEAD'], limits.head);
    return await namesIn(await readGitFile(folder, ['index'], limits.bytes));
  } catch {
    return null; // part of it is missing, or it is not an index
  }
}

const submodule = 0o16;

/** Index versions 2 and 3 with 20-byte hashes. Null for other or truncated files. */
async function namesIn(bytes: Buffer): Promise<string[] | null> {
  const [version, count] = [bytes.readUInt32BE(4), bytes.readUInt32BE(8)];
  const isKnown = bytes.toString('latin1', 0, 4) === 'DIRC' && (version === 2 || version === 3);
  if (!isKnown || count > limits.names) return null;
  const names: string[] = [];
  const slice = createTimeSlice();
  let at = 12;
  while (names.length < count) {
    const flags = bytes.readUInt16BE(at + 60);
    const from = at + ((flags & 0x4000) === 0 ? 62 : 64);
    const end = bytes.indexOf(0, from);
    // A submodule's files are in its own index.
    if (bytes.readUInt32BE(at + 24) >>> 12 === submodule) return null;
    if (end <= from || (flags & 0xfff) !== Math.min(end - from, 0xfff)) return null;
    names.push(bytes.toString('utf8', from, end));
    at += (Math.floor((end - at) / 8) + 1) * 8;
    await slice();
  }
  // Extensions follow; a lower-case one is mandatory, so the names may be incomplete.
  while (at < bytes.length - 20) {
    if (/[a-z]/.test(String.fromCharCode(bytes.readUInt8(at)))) return null;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === bytes.length - 20 ? names : null;
}
