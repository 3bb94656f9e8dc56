// Who may undo a deletion: the process that made it, while it lives. The deleted folder's name identifies that process,
// and a lock shows whether it is still running.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import { asideName, findFreeName } from '../files/atomicWrite.ts';
import type { Disk } from '../files/disk.ts';
import { type AcquiredLock, isLocked, tryLock } from '../locks/locks.ts';

const deletedPattern = /^([0-9A-Za-z][0-9A-Za-z_-]*)\.deleted-([^.]*)(?:\.by-([0-9a-z]+))?(?:-\d+)?$/;

export interface DeletedName {
  conversationId: string;
  /** Null for an older version; nobody can undo it any more. */
  session: string | null;
}

/** Parses a deleted conversation's folder name; null for other names. */
export function parseDeletedName(name: string): DeletedName | null {
  const [, conversationId, , session] = deletedPattern.exec(name) ?? [];
  return conversationId === undefined ? null : { conversationId, session: session ?? null };
}

export interface UndoSession {
  /** Takes the lock that keeps later deletions undoable. */
  hold(): Result<void>;
  /** A free name for a deleted conversation's folder. */
  deletedName(disk: Disk, folder: string): Promise<string>;
  release(disk: Disk): Promise<void>;
}

/** `id`: unique letters and digits. */
export function createUndoSession(locks: string, id: string, clock: Clock): UndoSession {
  let undoLock: AcquiredLock | null = null;
  return {
    hold() {
      if (undoLock) return ok(undefined);
      const attempt = tryLock(locks, lockName(id), say`keeping deleted conversations until it closes`, clock.now());
      if (attempt.kind === 'held') {
        undoLock = attempt.lock;
        return ok(undefined);
      }
      const reason = attempt.kind === 'failed' ? attempt.reason : say`it is in use`;
      return fail('STORE_WRITE_FAILED', say`Nothing was deleted because a lock could not be acquired (${reason}).`);
    },
    deletedName: (disk, folder) =>
      findFreeName(disk, join(dirname(folder), `${basename(asideName(folder, 'deleted', clock.now()))}.by-${id}`)),
    async release(disk) {
      if (!undoLock) return;
      undoLock.release();
      undoLock = null;
      await disk.unlink(lockFile(locks, id)).catch(() => {});
    },
  };
}

/** Whether a live process can still restore what this session deleted. */
export function isDeletionUndoable(locks: string, session: string | null): boolean {
  return session !== null && existsSync(lockFile(locks, session)) && isLocked(locks, lockName(session));
}

/** Removes the useless lock of an ended session. */
export async function removeSessionLock(disk: Disk, locks: string, session: string): Promise<void> {
  for (const path of [lockFile(locks, session), join(locks, `${lockName(session)}.owner.json`)]) {
    await disk.unlink(path).catch(() => {});
  }
}

/** IDs have no dot, so this is no conversation's lock. */
function lockName(session: string): string {
  return `undo.${session}`;
}

function lockFile(locks: string, session: string): string {
  return join(locks, `${lockName(session)}.db`);
}
