// The external agent that answers the current conversation in place of a model.

import { externalAgentOf } from '../../../shared/features/externalAgents/externalAgent.ts';
import { useConversation } from './context.tsx';
import type { Session } from './session.ts';

/** Its id; null: a model answers, or there is no conversation. */
export function useConversationAgent(): string | null {
  return useConversation((state) => externalAgentOf(state.model)) ?? null;
}

export function isWithAgent({ conversation }: Pick<Session, 'conversation'>): boolean {
  return externalAgentOf(conversation.store.getState().state?.model ?? null) !== null;
}
