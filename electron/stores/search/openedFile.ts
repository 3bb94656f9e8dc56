// Synchronous file reads for the search threads. They may block, and a promise per system call costs many times a short
// read. Callers that read a lot must yield themselves.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileIdentity, identityOf, readFlags } from '../files/disk.ts';

export interface OpenedFile {
  identity: FileIdentity;
  /** Returns fewer bytes at the end of the file. May use `into`. */
  read(start: number, length: number, into?: Buffer): Buffer;
  close(): void;
}

export type OpenFile = (path: string) => OpenedFile | null;

/** Null if it is missing, unreadable or not a file. */
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

/** Reads a small JSON file; undefined if missing or invalid. */
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
