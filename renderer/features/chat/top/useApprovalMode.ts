// What is done without asking in the chat that is shown.

import type { ApprovalMode } from '../../../../shared/permission.ts';
import { useApp, useConversation, useView } from '../../../core/state/context.tsx';

export function useApprovalMode(): ApprovalMode {
  const chosen = useConversation((state) => state.approvalMode);
  const forNew = useView((view) => view.newChat.approvalMode);
  const byDefault = useApp((snapshot) => snapshot.settings.approvalMode);
  return chosen ?? forNew ?? byDefault;
}
