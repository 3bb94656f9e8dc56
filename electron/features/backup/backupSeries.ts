// The backups in a folder: their names, and which of them may be deleted. A series is what one data folder of one machine writes
// there; a series never touches the files of another.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Disk, listNames } from '../../stores/files/disk.ts';

const namePattern = /^throughline-([0-9a-f]{8})-(\d{8}T\d{9}Z)(\.increment)?\.tar(\.age)?$/;

export interface SeriesFile {
  name: string;
  series: string;
  isIncrement: boolean;
}

/** Identifies this machine without naming it, to distinguish series; it can be guessed. */
function machineMark(salt: string): string {
  let id = '';
  try {
    id = readFileSync('/etc/machine-id', 'utf8').trim();
  } catch {}
  return createHash('sha256')
    .update(JSON.stringify([salt, id, hostname()]))
    .digest('hex');
}

export function seriesOf(dataDir: string, folder: string): string {
  return machineMark(JSON.stringify([dataDir, folder])).slice(0, 8);
}

export function backupName(series: string, at: Date, isIncrement: boolean, isEncrypted: boolean): string {
  const time = at.toISOString().replaceAll(/[-:.]/g, '');
  return `throughline-${series}-${time}${isIncrement ? '.increment' : ''}.tar${isEncrypted ? '.age' : ''}`;
}

/** Oldest first; null: every series. */
export async function backupsIn(disk: Disk, folder: string, series: string | null): Promise<SeriesFile[]> {
  return (await listNames(disk, folder))
    .flatMap((name) => {
      const match = namePattern.exec(name);
      if (!match || (series !== null && match[1] !== series)) return [];
      return [{ name, series: match[1] as string, isIncrement: match[3] !== undefined, time: match[2] as string }];
    })
    .sort((a, b) => (a.time < b.time ? -1 : 1));
}

/**
 * Deletes the oldest backups of a series, but only a complete one together with its increments, and only while at least `keep` others
 * remain. Returns the deleted names.
 */
export async function deleteOld(disk: Disk, folder: string, series: string, keep: number): Promise<string[]> {
  const chains: string[][] = [];
  for (const { name, isIncrement } of await backupsIn(disk, folder, series)) {
    const chain = chains.at(-1);
    if (isIncrement && chain) chain.push(name);
    else chains.push([name]);
  }
  const deleted: string[] = [];
  let count = chains.flat().length;
  for (const chain of chains.slice(0, -1)) {
    if (count - chain.length < keep) break;
    // Increments first: a complete backup without them is still whole.
    for (const name of chain.toReversed()) await disk.unlink(join(folder, name));
    count -= chain.length;
    deleted.push(...chain);
  }
  return deleted;
}
