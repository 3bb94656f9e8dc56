// The waiting calls that can be answered together. An agent's requests are answered in the conversation that started
// it, and do not count in its own. Requests beyond the contract's limit follow afterwards.

import type { ApprovalRequest, LiveCall } from '../../../shared/conversation/event.ts';

/** The contract's limit per answer. */
const maxCalls = 200;

export function bulkApprovalRequests(
  calls: readonly LiveCall[],
  conversationId: string | undefined,
): ApprovalRequest[] {
  const waiting = calls.flatMap(({ approval }) =>
    approval && (approval.agent === undefined || approval.agent.conversationId !== conversationId) ? approval : [],
  );
  return waiting.slice(0, maxCalls);
}

/** Whether allowing all would cover more than one; excludes calls that can only be allowed individually. */
export function canAllowAll(requests: readonly ApprovalRequest[]): boolean {
  return requests.filter(({ byItself }) => !byItself).length > 1;
}

/** Whether the list above the composer answers this request, so that its box in the transcript starts closed. */
export function isAnsweredInList(
  approvalId: string,
  { calls, conversationId }: { calls: readonly LiveCall[]; conversationId?: string },
): boolean {
  const requests = bulkApprovalRequests(calls, conversationId);
  return canAllowAll(requests) && requests.some((request) => request.approvalId === approvalId);
}
