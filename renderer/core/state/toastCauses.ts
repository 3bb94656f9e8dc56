// Ties toasts to their cause, and dismisses them when it is over: a failed call now works, the connection is back, a
// conversation is gone, or an action was undone.

import type { MethodName, ParamsOf } from '../../../shared/contract.ts';
import type { AppError } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { AppStore } from './appStore.ts';
import type { Toast, Toasts } from './toasts.ts';

type Cause = Pick<Toast, 'failed' | 'about' | 'ofConnection'>;

export interface ToastCauses {
  /** The connection's `call`, which tags failures by call; a success dismisses its toasts. */
  call: Connection['call'];
  /** The cause of an error's toast. */
  of(error: AppError): Cause;
}

export function createToastCauses(call: Connection['call'], toasts: Toasts): ToastCauses {
  const causes = new WeakMap<AppError, Cause>();
  return {
    async call(method, params, signal) {
      const answer = await call(method, params, signal);
      const failed = nameOf(method, params);
      if (answer.ok) endToasts(toasts, (toast) => toast.failed === failed);
      else {
        const lost = answer.error.code === 'CONNECTION_CLOSED';
        const about = conversationOf(params);
        causes.set(answer.error, { failed, ...(about ? { about } : {}), ...(lost ? { ofConnection: true } : {}) });
      }
      return answer;
    },
    of: (error) => causes.get(error) ?? {},
  };
}

function conversationOf(params: unknown): string | null {
  const has = typeof params === 'object' && params !== null && 'conversationId' in params;
  return has && typeof params.conversationId === 'string' ? params.conversationId : null;
}

/**
 * Identifies calls of a conversation by method, ignoring their text: an edited message is still the one that failed.
 */
function nameOf<M extends MethodName>(method: M, params: ParamsOf<M>): string {
  const about = conversationOf(params);
  const parameterText =
    about === null
      ? JSON.stringify(params)
      : `${about} ${Object.keys(params ?? {})
          .sort()
          .join(' ')}`;
  return `${method} ${parameterText}`;
}

function endToasts({ store, dismiss }: Toasts, isOver: (toast: Toast) => boolean): void {
  for (const toast of store.getState().visibleToasts) if (isOver(toast)) dismiss(toast.id);
}

/** Watches the causes; the returned function stops. */
export function watchToasts(toasts: Toasts, app: AppStore, connection: Pick<Connection, 'status'>): () => void {
  /** A toast's condition must have been true once before it can end. */
  const begun = new WeakSet<NonNullable<Toast['while']>>();
  const ends = [
    app.store.subscribe(({ snapshot }, before) => {
      if (!snapshot || toasts.store.getState().visibleToasts.length === 0) return;
      const was = new Set(before.snapshot?.conversations.map(({ id }) => id));
      const is = new Set(snapshot.conversations.map(({ id }) => id));
      endToasts(toasts, ({ about, while: holds }) => {
        if (holds?.(snapshot)) begun.add(holds);
        else if (holds && begun.has(holds)) return true;
        return typeof about === 'string' && was.has(about) && !is.has(about);
      });
    }),
    connection.status.subscribe((status) => {
      if (status.kind === 'open') endToasts(toasts, ({ ofConnection }) => ofConnection === true);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
