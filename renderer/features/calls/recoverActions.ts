// What a person does when a run broke off: go on, decide about calls that were interrupted, leave out what was refused.

import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { LimitKind } from '../../../shared/features/costs/methods.ts';
import type { Toasts } from '../../core/state/toasts.ts';
import { strings } from '../../core/strings.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    recover: RecoverActions;
  }
}

export type CallChoice = 'run_again' | 'skip' | 'mark_done';

export interface RecoverActions {
  /** Goes on from the end of the conversation. `overLimit`: whatever it costs. */
  resume(how?: { overLimit?: boolean }): Promise<boolean>;
  /** Makes a spending limit higher by as much as it is, and goes on. */
  raiseLimit(limit: LimitKind): Promise<boolean>;
  /** Gives an interrupted call its one result. */
  resolve(messageId: string, index: number, choice: CallChoice, options?: { endProcess?: boolean }): Promise<boolean>;
  /** Hides a record from what is sent, which can be undone, and goes on. */
  leaveOut(messageId: string): Promise<boolean>;
}

export interface RecoverActionsDeps {
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  /** That they are for. */
  conversationId(): string | null;
  toasts: Toasts;
}

export function createRecoverActions({
  call,
  report,
  conversationId: own,
  toasts,
}: RecoverActionsDeps): RecoverActions {
  async function asked<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M> | null> {
    const answer = await call(method, params);
    if (answer.ok) return answer.value;
    report(answer.error);
    return null;
  }

  async function resume(how: { overLimit?: boolean } = {}): Promise<boolean> {
    const conversationId = own();
    return conversationId !== null && (await asked('run.resume', { conversationId, ...how })) !== null;
  }

  return {
    resume,
    async raiseLimit(limit) {
      const conversationId = own();
      if (conversationId === null) return false;
      return (await asked('cost.raise', { conversationId, limit })) !== null && resume();
    },
    async resolve(messageId, index, choice, options = {}) {
      const conversationId = own();
      if (conversationId === null) return false;
      return (await asked('call.resolve', { conversationId, messageId, index, choice, ...options })) !== null;
    },
    async leaveOut(messageId) {
      const conversationId = own();
      if (conversationId === null) return false;
      const marked = await asked('context.mark', { conversationId, messageId, hidden: true });
      if (!marked) return false;
      const undo = (): void => void asked('context.mark', { conversationId, messageId, ...marked.before });
      const action = { label: strings.sidebar.undo, isUndo: true, run: undo };
      toasts.show({ tone: 'info', message: strings.chat.leftOut, about: conversationId, action });
      return resume();
    },
  };
}
