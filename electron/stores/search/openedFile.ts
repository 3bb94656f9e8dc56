// A file as the threads of the search read it: at once. Each is a thread of its own that may wait, and a promise for every call
// of the system costs many times what reading a short file does. Whoever reads much gives the event loop its turns itself.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileIdentity, identityOf, readFlags } from '../files/disk.ts';

export interface OpenedFile {
  /** As it was when it was opened. */
  identity: FileIdentity;
  /** Fewer bytes than asked for where the file ends before. `into` may be used for them. */
  read(start: number, length: number, into?: Buffer): Buffer;
  close(): void;
}

export type OpenFile = (path: string) => OpenedFile | null;

/** Null when it is not there, cannot be opened, or is no file. */
export function openFile(path: string): OpenedFile | null {
  let file: number | null = null;
  try {
    file = openSync(path, readFlags);
    const stats = fstatSync(file, { bigint: true });
    if (stats.isFile()) return opened(file, identityOf(stats));
  } catch {}
  if (file !== null) closeSync(file);
  return null;
}

function opened(file: number, identity: FileIdentity): OpenedFile {
  return {
    identity,
    read(start, length, into) {
      const bytes = into && into.length >= length ? into : Buffer.allocUnsafe(length);
      let done = 0;
      while (done < length) {
        const count = readSync(file, bytes, done, length - done, start + done);
        if (count === 0) break;
        done += count;
      }
      return bytes.subarray(0, done);
    },
    close: () => closeSync(file),
  };
}

/** A small JSON file; undefined when it is not there or holds none. */
export function readJson(path: string, open: OpenFile = openFile): unknown {
  const file = open(path);
  if (!file) return undefined;
  try {
    return JSON.parse(
      file
        .read(0, file.identity.size)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    );
  } catch {
    return undefined;
  } finally {
    file.close();
  }
}
