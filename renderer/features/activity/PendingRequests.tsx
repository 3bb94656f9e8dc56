// The questions of one conversation: each in the box of its call, several approvals together as above the composer.

import { useMemo } from 'react';
import { type ConversationState, callKey } from '../../../shared/conversation/event.ts';
import { type CallRef, callsOfItems, transcriptItems } from '../../core/calls/items.ts';
import { useConversation } from '../../core/state/context.tsx';
import { BulkApprovalBar } from '../approvals/BulkApprovalBar.tsx';
import { bulkApprovalRequests } from '../approvals/bulkApprovals.ts';
import { ToolCallBox } from '../calls/ToolCallBox.tsx';
import { ErrorRow } from '../chat/transcript/ErrorRow.tsx';
import { InterruptedRow } from '../chat/transcript/InterruptedRow.tsx';

export function PendingRequests() {
  const calls = useCalls(({ calls: live }) => live.filter(({ approval, question }) => approval || question));
  const several = useConversation((state) => bulkApprovalRequests(state.calls, state.conversationId).length > 1);
  return (
    <div className="group/asks">
      {several && <BulkApprovalBar isInset />}
      {calls.map((call) => (
        // Hides individual questions that the group above already answers.
        <div key={call.key} className="group-has-data-waiting-together/asks:has-data-[waits-for=approval]:hidden">
          <ToolCallBox call={call} hasMenu={false} />
        </div>
      ))}
    </div>
  );
}

/** Why the run stopped, with the buttons to continue. */
export function StoppedRun() {
  const open = useCalls((state) => state.openCalls);
  const last = useConversation(({ messages }) => messages.at(-1));
  const failed = last?.role === 'assistant' && last.partType === 'error' ? last : null;
  return (
    <div className="grid gap-1.5">
      {open.map((call) => (
        <ToolCallBox key={call.key} call={call} hasMenu={false} />
      ))}
      {failed ? (
        <ErrorRow error={failed.error} requestId={failed.response?.requestId} partial="" canContinue />
      ) : (
        <InterruptedRow />
      )}
    </div>
  );
}

/** The stored calls that the state names, in the order requested. */
function useCalls(named: (state: ConversationState) => readonly { messageId: string; index: number }[]): CallRef[] {
  const state = useConversation((now) => now);
  return useMemo(() => {
    if (!state) return [];
    const keys = new Set(named(state).map(callKey));
    const byHand = state.run?.byHand;
    const calls = callsOfItems(transcriptItems(state.messages));
    if (byHand) {
      const { messageId, toolName: name, arguments: argumentsText } = byHand;
      calls.push({
        key: callKey({ messageId, index: 0 }),
        messageId,
        index: 0,
        name,
        arguments: argumentsText,
        result: null,
      });
    }
    return calls.filter(({ key }) => keys.has(key));
  }, [state, named]);
}
