// The calls that wait at once and can be answered together. What an agent asks is answered in the conversation that began
// its work: where the agent's own is shown it does not count.

import type { ApprovalRequest, LiveCall } from '../../../shared/conversation/event.ts';

export function waitingTogether(calls: readonly LiveCall[], conversationId: string | undefined): ApprovalRequest[] {
  return calls.flatMap(({ approval }) =>
    approval && (approval.agent === undefined || approval.agent.conversationId !== conversationId) ? approval : [],
  );
}
