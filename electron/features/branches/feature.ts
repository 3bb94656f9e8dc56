// Conversation trees: pages of the open branch, other branches, switching, and forking.

import type { branchMethods } from '../../../shared/features/branches/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createTreeService, type TreeService } from './treeService.ts';

declare module '../appParts.ts' {
  interface AppParts {
    tree: TreeService;
  }
}

export const branchesFeature = defineFeature<typeof branchMethods>()({
  create: ({ chatDeps, chat, undo }: Engine) => createTreeService(chatDeps, chat, undo),
  handlers,
});

function handlers({ store, list, tree, undo }: AppParts): HandlersOf<typeof branchMethods> {
  return {
    'conversation.forks': ({ conversationId, from, limit }, { signal }) =>
      store.readForks(conversationId, { from, limit, signal }),

    async 'conversation.switchBranch'({ conversationId, messageId }) {
      const switched = await tree.switchBranch(conversationId, messageId);
      list.touch(conversationId);
      return switched;
    },

    async 'conversation.fork'({ conversationId, messageId }) {
      const forked = await tree.fork(conversationId, messageId);
      if (forked.ok) list.touch(forked.value.conversationId);
      return forked;
    },

    async 'conversation.rewind'({ conversationId, messageId, files }) {
      const done = await undo.rewind(conversationId, messageId, files);
      list.touch(conversationId);
      return done;
    },

    async 'conversation.unrewind'({ conversationId }) {
      const done = await undo.unrewind(conversationId);
      list.touch(conversationId);
      return done;
    },
  };
}
