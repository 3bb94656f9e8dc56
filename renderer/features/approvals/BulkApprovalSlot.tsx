// Slot above the composer for answering several waiting calls together, if there are at least two.

import { useEffect } from 'react';
import { lazyPart, loadWhenIdle } from '../../core/parts/lazyPart.tsx';
import { useConversation } from '../../core/state/context.tsx';
import { bulkApprovalRequests } from './bulkApprovals.ts';

const BulkApproval = lazyPart(async () => (await import('./BulkApprovalBar.tsx')).BulkApprovalBar);

export function BulkApprovalSlot() {
  const several = useConversation(
    ({ calls, conversationId }) => bulkApprovalRequests(calls, conversationId).length > 1,
  );
  useEffect(() => loadWhenIdle([BulkApproval]), []);
  return several ? <BulkApproval /> : null;
}
