// worktree.*: makes, inspects, merges and removes a conversation's worktree.

import type { AppEvent } from '../../../shared/contract.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import { type Sentence, toUserTextData } from '../../../shared/core/sentence.ts';
import type { worktreeMethods } from '../../../shared/features/worktrees/methods.ts';
import type { ConversationList } from '../../chat/conversationList.ts';
import type { Feed } from '../../chat/feed.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { WorktreeService } from './worktreeService.ts';

const progressMs = 200;

interface WorktreeHandlerDeps {
  worktrees: WorktreeService;
  feed: Pick<Feed<AppEvent>, 'publish'>;
  list: Pick<ConversationList, 'touch'>;
  /** They run in the worktree. */
  terminals: { endConversation(conversationId: string): Promise<void> };
}

export function worktreeHandlers({
  worktrees,
  feed,
  list,
  terminals,
}: WorktreeHandlerDeps): HandlersOf<typeof worktreeMethods> {
  function progressOf(conversationId: string): (done: number, of: number) => void {
    let last = 0;
    return (done, of) => {
      if (Date.now() - last < progressMs) return;
      last = Date.now();
      feed.publish({ type: 'worktree.progress', conversationId, done, of });
    };
  }

  function noted(conversationId: string, answer: Result<Sentence[]>) {
    list.touch(conversationId);
    return answer.ok ? ok({ notes: answer.value.map(toUserTextData) }) : answer;
  }

  function done(conversationId: string, answer: Result<void>) {
    list.touch(conversationId);
    return answer.ok ? ok({}) : answer;
  }

  return {
    'worktree.offer': ({ projectId }) => worktrees.offer(projectId),

    async 'worktree.make'({ conversationId, ...wish }, { signal }) {
      const onProgress = progressOf(conversationId);
      return noted(conversationId, await worktrees.make(conversationId, { ...wish, signal, onProgress }));
    },

    'worktree.check': ({ conversationId }) => worktrees.check(conversationId),
    'worktree.look': ({ conversationId }, { signal }) => worktrees.state(conversationId, signal),
    'worktree.file': ({ conversationId, path }) => worktrees.file(conversationId, path),
    'worktree.merge': ({ conversationId, ...wish }, { signal }) => worktrees.merge(conversationId, { ...wish, signal }),

    async 'worktree.undoMerge'({ conversationId }) {
      return done(conversationId, await worktrees.undoMerge(conversationId));
    },

    'worktree.removal': ({ conversationId }) => worktrees.removal(conversationId),

    async 'worktree.remove'({ conversationId, ...how }) {
      const removed = await worktrees.remove(conversationId, how);
      if (removed.ok) await terminals.endConversation(conversationId);
      return done(conversationId, removed);
    },

    async 'worktree.makeAgain'({ conversationId }, { signal }) {
      const onProgress = progressOf(conversationId);
      return noted(conversationId, await worktrees.makeAgain(conversationId, { signal, onProgress }));
    },

    async 'worktree.leave'({ conversationId }) {
      return done(conversationId, await worktrees.leave(conversationId));
    },
  };
}
