// The journal of an installation: a small file with both versions, until the new one has started. It is read before anything
// else runs, so these functions are synchronous, and never throw.

import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const pendingSchema = z.object({
  v: z.literal(1),
  from: z.string().max(100),
  to: z.string().max(100),
  /** The app's file. Null: another program replaces the app, and cannot be undone. */
  target: z.string().max(4096).nullable(),
  /** The old version's file, until the new one has started. */
  previous: z.string().max(4096).nullable(),
  /** Starts of the new version that did not get as far as a window. */
  starts: z.number().int().min(0),
  state: z.enum(['replacing', 'installed', 'rolledBack', 'failed']),
  /** English. */
  reason: z.string().max(2000).default(''),
});

export type PendingUpdate = z.infer<typeof pendingSchema>;

const pathOf = (folder: string): string => join(folder, 'pending.json');

export function readPending(folder: string): PendingUpdate | null {
  try {
    return pendingSchema.parse(JSON.parse(readFileSync(pathOf(folder), 'utf8')));
  } catch {
    return null;
  }
}

/** False if it could not be written. */
export function writePending(folder: string, pending: PendingUpdate): boolean {
  const path = pathOf(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(`${path}.new`, 'w', 0o600);
    try {
      writeSync(file, `${JSON.stringify(pending)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.new`, path);
    return true;
  } catch {
    return false;
  }
}

export function clearPending(folder: string): void {
  rmSync(pathOf(folder), { force: true });
}

/** Puts the old version's file back. False: it could not, and everything is as before. */
export function rollBack(folder: string, pending: PendingUpdate): boolean {
  const { target, previous } = pending;
  if (target === null || previous === null) return false;
  try {
    renameSync(previous, target);
    const file = openSync(dirname(target), 'r');
    fsyncSync(file);
    closeSync(file);
  } catch {
    return false;
  }
  return writePending(folder, { ...pending, previous: null, state: 'rolledBack' });
}
