// Reads an untrusted copy: only its regular files and folders. A link could import our own files as theirs, a pipe or
// device never ends, and a file can claim any size. Refused entries are reported.

import { constants } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { maxAttachmentBytes } from '../../../shared/conversation/attachmentLimits.ts';
import { SentenceSet, say } from '../../../shared/core/sentence.ts';
import { type Disk, errorCode, readFlags } from '../files/disk.ts';
import { createJsonFiles, type JsonFiles } from '../files/jsonFile.ts';

export interface CopyDisk {
  /** Read-only, for paths under `root`. */
  disk: Disk;
  files: JsonFiles;
  /** Absolute, with links resolved. */
  root: string;
  refused: SentenceSet;
}

/** Thrown when reading a refused entry. */
export class RefusedInCopy extends Error {
  override name = 'RefusedInCopy';
}

const megabyte = 1024 * 1024;

/** Maximum size of a file by its path; ours are never larger. */
function maxBytes(path: string): number {
  if (/^messages/i.test(basename(path))) return 8192 * megabyte;
  const folder = basename(dirname(path));
  if (folder === 'attachments') return maxAttachmentBytes;
  if (folder === 'execution') return 64 * megabyte;
  return basename(dirname(dirname(path))) === 'tool-results' ? 4096 * megabyte : 16 * megabyte;
}

/** `root` is the path that the user chose; links in it are trusted. Throws file system errors. */
export async function openCopy(disk: Disk, root: string, now: () => Date): Promise<CopyDisk> {
  const real = await disk.realpath(root);
  const refused = new SentenceSet();

  function refuse(path: string, why: string): RefusedInCopy {
    const what = `${relative(real, path) || basename(path)} ${why}`;
    refused.add(say`${what}, so it was not read.`);
    return new RefusedInCopy(what);
  }

  /** Throws if part of the path is a link. Missing entries are not refused. */
  async function plain(path: string): Promise<void> {
    let resolvedRoot: string;
    try {
      resolvedRoot = await disk.realpath(path);
    } catch (thrown) {
      if (errorCode(thrown) === 'ELOOP') throw refuse(path, 'is a symbolic link');
      throw thrown;
    }
    if (resolvedRoot !== path) throw refuse(path, 'is a symbolic link, or lies behind one');
  }

  const open = async (path: string) => {
    await plain(path);
    const handle = await disk.open(path, readFlags | (constants.O_NOFOLLOW ?? 0));
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) throw refuse(path, 'is not a file');
      const max = maxBytes(path);
      if (stats.size > max) throw refuse(path, `has more than ${max} bytes`);
      // A folder could have become a link between the check and the open.
      await plain(path);
      const there = await disk.stat(path, { bigint: true });
      if (there.ino !== stats.ino || there.dev !== stats.dev) throw refuse(path, 'was replaced while it was read');
      return handle;
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  };
  const guarded = {
    open,
    async stat(path: string) {
      await plain(path);
      const stats = await disk.stat(path);
      if (!stats.isFile() && !stats.isDirectory()) throw refuse(path, 'is not a file');
      const max = maxBytes(path);
      if (stats.isFile() && stats.size > max) throw refuse(path, `has more than ${max} bytes`);
      return stats;
    },
    async readdir(path: string, options?: object) {
      await plain(path);
      return disk.readdir(path, options as { withFileTypes: true });
    },
  };
  const reading = { ...disk, ...(guarded as unknown as Pick<Disk, 'open' | 'stat' | 'readdir'>) };
  return { disk: reading, files: createJsonFiles(reading, now), root: real, refused };
}

/** Sorted subfolders of the copy; links among them are reported. */
export async function listSubfolders(
  copy: CopyDisk,
  path: string,
  isWanted: (name: string) => boolean,
): Promise<string[]> {
  const entries = await copy.disk.readdir(path, { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      if (!isWanted(entry.name)) return [];
      if (entry.isSymbolicLink()) {
        copy.refused.add(say`${relative(copy.root, join(path, entry.name))} is a symbolic link, so it was not read.`);
      }
      return entry.isDirectory() ? [entry.name] : [];
    })
    .sort();
}
