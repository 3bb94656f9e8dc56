// The approval mode of the current chat.

import type { ApprovalMode } from '../../../shared/permission/permission.ts';
import { defaultApprovalMode, defaultProject } from '../../core/state/choices.ts';
import { useApp, useConversation, useView } from '../../core/state/context.tsx';

export function useApprovalMode(): ApprovalMode {
  const chosen = useConversation((state) => state.approvalMode);
  const { approvalMode: forNew, projectId } = useView((view) => view.newChat);
  const byDefault = useApp((snapshot) =>
    defaultApprovalMode(snapshot, projectId === undefined ? defaultProject(snapshot) : projectId),
  );
  return chosen ?? forNew ?? byDefault;
}
