// The calls that wait at once and can be answered together. What an agent asks is answered in the conversation that began
// its work: where the agent's own is shown it does not count. Those beyond what one answer may name come up after it.

import type { ApprovalRequest, LiveCall } from '../../../shared/conversation/event.ts';

/** As the contract bounds one answer. */
const most = 200;

export function waitingTogether(calls: readonly LiveCall[], conversationId: string | undefined): ApprovalRequest[] {
  const waiting = calls.flatMap(({ approval }) =>
    approval && (approval.agent === undefined || approval.agent.conversationId !== conversationId) ? approval : [],
  );
  return waiting.slice(0, most);
}

/** Whether a yes to all would be about more than one: what is allowed only by itself is not taken along. */
export function canAllowTogether(requests: readonly ApprovalRequest[]): boolean {
  return requests.filter(({ byItself }) => !byItself).length > 1;
}
