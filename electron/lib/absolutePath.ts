// Paths for code that does not import Node's modules.

import { basename, dirname, isAbsolute, resolve } from 'node:path';

export function isAbsolutePath(path: string): boolean {
  return isAbsolute(path);
}

/** A relative path starts in `folder`. */
export function absolutePath(folder: string, path: string): string {
  return resolve(folder, path);
}

export function splitPath(path: string): { folder: string; name: string } {
  return { folder: dirname(path), name: basename(path) };
}
