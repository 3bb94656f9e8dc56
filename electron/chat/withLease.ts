// The lease to write a conversation while something is happening in it. Calls and undo operations interrupted by a
// crash are completed first.

import type { Result } from '../../shared/core/errors.ts';
import type { KeyedQueue } from '../lib/protocolServer.ts';
import type { WriterLease } from '../ports/store.ts';
import type { ChatDeps } from './chatDeps.ts';
import { finishUnfinishedChange } from './undo/undoJournal.ts';

/** Serializes tasks per conversation: starts and ends of runs, and changes between them, do not overlap. */
export function enqueueRunTask<T>(tasks: KeyedQueue, conversationId: string, task: () => Promise<T>): Promise<T> {
  return tasks.run(`run:${conversationId}`, task);
}

/**
 * `task` receives a release function for the code that continues after it. If the task fails, the lease is released
 * immediately.
 */
export async function withLease<T>(
  deps: Pick<ChatDeps, 'hub' | 'store' | 'changes' | 'reportStoreError'>,
  conversationId: string,
  task: (release: () => void) => Promise<Result<T>>,
  /** What to do first; an operation in progress continues with a rewind. */
  finish: (
    deps: Pick<ChatDeps, 'hub' | 'store' | 'changes' | 'reportStoreError'>,
    id: string,
  ) => Promise<Result<void>> = finishUnfinishedChange,
): Promise<Result<T>> {
  // Held until the end, so that it can be viewed and stopped even if nobody had it open.
  const letGo = deps.hub.hold(conversationId);
  let lease: WriterLease | null = null;
  const release = (): void => {
    lease?.release();
    letGo();
  };
  try {
    const live = await deps.hub.load(conversationId);
    const leased = live.ok ? await deps.store.lease(conversationId, 'a run') : live;
    if (!leased.ok) {
      release();
      return leased;
    }
    lease = leased.value;
    // Another process may have written while this one waited for the lease.
    await deps.hub.refresh(conversationId);
    await deps.changes.settle(conversationId);
    const finished = await finish(deps, conversationId);
    const done = finished.ok ? await task(release) : finished;
    if (!done.ok) release();
    return done;
  } catch (thrown) {
    release();
    throw thrown;
  }
}
