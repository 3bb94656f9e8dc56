// How much a file or a folder takes. Links are counted as what they are, not followed: a loop cannot hang it.

import { join } from 'node:path';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { type Disk, isAbsent } from './disk.ts';

export interface Amount {
  files: number;
  /** Sum of the lengths of the files. */
  bytes: number;
}

/** Of everything below `path`, or of the file there. What is absent or vanishes meanwhile counts nothing. */
export async function amountOf(disk: Disk, path: string): Promise<Amount> {
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
      else if (!isAbsent(thrown)) throw thrown;
    }
  }
  return amount;
}
