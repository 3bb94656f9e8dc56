// Synchronous file reads for the search threads. They may block, and a promise per system call costs many times a short
// read. Callers that read a lot must yield themselves.

import { closeSync, fstatSync, openSync } from 'node:fs';
import { openEncryptedSync } from '../encryption/openEncryptedSync.ts';
import { readRawSync } from '../encryption/rawFile.ts';
import type { DataKey } from '../files/disk.ts';
import { type FileIdentity, identityOf, readFlags } from '../files/disk.ts';

export interface OpenedFile {
  identity: FileIdentity;
  /** Returns fewer bytes at the end of the file. May use `into`. */
  read(start: number, length: number, into?: Buffer): Buffer;
  close(): void;
}

export type OpenFile = (path: string) => OpenedFile | null;

/** Null if it is missing, unreadable or not a file. `key` decrypts encrypted ones. */
export function openFile(path: string, key: DataKey | null): OpenedFile | null {
  let file: number | null = null;
  try {
    file = openSync(path, readFlags);
    const stats = fstatSync(file, { bigint: true });
    const identity = identityOf(stats);
    const encrypted = stats.isFile() && key ? openEncryptedSync(file, identity.size, key) : null;
    if (encrypted) return { ...opened(file, { ...identity, size: encrypted.size }), read: encrypted.read };
    if (stats.isFile()) return opened(file, identity);
  } catch {}
  if (file !== null) closeSync(file);
  return null;
}

function opened(file: number, identity: FileIdentity): OpenedFile {
  return {
    identity,
    read: (start, length, into) => readRawSync(file, start, length, into),
    close: () => closeSync(file),
  };
}

/** Reads a small JSON file; undefined if missing or invalid. */
export function readJson(path: string, open: OpenFile): unknown {
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
