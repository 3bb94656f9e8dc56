// Splits the options of an external agent's prompt into those of the card's own buttons and further ones. Pure; the host
// chooses in the same way (electron/chat/approvals.ts).

import type { ApprovalRequest } from '../../../shared/conversation/event.ts';
import type { AgentPermissionOption } from '../../../shared/features/externalAgents/externalAgent.ts';

interface ExternalAnswers {
  /** The agent offers to allow it for this once only. */
  canAllowOnce: boolean;
  further: AgentPermissionOption[];
}

export function externalAnswers({ options }: NonNullable<ApprovalRequest['external']>): ExternalAnswers {
  const allowOnce = options.find(({ kind }) => kind === 'allow_once');
  const rejectOnce = options.find(({ kind }) => kind === 'reject_once');
  return {
    canAllowOnce: allowOnce !== undefined,
    further: options.filter((option) => option !== allowOnce && option !== rejectOnce),
  };
}
