// A data folder that this version must not write to, because a newer one wrote it: every write is refused with that reason, and
// indexes and locks are in a temporary folder instead.

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sentence } from '../../shared/core/sentence.ts';
import { readDataFormatSync, readOnlyReason } from './dataFormat.ts';
import type { Disk } from './files/disk.ts';
import { guardWrites } from './files/guardWrites.ts';

/** Null: it may be written. */
export function whyReadOnly(dataDir: string): Sentence | null {
  return readOnlyReason(readDataFormatSync(dataDir));
}

/** The folder of indexes and locks: the data folder itself, or a temporary one of this process. */
export function derivedRoot(dataDir: string): string {
  if (whyReadOnly(dataDir) === null) return dataDir;
  const scratch = scratchOf(dataDir);
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  return scratch;
}

/** Removes the temporary folder, if there is one. */
export function removeDerived(dataDir: string): void {
  rmSync(scratchOf(dataDir), { recursive: true, force: true });
}

function scratchOf(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return join(tmpdir(), `throughline-read-only-${name}-${process.pid}`);
}

/** The disk as it is, or one that refuses to change anything. */
export function guardedDisk(dataDir: string, disk: Disk): Disk {
  const reason = whyReadOnly(dataDir);
  return reason === null ? disk : guardWrites(disk, () => reason);
}
