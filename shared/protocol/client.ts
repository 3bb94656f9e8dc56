// The contract's client: matches responses to calls, cancels, and forwards events. A lost connection fails the open
// calls; the owner reconnects and takes new snapshots.

import type { ContractEvent, MethodName, ParamsOf, ResultOf } from '../contract.ts';
import { type AppError, fail, type Result } from '../core/errors.ts';
import { say } from '../core/sentence.ts';
import type { ClientFrame, ServerFrame, Transport } from './transport.ts';

export interface ContractClient {
  /** Never rejects: a failure is a value. */
  call<M extends MethodName>(method: M, params: ParamsOf<M>, signal?: AbortSignal): Promise<Result<ResultOf<M>>>;
  onEvent(listener: (event: ContractEvent) => void): () => void;
  onClose(listener: () => void): void;
  close(): void;
}

const closedError: AppError = fail('CONNECTION_CLOSED', say`The connection to the app was lost.`).error;

/** In characters; larger frames are delivered in a later task than the one that received them, to split the work. */
const largeFrame = 500_000;

/** `inAnotherTurn`: runs a callback soon in another task. Without it every frame is delivered immediately. */
export function createClient(
  transport: Transport,
  inAnotherTurn: (callback: () => void) => void = (callback) => callback(),
): ContractClient {
  const open = new Map<number, (answer: Result<unknown>) => void>();
  const eventListeners = new Set<(event: ContractEvent) => void>();
  let nextId = 1;
  let closed = false;
  /** Large frames, and those queued behind them to keep the order. */
  const waiting: ServerFrame[] = [];

  function give(frame: ServerFrame): void {
    if (frame.kind === 'event') {
      for (const listener of eventListeners) listener(frame.event);
      return;
    }
    const settle = open.get(frame.id);
    open.delete(frame.id);
    settle?.(frame.ok ? { ok: true, value: frame.result } : { ok: false, error: frame.error });
  }

  function giveWaiting(): void {
    try {
      for (let frame = waiting.shift(); frame; frame = waiting.shift()) {
        give(frame);
        // The caller resumes before later frames are delivered.
        if (frame.kind === 'response') break;
      }
    } finally {
      // Also after a listener throws, so that it blocks nothing.
      if (waiting.length > 0) inAnotherTurn(giveWaiting);
    }
  }

  transport.onMessage((text) => {
    const frame = JSON.parse(text) as ServerFrame;
    if (waiting.length === 0 && text.length < largeFrame) return give(frame);
    waiting.push(frame);
    if (waiting.length === 1) inAnotherTurn(giveWaiting);
  });

  transport.onClose(() => {
    closed = true;
    for (const settle of open.values()) settle({ ok: false, error: closedError });
    open.clear();
  });

  function send(frame: ClientFrame): void {
    transport.send(JSON.stringify(frame));
  }

  return {
    call<M extends MethodName>(method: M, params: ParamsOf<M>, signal?: AbortSignal) {
      return new Promise<Result<ResultOf<M>>>((resolve) => {
        if (closed) return resolve({ ok: false, error: closedError });
        const id = nextId++;
        const cancel = (): void => send({ kind: 'cancel', id });
        open.set(id, (answer) => {
          signal?.removeEventListener('abort', cancel);
          resolve(answer as Result<ResultOf<M>>);
        });
        send({ kind: 'request', id, method, params });
        if (signal?.aborted) cancel();
        else signal?.addEventListener('abort', cancel, { once: true });
      });
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    onClose: (listener) => transport.onClose(listener),
    close: () => transport.close(),
  };
}
