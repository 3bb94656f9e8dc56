// The current conversation, for commands.

import type { ConversationState } from '../../../shared/conversation/event.ts';
import type { Session } from '../state/session.ts';

export const shownId = ({ conversation }: Session): string | null => conversation.store.getState().id;
export const shownState = ({ conversation }: Session): ConversationState | null => conversation.store.getState().state;
export const isShown = (session: Session): boolean => shownState(session) !== null;
