// Measures the size of a file or folder. Links count as links and are not followed, so a loop cannot hang it.

import { join } from 'node:path';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type Disk, isNotFoundError } from './disk.ts';

export interface Amount {
  files: number;
  /** Total length of the files. */
  bytes: number;
}

/** Totals everything below `path`, or the file there. Missing or vanishing entries count as nothing. */
export async function measureTree(disk: Disk, path: string): Promise<Amount> {
  const amount: Amount = { files: 0, bytes: 0 };
  const slice = createTimeSlice();
  const add = (file: string): void => {
    const stats = disk.statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile()) return;
    amount.files++;
    amount.bytes += stats.size;
  };
  const waiting = [path];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    try {
      for (const entry of await disk.readdir(folder, { withFileTypes: true })) {
        const below = join(folder, entry.name);
        if (entry.isDirectory()) waiting.push(below);
        else if (entry.isFile()) add(below);
        const pause = slice();
        if (pause) await pause;
      }
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code === 'ENOTDIR') add(folder);
      else if (!isNotFoundError(thrown)) throw thrown;
    }
  }
  return amount;
}
