// Compares: one message to several models at once.

import { ok } from '../../../shared/core/errors.ts';
import type { compareMethods } from '../../../shared/features/compare/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createWorktrees } from '../worktrees/git/worktrees.ts';
import { createWorktreeService } from '../worktrees/worktreeService.ts';
import { type CompareService, createCompareService } from './compareService.ts';

export const compareFeature = defineFeature<typeof compareMethods>()({
  create({ chatDeps, chat, env, dataDir }: Engine) {
    const trees = createWorktrees({ environment: env, dataDir });
    const worktrees = createWorktreeService({ ...chatDeps, worktrees: trees }, chat);
    return createCompareService({ ...chatDeps, worktrees, trees }, chat);
  },
  handlers,
  publish: (compares, { feed }) =>
    compares.onChange((conversationId, compareId) =>
      feed.publish({ type: 'compare.changed', conversationId, compareId }),
    ),
  close: (compares) => compares.close(),
});

function handlers({ list }: AppParts, compares: CompareService): HandlersOf<typeof compareMethods> {
  return {
    'compare.offer': (request) => compares.offer(request),

    async 'compare.start'({ conversationId, ...compare }) {
      const started = await compares.start(conversationId, compare);
      list.touch(conversationId);
      return started.ok ? ok({ compareId: started.value.compare.id, messageId: started.value.messageId }) : started;
    },

    async 'compare.look'({ conversationId, compareId }) {
      const contestants = await compares.look(conversationId, compareId);
      return contestants.ok ? ok({ contestants: contestants.value }) : contestants;
    },

    async 'compare.resume'({ conversationId, compareId, contestantId, overLimit }) {
      const resumed = await compares.resume(conversationId, compareId, contestantId, { overLimit });
      return resumed.ok ? ok({}) : resumed;
    },

    async 'compare.stop'({ conversationId, compareId }) {
      const stopped = await compares.stop(conversationId, compareId);
      return stopped.ok ? ok({}) : stopped;
    },

    async 'compare.adopt'({ conversationId, compareId, contestantId }) {
      const adopted = await compares.adopt(conversationId, compareId, contestantId);
      list.touch(conversationId);
      return adopted;
    },
  };
}
