// Lists a folder; a missing folder is empty. Both functions throw other file system errors.

import type { Dirent } from 'node:fs';
import { type Disk, isAbsent } from './disk.ts';

export async function namesIn(disk: Disk, folder: string): Promise<string[]> {
  return disk.readdir(folder).catch(noneWhereAbsent);
}

export async function entriesIn(disk: Disk, folder: string): Promise<Dirent[]> {
  return disk.readdir(folder, { withFileTypes: true }).catch(noneWhereAbsent);
}

function noneWhereAbsent(thrown: unknown): never[] {
  if (isAbsent(thrown)) return [];
  throw thrown;
}
