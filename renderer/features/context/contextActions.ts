// The user's changes to the context, each as one call, with undo.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import { retryUntilLoaded } from '../../core/loadCode.ts';
import type { ConversationStore } from '../../core/state/conversationStore.ts';
import type { Toasts } from '../../core/state/toasts.ts';
import type { LateStrings } from '../../core/strings/enLate.ts';
import { strings } from '../../core/strings.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    contextActions: ContextActions;
  }
}

export type MarkRequest = 'hide' | 'show' | 'pin' | 'unpin';

export interface ContextActions {
  /** `compacting`: a compaction requested here is in progress. */
  store: StoreApi<{ compacting: boolean }>;
  /** `label`: names the message in the confirmation (`shortLabel`). */
  mark(messageId: string, wish: MarkRequest, label: string): Promise<void>;
  /** Disables a compaction, or enables it again. */
  setUndone(messageId: string, undone: boolean): Promise<void>;
  /** Compacts now and reports the outcome. */
  compact(): Promise<void>;
}

export interface ContextActionsDeps {
  call<M extends MethodName>(method: M, params: ParamsOf<M>, signal?: AbortSignal): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  conversation: ConversationStore;
  toasts: Toasts;
}

type ContextWords = LateStrings['context'];

interface Marks {
  hidden?: boolean | null;
  pinned?: boolean | null;
}

const wishes: Record<MarkRequest, Marks> = {
  hide: { hidden: true },
  show: { hidden: false },
  pin: { pinned: true },
  unpin: { pinned: null },
};

export function createContextActions({ call, report, conversation, toasts }: ContextActionsDeps): ContextActions {
  const store = createStore<{ compacting: boolean }>(() => ({ compacting: false }));

  /** True for messages excluded by default; others need no mark to be sent. */
  function startsHidden(messageId: string): boolean {
    const { messageWindow } = conversation.store.getState();
    return messageWindow.messages.find((message) => message.id === messageId)?.includeInContext === false;
  }

  async function set(messageId: string, marks: Marks, noticeIn: (words: ContextWords) => string): Promise<void> {
    const conversationId = conversation.store.getState().id;
    if (conversationId === null) return;
    const answer = await call('context.mark', { conversationId, messageId, ...marks });
    if (!answer.ok) return report(answer.error);
    const { before } = answer.value;
    const words = (await retryUntilLoaded(() => import('../../core/lateStrings.ts'))).lateStrings.context;
    const notice = noticeIn(words);
    const undo = async (): Promise<void> => {
      const undone = await call('context.mark', { conversationId, messageId, ...before });
      if (!undone.ok) report(undone.error);
    };
    const same = toasts.store.getState().visibleToasts.find((toast) => toast.message === notice);
    if (same) toasts.dismiss(same.id);
    const action = { label: words.undo, isUndo: true, run: () => void undo() };
    toasts.show({ tone: 'info', message: notice, about: conversation.store.getState().id, action });
  }

  return {
    store,
    mark(messageId, wish, label) {
      const marks = wish === 'show' && !startsHidden(messageId) ? { hidden: null } : wishes[wish];
      return set(messageId, marks, (words) => words.done[wish](label));
    },
    setUndone(messageId, undone) {
      return set(messageId, { hidden: undone ? true : null }, ({ compactionUndone, compactionRedone }) =>
        undone ? compactionUndone : compactionRedone,
      );
    },
    async compact() {
      const conversationId = conversation.store.getState().id;
      if (conversationId === null || store.getState().compacting) return;
      store.setState({ compacting: true });
      const answer = await call('context.compact', { conversationId });
      store.setState({ compacting: false });
      if (!answer.ok) return report(answer.error);
      const { result, message } = answer.value;
      toasts.show({ tone: result === 'failed' ? 'error' : 'info', message: strings.sentences.host(message) });
    },
  };
}
