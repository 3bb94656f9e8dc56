// A session for one conversation shown alongside others: its state, answers and decisions belong to that conversation;
// everything else, such as opening another conversation, is the window's.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import { createAnswers } from '../../core/state/answers.ts';
import type { ConversationView } from '../../core/state/conversationStore.ts';
import type { Session } from '../../core/state/session.ts';
import { createRecoverActions } from '../calls/recoverActions.ts';

export interface ScopedSession {
  session: Session;
  show(state: ConversationState): void;
}

export function createScopedSession(window: Session, conversationId: string): ScopedSession {
  const { actions, toasts } = window;
  const { call, report } = actions;
  const store: StoreApi<ConversationView> = createStore(() => ({
    id: conversationId,
    state: null,
    pages: null,
    shown: { messages: [], hasEarlier: false, hasLater: false },
    error: null,
    loadingEarlier: false,
    loadingLater: false,
    runError: null,
    runEnd: null,
  }));
  const told: Parameters<typeof createAnswers>[0]['told'] = async (answer) => {
    const result = await answer;
    if (result.ok) return result.value;
    report(result.error);
    return null;
  };
  const conversation = { ...window.conversation, store };
  const session: Session = {
    ...window,
    conversation,
    recover: createRecoverActions({ call, report, conversationId: () => conversationId, toasts }),
    actions: {
      ...actions,
      ...createAnswers({ call, told, toasts, conversationId: () => conversationId }),
      chooseApprovalMode: async (approvalMode) =>
        (await told(call('conversation.configure', { conversationId, approvalMode }))) !== null,
    },
  };
  return {
    session,
    show: (state) => store.setState({ state, shown: { messages: state.messages, hasEarlier: true, hasLater: false } }),
  };
}
