// The user's answers to waiting calls of one conversation, current or not.

import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import { strings } from '../strings.ts';
import type { Toasts } from './toasts.ts';

export interface Answers {
  answer(
    request: ApprovalRequest,
    decision: 'allow' | 'deny',
    options?: {
      remember?: { offer: number; scope: 'conversation' | 'project' | 'always' };
      reason?: string;
      /** The chosen option of an external agent's prompt. */
      option?: string;
      stop?: boolean;
      /** The digest of a dangerous call. */
      viewed?: string;
    },
  ): Promise<boolean>;
  /** Answers exactly these requests, once. */
  answerTogether(requests: readonly ApprovalRequest[], decision: 'allow' | 'deny'): Promise<boolean>;
}

export interface AnswersDeps {
  call: Connection['call'];
  /** Reports an error and returns null. */
  valueOrNotify<T>(answer: Promise<Result<T>>): Promise<T | null>;
  toasts: Toasts;
  /** Null for a new chat. */
  conversationId(): string | null;
}

export function createAnswers({ call, valueOrNotify, toasts, conversationId: current }: AnswersDeps): Answers {
  return {
    async answer(request, decision, options = {}) {
      const conversationId = current();
      if (conversationId === null) return false;
      const { approvalId } = request;
      return (
        (await valueOrNotify(call('approval.answer', { conversationId, approvalId, decision, ...options }))) !== null
      );
    },
    async answerTogether(requests, decision) {
      const conversationId = current();
      if (conversationId === null) return false;
      const approvalIds = requests.map(({ approvalId }) => approvalId);
      const answer = await valueOrNotify(call('approval.answerTogether', { conversationId, approvalIds, decision }));
      const goneCount = answer?.gone.length ?? 0;
      if (goneCount > 0) toasts.show({ tone: 'info', message: strings.chat.alreadyAnswered(goneCount) });
      return answer !== null;
    },
  };
}
