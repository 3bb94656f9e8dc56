// Pages of a scripted conversation in the host's format: its messages are the whole current branch.

import type { Handlers } from '../../electron/lib/protocolServer.ts';
import type { Message } from '../../shared/conversation/message.ts';
import { type AppError, fail, ok } from '../../shared/core/errors.ts';

type PageMethod = 'conversation.earlier' | 'conversation.later' | 'conversation.around';

export function pageHandlers(branchOf: (conversationId: string) => readonly Message[]): Pick<Handlers, PageMethod> {
  const missing = (): { ok: false; error: AppError } =>
    fail('MESSAGE_NOT_FOUND', 'There is no such message on this branch.');
  function placed(conversationId: string, messageId: string): { branch: readonly Message[]; at: number } {
    const branch = branchOf(conversationId);
    return { branch, at: branch.findIndex(({ id }) => id === messageId) };
  }
  return {
    'conversation.earlier': async ({ conversationId, before, limit }) => {
      const { branch, at } = placed(conversationId, before);
      if (at < 0) return missing();
      const from = Math.max(0, at - limit);
      return ok({ messages: branch.slice(from, at), hasEarlier: from > 0 });
    },
    'conversation.later': async ({ conversationId, after, limit }) => {
      const { branch, at } = placed(conversationId, after);
      if (at < 0) return missing();
      const to = Math.min(branch.length, at + 1 + limit);
      return ok({ messages: branch.slice(at + 1, to), hasLater: to < branch.length });
    },
    'conversation.around': async ({ conversationId, messageId, limit }) => {
      const { branch, at } = placed(conversationId, messageId);
      if (at < 0) return missing();
      const from = Math.max(0, at - Math.floor(limit / 2));
      const to = Math.min(branch.length, from + limit);
      return ok({ messages: branch.slice(from, to), hasEarlier: from > 0, hasLater: to < branch.length });
    },
  };
}
