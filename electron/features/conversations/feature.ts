// Conversations: the list, single conversations, and their runs.

import { ok } from '../../../shared/core/errors.ts';
import type { conversationMethods } from '../../../shared/features/conversations/methods.ts';
import type { runMethods } from '../../../shared/features/conversations/runMethods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { conversationHandlers } from './handlers.ts';

export const conversationsFeature = defineFeature<typeof conversationMethods & typeof runMethods>()({
  handlers: (app) => ({ ...conversationHandlers(app), ...runHandlers(app) }),
});

/** run.* and approval.*: user actions on a running turn. */
function runHandlers(deps: AppParts): HandlersOf<typeof runMethods> {
  return {
    async 'run.send'({ conversationId, text, attachments, now = false }) {
      const sent = await deps.chat.send(conversationId, text, {}, attachments, now);
      return sent.ok ? ok({ queued: sent.value.queued, messageId: sent.value.messageId }) : sent;
    },

    async 'run.sendQueued'({ conversationId, queueId }) {
      const sent = await deps.chat.sendQueued(conversationId, queueId);
      return sent.ok ? ok({ found: sent.value }) : sent;
    },

    async 'run.resume'({ conversationId, overLimit = false }) {
      const resumed = await deps.chat.resume(conversationId, overLimit ? { overLimit } : {});
      return resumed.ok ? ok({}) : resumed;
    },

    async 'run.resend'({ conversationId, ...message }) {
      const sent = await deps.tree.resend(conversationId, message);
      deps.list.touch(conversationId);
      return sent;
    },

    async 'run.regenerate'({ conversationId, messageId, files = false }) {
      const regenerated = await deps.tree.regenerate(conversationId, messageId, files);
      deps.list.touch(conversationId);
      return regenerated.ok ? ok({}) : regenerated;
    },

    async 'call.resolve'({ conversationId, messageId, index, choice, endProcess = false }) {
      const resolved = await deps.chat.resolve(conversationId, { messageId, index }, choice, { endProcess });
      return resolved.ok ? ok({}) : resolved;
    },

    async 'run.stop'({ conversationId }) {
      await deps.chat.stop(conversationId);
      return ok({});
    },

    async 'run.tryNow'({ conversationId }) {
      deps.chat.tryNow(conversationId);
      return ok({});
    },

    async 'run.withdraw'({ conversationId, queueId }) {
      const withdrawn = await deps.chat.withdraw(conversationId, queueId);
      if (!withdrawn.ok) return withdrawn;
      const { text = null, attachments = [] } = withdrawn.value ?? {};
      return ok({ text, attachments });
    },
  };
}
