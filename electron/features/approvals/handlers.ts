// approval.* and question.*: the user's answers to waiting calls.

import { createHash } from 'node:crypto';
import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { callsOf } from '../../../shared/conversation/message.ts';
import type { UserQuestion } from '../../../shared/conversation/question.ts';
import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { approvalMethods } from '../../../shared/features/approvals/methods.ts';
import { viewedText } from '../../../shared/features/approvals/viewedCall.ts';
import { matchesOf } from '../../../shared/permission/permission.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppParts } from '../appParts.ts';
import { rulesEverywherePower } from '../dangerousPowers.ts';

export function approvalHandlers(
  deps: Pick<AppParts, 'approvals' | 'questions' | 'confirm' | 'hub'>,
): HandlersOf<typeof approvalMethods> {
  return {
    async 'approval.answer'({ conversationId, approvalId, viewed, ...answer }, { device }) {
      const { remember, decision } = answer;
      const request = device && decision === 'allow' ? deps.approvals.find(conversationId, approvalId) : null;
      if (request?.grave && viewed !== viewedDigest(request)) return notViewed;
      if (decision === 'allow' && remember?.scope === 'always') {
        const offer = deps.approvals.find(conversationId, approvalId)?.offers[remember.offer];
        const added = offer && !offer.outside ? matchesOf(offer, remember.lengths) : [];
        const confirmed = added.length > 0 ? deps.confirm.require(rulesEverywherePower(added)) : ok(undefined);
        if (!confirmed.ok) return confirmed;
      }
      return deps.approvals.answer(conversationId, approvalId, answer);
    },

    async 'approval.answerTogether'({ conversationId, approvalIds, ...answer }) {
      return deps.approvals.answerTogether(conversationId, approvalIds, answer);
    },

    async 'question.answer'({ conversationId, questionId, action, values }) {
      const answer = action === 'accept' ? { action, values } : { action };
      const question = deps.questions.find(conversationId, questionId);
      const stored = question?.from.type === 'model' ? resultStored(deps.hub, conversationId, question) : null;
      const answered = deps.questions.answer(conversationId, questionId, answer);
      if (answered.ok) await stored?.done;
      else stored?.stop();
      return answered;
    },
  };
}

const notViewed = fail(
  'DEVICE_REFUSED',
  say`This call is dangerous. View it to its end on this device before you allow it. The question is still open.`,
);

function viewedDigest(request: ApprovalRequest): string {
  return createHash('sha256').update(viewedText(request)).digest('hex');
}

/**
 * Waits for the result of the asking call, so that user input such as an edited plan is durable before it is acknowledged. A
 * sub-agent's question appears in its parent's conversation, which has no such call; then there is nothing to wait for.
 */
function resultStored(
  hub: AppParts['hub'],
  conversationId: string,
  { messageId, index }: Pick<UserQuestion, 'messageId' | 'index'>,
): { done: Promise<void>; stop(): void } | null {
  const asking = hub.peek(conversationId)?.messages.find(({ id }) => id === messageId);
  const callId = asking?.role === 'assistant' ? callsOf(asking)[index]?.id : undefined;
  if (callId === undefined) return null;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = hub.subscribe(conversationId, (_id, _seq, event) => {
    const isResult =
      event.type === 'message.appended' && event.message.role === 'tool' && event.message.tool_call_id === callId;
    if (isResult || event.type === 'run.ended' || event.type === 'conversation.removed') {
      stop();
      resolve();
    }
  });
  return { done: promise, stop };
}
