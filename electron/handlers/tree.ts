// A conversation as a tree: pages of its open branch, the branches beside it, and steering them; its place in the list; and
// the branch as a text.

import type { Handlers } from '../../shared/contract/server.ts';
import { ok } from '../../shared/errors.ts';
import { exportConversation } from '../chat/export/exportConversation.ts';
import { markRead } from '../chat/unread.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods =
  | 'conversation.around'
  | 'conversation.later'
  | 'conversation.forks'
  | 'conversation.switchBranch'
  | 'conversation.fork'
  | 'conversation.organise'
  | 'conversation.markRead'
  | 'conversation.export'
  | 'run.resend'
  | 'run.regenerate';

export function treeHandlers({ store, hub, list, tree }: HandlerDeps): Pick<Handlers, Methods> {
  return {
    'conversation.around': ({ conversationId, messageId, limit }) => store.readAround(conversationId, messageId, limit),

    async 'conversation.later'({ conversationId, after, limit }) {
      const page = await store.readLater(conversationId, after, limit);
      return page.ok ? ok({ messages: page.value.messages, hasLater: page.value.hasLater }) : page;
    },

    async 'conversation.forks'({ conversationId }) {
      const forks = await store.readForks(conversationId);
      return forks.ok ? ok({ forks: forks.value }) : forks;
    },

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

    async 'conversation.organise'({ conversationId, pinned, archived }) {
      const saved = await store.updateMeta(conversationId, (meta) => ({
        ...meta,
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
      }));
      if (!saved.ok) return saved;
      const projectId = hub.peek(conversationId)?.projectId;
      if (projectId) await hub.publishMeta(conversationId, { projectId, meta: saved.value });
      list.touch(conversationId);
      return ok({});
    },

    async 'conversation.markRead'({ conversationId }) {
      const marked = await markRead({ store, list }, conversationId);
      return marked.ok ? ok({}) : marked;
    },

    'conversation.export': ({ conversationId, to, cursor }) => exportConversation(store, conversationId, to, cursor),

    async 'run.resend'({ conversationId, ...message }) {
      const sent = await tree.resend(conversationId, message);
      list.touch(conversationId);
      return sent;
    },

    async 'run.regenerate'({ conversationId, messageId }) {
      const asked = await tree.regenerate(conversationId, messageId);
      list.touch(conversationId);
      return asked.ok ? ok({}) : asked;
    },
  };
}
