// Recovery after a broken run: continue, resolve interrupted calls, leave out a rejected message.

import type { MethodName, ParamsOf, ResultOf } from '../../../shared/contract.ts';
import type { AppError, Result } from '../../../shared/core/errors.ts';
import type { LimitKind } from '../../../shared/features/costs/methods.ts';
import type { Toasts } from '../../core/state/toasts.ts';
import { strings } from '../../core/strings.ts';

declare module '../../core/state/session.ts' {
  interface Session {
    recover: RecoveryActions;
  }
}

export type CallChoice = 'run_again' | 'get_result' | 'skip' | 'mark_done';

export interface RecoveryActions {
  /** Continues from the end of the conversation. `overLimit`: ignores spending limits. */
  resume(how?: { overLimit?: boolean }): Promise<boolean>;
  /** Doubles a spending limit and continues. */
  raiseLimit(limit: LimitKind): Promise<boolean>;
  /** Sets the result of an interrupted call. */
  resolve(messageId: string, index: number, choice: CallChoice, options?: { endProcess?: boolean }): Promise<boolean>;
  /** Hides a message from requests, with undo, and continues. */
  leaveOut(messageId: string): Promise<boolean>;
}

export interface RecoveryActionsDeps {
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<Result<ResultOf<M>>>;
  report(error: AppError): void;
  /** The conversation that the actions apply to. */
  conversationId(): string | null;
  toasts: Toasts;
}

export function createRecoveryActions({
  call,
  report,
  conversationId: own,
  toasts,
}: RecoveryActionsDeps): RecoveryActions {
  async function valueOrNotify<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M> | null> {
    const answer = await call(method, params);
    if (answer.ok) return answer.value;
    report(answer.error);
    return null;
  }

  async function resume(how: { overLimit?: boolean } = {}): Promise<boolean> {
    const conversationId = own();
    return conversationId !== null && (await valueOrNotify('run.resume', { conversationId, ...how })) !== null;
  }

  return {
    resume,
    async raiseLimit(limit) {
      const conversationId = own();
      if (conversationId === null) return false;
      return (await valueOrNotify('cost.raise', { conversationId, limit })) !== null && resume();
    },
    async resolve(messageId, index, choice, options = {}) {
      const conversationId = own();
      if (conversationId === null) return false;
      return (await valueOrNotify('call.resolve', { conversationId, messageId, index, choice, ...options })) !== null;
    },
    async leaveOut(messageId) {
      const conversationId = own();
      if (conversationId === null) return false;
      const marked = await valueOrNotify('context.mark', { conversationId, messageId, hidden: true });
      if (!marked) return false;
      const undo = (): void => void valueOrNotify('context.mark', { conversationId, messageId, ...marked.before });
      const action = { label: strings.sidebar.undo, isUndo: true, run: undo };
      toasts.show({ tone: 'info', message: strings.chat.leftOut, about: conversationId, action });
      return resume();
    },
  };
}
