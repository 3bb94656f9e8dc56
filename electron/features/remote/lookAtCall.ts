// Looks at what a device's call would allow: the prompts as they are shown, and the mode in which the conversation runs.

import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import { viewedText } from '../../../shared/features/approvals/viewedCall.ts';
import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import type { AppParts } from '../appParts.ts';
import type { LookAtCall } from './deviceLimits.ts';

/** Parameters that some methods have. They are valid. */
interface Named {
  conversationId?: string | null;
  approvalId?: string;
  approvalIds?: string[];
  questionId?: string;
}

type LookedAt = Pick<AppParts, 'hub' | 'approvals' | 'questions'> & {
  goals: { isInRound(conversationId: string): boolean };
};

export function lookAtCall(parts: LookedAt): LookAtCall {
  const { hub, approvals, questions, goals } = parts;
  return (_method, params) => {
    const { conversationId = null, approvalId, approvalIds = [], questionId }: Named = params;
    const state = conversationId === null ? null : hub.peek(conversationId);
    const prompts = [...(approvalId === undefined ? [] : [approvalId]), ...approvalIds].map((id) =>
      conversationId === null ? null : approvals.find(conversationId, id),
    );
    const question =
      questionId !== undefined && conversationId !== null ? questions.find(conversationId, questionId) : null;
    return {
      // A message joins the run, whose mode may differ from the conversation's.
      mode: state && !goals.isInRound(conversationId ?? '') ? (state.run?.approvalMode ?? state.approvalMode) : null,
      isAgent: externalAgentOf(state?.model ?? null) !== null,
      question: question && { isPlan: question.plan === true, isOfModel: question.from.type === 'model' },
      prompts: [prompts.map(visiblePart), question],
    };
  };
}

function visiblePart(request: ApprovalRequest | null): unknown {
  return request && [viewedText(request), request.offers];
}
