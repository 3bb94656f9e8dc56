// Shows the compared answer that waits for the user.

import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { Session } from '../../core/state/session.ts';

/** Opens the newest compare that has one, at that answer. Does nothing if the user has moved on. */
export async function showWaitingAnswer(
  { actions, view, conversation }: Session,
  { conversationId, compares = [] }: ConversationState,
): Promise<void> {
  const { dialog } = view.getState();
  for (const { id: compareId, adopted } of compares.toReversed()) {
    if (adopted !== undefined) continue;
    const answer = await actions.call('compare.look', { conversationId, compareId });
    const waiting = answer.ok ? answer.value.contestants.find(({ state }) => state === 'waiting') : undefined;
    if (view.getState().dialog !== dialog || conversation.store.getState().id !== conversationId) return;
    if (!waiting) continue;
    const { conversationId: contestantId } = waiting;
    return view.setState({ dialog: { type: 'compare', conversationId, compareId, contestantId } });
  }
}
