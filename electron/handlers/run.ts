// run.* and approval.*: what a person does to a turn in progress.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import { ok } from '../../shared/errors.ts';
import { everywhere } from './gravePowers.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods =
  | 'run.send'
  | 'run.resume'
  | 'run.resend'
  | 'run.regenerate'
  | 'call.resolve'
  | 'run.stop'
  | 'run.withdraw'
  | 'approval.answer'
  | 'approval.answerTogether'
  | 'question.answer';

export function runHandlers(deps: HandlerDeps): Pick<Handlers, Methods> {
  return {
    async 'run.send'({ conversationId, text, attachments }) {
      const sent = await deps.chat.send(conversationId, text, {}, attachments);
      return sent.ok ? ok({ queued: sent.value.queued, messageId: sent.value.messageId }) : sent;
    },

    async 'run.resume'({ conversationId }) {
      const resumed = await deps.chat.resume(conversationId);
      return resumed.ok ? ok({}) : resumed;
    },

    async 'run.resend'({ conversationId, ...message }) {
      const sent = await deps.tree.resend(conversationId, message);
      deps.list.touch(conversationId);
      return sent;
    },

    async 'run.regenerate'({ conversationId, messageId, files = false }) {
      const asked = await deps.tree.regenerate(conversationId, messageId, files);
      deps.list.touch(conversationId);
      return asked.ok ? ok({}) : asked;
    },

    async 'call.resolve'({ conversationId, messageId, index, choice, endProcess = false }) {
      const resolved = await deps.chat.resolve(conversationId, { messageId, index }, choice, { endProcess });
      return resolved.ok ? ok({}) : resolved;
    },

    async 'run.stop'({ conversationId }) {
      await deps.chat.stop(conversationId);
      return ok({});
    },

    async 'run.withdraw'({ conversationId, queueId }) {
      const taken = await deps.chat.withdraw(conversationId, queueId);
      if (!taken.ok) return taken;
      const { text = null, attachments = [] } = taken.value ?? {};
      return ok({ text, attachments });
    },

    async 'approval.answer'({ conversationId, approvalId, ...answer }) {
      const { remember, decision } = answer;
      if (decision === 'allow' && remember?.scope === 'always') {
        const offer = deps.approvals.asked(conversationId, approvalId)?.offers[remember.offer];
        const confirmed = offer && !offer.outside ? deps.confirm.require(everywhere(offer.match)) : ok(undefined);
        if (!confirmed.ok) return confirmed;
      }
      return deps.approvals.answer(conversationId, approvalId, answer);
    },

    async 'approval.answerTogether'({ conversationId, approvalIds, ...answer }) {
      return deps.approvals.answerTogether(conversationId, approvalIds, answer);
    },

    async 'question.answer'({ conversationId, questionId, action, values }) {
      const answer = action === 'accept' ? { action, values } : { action };
      return deps.questions.answer(conversationId, questionId, answer);
    },
  };
}
