// The right to write a conversation while something is happening in it. Calls and undo operations cut off by a crash are
// settled first.

import type { Result } from '../../shared/core/errors.ts';
import type { KeyedQueue } from '../lib/protocolServer.ts';
import type { WriterLease } from '../ports/store.ts';
import type { ChatDeps } from './chatDeps.ts';
import { finishGoing } from './undo/undoJournal.ts';

/** One task after the other for a conversation: beginnings and ends of runs and changes between them do not overlap. */
export function inInbox<T>(tasks: KeyedQueue, conversationId: string, task: () => Promise<T>): Promise<T> {
  return tasks.run(`run:${conversationId}`, task);
}

/** `task` is given what ends it: called by whoever goes on after it. When the task fails it is ended at once. */
export async function withLease<T>(
  deps: Pick<ChatDeps, 'hub' | 'store' | 'changes' | 'reportStoreError'>,
  conversationId: string,
  task: (release: () => void) => Promise<Result<T>>,
  /** What is done first; going back to a message goes on with what was begun. */
  finish: (
    deps: Pick<ChatDeps, 'hub' | 'store' | 'changes' | 'reportStoreError'>,
    id: string,
  ) => Promise<Result<void>> = finishGoing,
): Promise<Result<T>> {
  // Held until the end, so that it can be seen and stopped also when nobody looked at it meanwhile.
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
    // Another process may have written while the lease was waited for.
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
