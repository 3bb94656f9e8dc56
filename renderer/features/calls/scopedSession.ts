// A session for one conversation shown alongside others: its state, answers and decisions belong to that conversation;
// everything else, such as opening another conversation, is the window's.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConversationState } from '../../../shared/conversation/event.ts';
import { createAnswers } from '../../core/state/answers.ts';
import type { ConversationView } from '../../core/state/conversationStore.ts';
import type { Session } from '../../core/state/session.ts';
import { createRecoveryActions } from './recoveryActions.ts';

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
    messageWindow: { messages: [], hasEarlier: false, hasLater: false },
    error: null,
    loadingEarlier: false,
    loadingLater: false,
    runError: null,
    runEnd: null,
  }));
  const valueOrNotify: Parameters<typeof createAnswers>[0]['valueOrNotify'] = async (answer) => {
    const result = await answer;
    if (result.ok) return result.value;
    report(result.error);
    return null;
  };
  const conversation = { ...window.conversation, store };
  const session: Session = {
    ...window,
    conversation,
    recover: createRecoveryActions({ call, report, conversationId: () => conversationId, toasts }),
    actions: {
      ...actions,
      ...createAnswers({ call, valueOrNotify, toasts, conversationId: () => conversationId }),
      stop: async () => void (await valueOrNotify(call('run.stop', { conversationId }))),
      tryNow: async () => void (await valueOrNotify(call('run.tryNow', { conversationId }))),
      chooseApprovalMode: async (approvalMode) =>
        (await valueOrNotify(call('conversation.configure', { conversationId, approvalMode }))) !== null,
    },
  };
  return {
    session,
    show: (state) =>
      store.setState({ state, messageWindow: { messages: state.messages, hasEarlier: true, hasLater: false } }),
  };
}
