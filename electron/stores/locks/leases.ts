// Tracks who in this process may write which conversation. All share one system lock; a run holds a lease, and single
// appends (by that run or alongside it) share the same lock.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WriterLease } from '../../ports/store.ts';
import {
  type AcquiredLock,
  describeOwner,
  isLocked,
  type LockOwner,
  lockRetryMs,
  lockWaitMs,
  waitForLock,
} from './locks.ts';

export interface Leases {
  /** For a single write; shares an existing lease of this process. */
  use(conversationId: string, purpose: UserText): Promise<Result<WriterLease>>;
  /** For a run: excludes other leases, here and in other processes, until released. */
  lease(conversationId: string, purpose: UserText): Promise<Result<WriterLease>>;
  /** True while another process holds it. Does not wait. */
  isElsewhere(conversationId: string): boolean;
  releaseAll(): void;
}

interface Shared {
  users: number;
  /** False while still waiting for it. */
  held: boolean;
  lock: Promise<Result<AcquiredLock>>;
}

/**
 * `onAcquired` runs each time this process acquires the lock, before anything is written. With `readOnly`, nothing may be
 * written, for this reason.
 */
export function createLeases(
  folder: string,
  clock: Clock,
  onAcquired: (conversationId: string) => Promise<void> = async () => {},
  readOnly: UserText | null = null,
): Leases {
  const shared = new Map<string, Shared>();
  const leased = new Map<string, LockOwner>();

  async function take(conversationId: string, purpose: string): Promise<Result<AcquiredLock>> {
    if (readOnly !== null) return fail('STORE_READ_ONLY', readOnly);
    const attempt = await waitForLock(folder, conversationId, purpose, clock);
    if (attempt.kind === 'held') return ok(attempt.lock);
    if (attempt.kind === 'busy') return busyError(attempt.owner);
    return fail(
      'STORE_WRITE_FAILED',
      say`The conversation could not be locked for writing: ${attempt.reason}. Nothing was changed.`,
    );
  }

  async function use(conversationId: string, purpose: string): Promise<Result<WriterLease>> {
    const mine = shared.get(conversationId) ?? share(conversationId, purpose);
    mine.users++;
    const leave = (heldLock: AcquiredLock | null): void => {
      mine.users--;
      if (mine.users > 0) return;
      if (shared.get(conversationId) === mine) shared.delete(conversationId);
      heldLock?.release();
    };
    const result = await mine.lock;
    if (!result.ok) {
      // Let the next caller try again.
      if (shared.get(conversationId) === mine) shared.delete(conversationId);
      leave(null);
      return result;
    }
    return ok(once(() => leave(result.value)));
  }

  function share(conversationId: string, purpose: string): Shared {
    const entry: Shared = { users: 0, held: false, lock: takeFirst() };
    shared.set(conversationId, entry);
    return entry;

    async function takeFirst(): Promise<Result<AcquiredLock>> {
      const result = await take(conversationId, purpose);
      if (!result.ok) return result;
      entry.held = true;
      await onAcquired(conversationId);
      return result;
    }
  }

  async function lease(conversationId: string, purpose: string): Promise<Result<WriterLease>> {
    const start = clock.elapsed();
    for (;;) {
      const holder = leased.get(conversationId);
      if (!holder) break;
      if (clock.elapsed() - start >= lockWaitMs) return busyError(holder);
      await clock.wait(lockRetryMs);
    }
    const owner: LockOwner = { pid: process.pid, purpose, at: clock.now().toISOString() };
    leased.set(conversationId, owner);
    const used = await use(conversationId, purpose);
    const leave = (): void => {
      if (leased.get(conversationId) === owner) leased.delete(conversationId);
      if (used.ok) used.value.release();
    };
    if (used.ok) return ok(once(leave));
    leave();
    return used;
  }

  function releaseAll(): void {
    leased.clear();
    for (const entry of shared.values()) void entry.lock.then((result) => result.ok && result.value.release());
    shared.clear();
  }

  function isElsewhere(conversationId: string): boolean {
    return !shared.get(conversationId)?.held && isLocked(folder, conversationId);
  }

  return { use, lease, isElsewhere, releaseAll };
}

function once(action: () => void): WriterLease {
  let done = false;
  return {
    release() {
      if (done) return;
      done = true;
      action();
    },
  };
}

function busyError(owner: LockOwner | null): ReturnType<typeof fail> {
  return fail(
    'CONVERSATION_BUSY',
    say`This conversation is in use by ${describeOwner(owner)}. Nothing was changed. Try again when it has finished.`,
    { owner },
  );
}
