// A conversation as a tree: pages of its open branch, the branches beside it, opening another one, and a copy of one.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods =
  | 'conversation.around'
  | 'conversation.later'
  | 'conversation.forks'
  | 'conversation.switchBranch'
  | 'conversation.fork';

export function treeHandlers({ store, list, tree }: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'conversation.around': ({ conversationId, messageId, limit }, { signal }) =>
      store.readAround(conversationId, messageId, limit, signal),

    async 'conversation.later'({ conversationId, after, limit }, { signal }) {
      const page = await store.readLater(conversationId, after, limit, { signal });
      return page.ok ? ok({ messages: page.value.messages, hasLater: page.value.hasLater }) : page;
    },

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
  };
}
