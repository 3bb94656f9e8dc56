// The current conversation, for commands.

import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { Session } from '../state/session.ts';

export const currentId = ({ conversation }: Session): string | null => conversation.store.getState().id;
export const currentState = ({ conversation }: Session): ConversationState | null =>
  conversation.store.getState().state;
export const hasCurrentConversation = (session: Session): boolean => currentState(session) !== null;
