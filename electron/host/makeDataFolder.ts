// Creates the data folder one level at a time: Node's recursive mkdir never returns where a file system answers "no such file"
// to creating one (/proc does).

import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns why the folder cannot be created, or null if it exists. New folders are only accessible to their owner. */
export function makeDataFolder(path: string): string | null {
  return problemOf(path, () => makeLevels(path));
}

/** The same for a folder that must be writable. */
export function makeWritableFolder(path: string): string | null {
  return problemOf(path, () => {
    makeLevels(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  });
}

function problemOf(path: string, make: () => void): string | null {
  try {
    make();
    return null;
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    return `The data folder ${path} cannot be used: ${reason}. Nothing was changed. Choose another with --data.`;
  }
}

function makeLevels(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeLevels(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return 'you do not have permission to write there';
    case 'EROFS':
      return 'the file system is read-only';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'something that is not a folder is in its place';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return `no folder can be created there (${error.code})`;
  }
}
