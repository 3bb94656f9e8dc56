// approval.* and question.*: a person's answers to waiting calls.

import type { approvalMethods } from '../../shared/contract/approval.ts';
import type { HandlersOf } from '../../shared/contract/protocol/server.ts';
import { ok } from '../../shared/errors.ts';
import { everywhere } from './gravePowers.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function approvalHandlers(
  deps: Pick<HandlerDeps, 'approvals' | 'questions' | 'confirm'>,
): HandlersOf<typeof approvalMethods> {
  return {
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
