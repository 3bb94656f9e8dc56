// Work on a conversation between its runs: no run starts meanwhile, and no other process writes it.

import { fail, type Result } from '../../shared/core/errors.ts';
import { say } from '../../shared/core/sentence.ts';
import type { ChatDeps } from './chatDeps.ts';
import { finishUnfinishedChange } from './undo/undoJournal.ts';
import { enqueueRunTask, withLease } from './withLease.ts';

/** CONVERSATION_BUSY during a run. `finish`: as for `withLease`. */
export function withIdleConversation<T>(
  deps: Pick<ChatDeps, 'hub' | 'store' | 'tasks' | 'changes' | 'reportStoreError'>,
  chat: { isRunning(conversationId: string): boolean },
  conversationId: string,
  task: () => Promise<Result<T>>,
  finish: typeof finishUnfinishedChange = finishUnfinishedChange,
): Promise<Result<T>> {
  return enqueueRunTask(deps.tasks, conversationId, async () => {
    if (chat.isRunning(conversationId)) return running;
    const doing = async (release: () => void): Promise<Result<T>> => {
      const done = await task();
      if (done.ok) release();
      return done;
    };
    return withLease(deps, conversationId, doing, finish);
  });
}

export const running = fail(
  'CONVERSATION_BUSY',
  say`A run is in progress in this conversation or in one of its agents. Stop it first, or wait for it to finish.`,
);

export const busy = fail(
  'CONVERSATION_BUSY',
  say`A run is in progress in this conversation. Stop it first, or wait for it to finish.`,
);
