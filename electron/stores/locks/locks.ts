// Locks that end with their process, whatever clocks and process IDs claim: an exclusive SQLite transaction on a small
// file is an operating system lock. A file next to it names the owner for error messages.

import { existsSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ErrorCode, fail, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, say, textOf, type UserText } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import { asideName } from '../files/atomicWrite.ts';
import { diskReason, fileMode, folderMode } from '../files/disk.ts';

export interface LockOwner {
  pid: number;
  /** Its current work, as text for the user. */
  purpose: string;
  /** Held since; ISO 8601, UTC. */
  at: string;
  /** Releases it when another process requests it. */
  yields?: true;
}

export interface AcquiredLock {
  /** Idempotent. */
  release(): void;
}

export type LockAttempt =
  | { kind: 'held'; lock: AcquiredLock }
  /** `owner` is null if the holder has not recorded who it is. */
  | { kind: 'busy'; owner: LockOwner | null }
  | { kind: 'failed'; reason: UserText };

/** Polling interval and maximum wait for a lock, in milliseconds. */
export const lockRetryMs = 50;
export const lockWaitMs = 5_000;

/** SQLITE_BUSY and SQLITE_LOCKED; SQLITE_CORRUPT and SQLITE_NOTADB. */
const busyCodes = [5, 6];
const damaged = [11, 26];

/** Tries once without waiting. `name` is a single path segment. */
export function tryLock(folder: string, name: string, purpose: UserText, now: Date, yields = false): LockAttempt {
  const path = join(folder, `${name}.db`);
  const ownerPath = join(folder, `${name}.owner.json`);
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: folderMode });
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    database?.close();
    const code = Number((thrown as { errcode?: unknown }).errcode) & 0xff;
    if (busyCodes.includes(code)) return { kind: 'busy', owner: readOwner(ownerPath) };
    // The file is only a lock: move one that is not a database out of the way, and the next attempt recreates it.
    if (damaged.includes(code)) moveAway(path, now);
    return { kind: 'failed', reason: diskReason(thrown) };
  }
  const lockDatabase = database;
  writeOwner(ownerPath, {
    pid: process.pid,
    purpose: textOf(purpose),
    at: now.toISOString(),
    ...(yields && { yields: true }),
  });
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    removeQuietly(ownerPath);
    lockDatabase.close();
  };
  return { kind: 'held', lock: { release } };
}

/** Whether anyone holds it right now. Acquires and releases it at once. */
export function isLocked(folder: string, name: string): boolean {
  const path = join(folder, `${name}.db`);
  if (!existsSync(path)) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    return false;
  } catch (thrown) {
    // If in doubt, assume it is held. A file that is not a database locks nothing.
    return !damaged.includes(Number((thrown as { errcode?: unknown }).errcode) & 0xff);
  } finally {
    database?.close();
  }
}

/** Retries every 50 ms for up to five seconds, or until it is aborted, without blocking the event loop. */
export async function waitForLock(
  folder: string,
  name: string,
  purpose: UserText,
  clock: Clock,
  waitMs = lockWaitMs,
  signal?: AbortSignal,
  yields = false,
): Promise<LockAttempt> {
  const start = clock.elapsed();
  for (let failures = 0; ; ) {
    const attempt = tryLock(folder, name, purpose, clock.now(), yields);
    if (attempt.kind === 'held' || clock.elapsed() - start >= waitMs || signal?.aborted) return attempt;
    // Try once more: the first attempt has moved a damaged lock file away.
    if (attempt.kind === 'failed' && ++failures > 1) return attempt;
    await clock.wait(lockRetryMs, signal);
  }
}

/** Runs a short task under the lock. Returns `busy` and the owner if it is not free within five seconds. */
export async function withLock<T>(
  lock: { folder: string; name: string; purpose: UserText; clock: Clock },
  busy: ErrorCode,
  task: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const attempt = await waitForLock(lock.folder, lock.name, lock.purpose, lock.clock);
  if (attempt.kind === 'busy') {
    const { owner } = attempt;
    return fail(
      busy,
      say`Nothing was changed because ${describeOwner(owner)} is currently making changes. Try again.`,
      { owner },
    );
  }
  if (attempt.kind === 'failed') {
    return fail(
      'STORE_WRITE_FAILED',
      say`Nothing was changed because a lock could not be acquired (${attempt.reason}).`,
    );
  }
  try {
    return await task();
  } finally {
    attempt.lock.release();
  }
}

/** Describes the owner as a phrase: "another process (PID 12, running a turn, since 2026-01-02T03:04:05Z)". */
export function describeOwner(owner: LockOwner | null): Sentence {
  if (!owner) return say`another process`;
  const who = owner.pid === process.pid ? say`this app` : say`another process`;
  return say`${who} (PID ${owner.pid}, ${say.words(owner.purpose)}, since ${owner.at})`;
}

export function readOwner(path: string): LockOwner | null {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const { pid, purpose, at, yields } = value;
    if (typeof pid !== 'number' || typeof purpose !== 'string' || typeof at !== 'string') return null;
    return { pid, purpose, at, ...(yields === true && { yields }) };
  } catch {
    return null;
  }
}

/** A lock works without its owner's name, so ignore failures. */
function writeOwner(path: string, owner: LockOwner): void {
  try {
    writeFileSync(path, `${JSON.stringify(owner)}\n`, { mode: fileMode });
  } catch {}
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {}
}

function moveAway(path: string, now: Date): void {
  try {
    renameSync(path, asideName(path, 'unreadable', now));
  } catch {}
}
