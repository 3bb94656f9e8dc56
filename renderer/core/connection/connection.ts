// Keeps the connection to the host: one client at a time, reconnecting with backoff. Its owner fetches new snapshots
// whenever `onOpen` fires. Calls while disconnected fail immediately with CONNECTION_CLOSED.

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ContractEvent } from '../../../shared/contract.ts';
import { type ErrorCode, fail, type Result } from '../../../shared/core/errors.ts';
import type { SentenceData } from '../../../shared/core/sentence.ts';
import { type ContractClient, createClient } from '../../../shared/protocol/client.ts';
import type { Link } from './link.ts';

/** @internal */
export type ConnectionStatus =
  | { kind: 'connecting' }
  | { kind: 'open' }
  /** `attempt` starts at 1. */
  | { kind: 'reconnecting'; attempt: number }
  /** Keeps retrying, since another tab may receive the new URL. */
  | { kind: 'refused'; wants: 'newPage' | 'newAddress' };

export interface Connection {
  status: StoreApi<ConnectionStatus>;
  call: ContractClient['call'];
  onEvent(listener: (event: ContractEvent) => void): () => void;
  /** Called after each successful connection; `again` is true for reconnections. */
  onOpen(listener: (again: boolean) => void): () => void;
  start(): void;
  /** Skips the wait for the next attempt. */
  retryNow(): void;
}

export interface ConnectionDeps {
  link: Link;
  /** Sets a timer; returns a function that cancels it. */
  later(ms: number, callback: () => void): () => void;
  /** Asks the user for an out-of-window confirmation; true if the call may be repeated. */
  confirm?(details: Record<string, unknown>, call: ContractClient['call']): Promise<boolean>;
  /** Localizes an error; default: the host's message. */
  say?(code: ErrorCode, message: string, sentence?: SentenceData): string;
}

export function createConnection({
  link,
  later,
  confirm,
  say = (_code, message) => message,
}: ConnectionDeps): Connection {
  const status = createStore<ConnectionStatus>(() => ({ kind: 'connecting' }));
  const eventListeners = new Set<(event: ContractEvent) => void>();
  const openListeners = new Set<(again: boolean) => void>();
  let client: ContractClient | null = null;
  let wasOpen = false;
  let attempt = 0;
  let cancelWait: (() => void) | null = null;
  /** While connecting: whether to retry at once on failure. */
  let trying: { again: boolean } | null = null;
  link.onRenewed?.(() => {
    if (trying) trying.again = true;
    else retryNow();
  });

  async function connect(): Promise<void> {
    cancelWait = null;
    const own = { again: false };
    trying = own;
    const outcome = await link.open();
    trying = null;
    if (outcome.kind !== 'open') {
      if (own.again) return connect();
      return outcome.kind === 'refused' ? refuse(outcome.wants) : wait();
    }
    const next = createClient(outcome.transport, anotherTurn);
    client = next;
    attempt = 0;
    next.onEvent((event) => {
      if (client === next) for (const listener of eventListeners) listener(event);
    });
    next.onClose(() => {
      if (client !== next) return;
      client = null;
      wait();
    });
    status.setState({ kind: 'open' }, true);
    const again = wasOpen;
    wasOpen = true;
    for (const listener of openListeners) listener(again);
  }

  function refuse(wants: 'newPage' | 'newAddress'): void {
    status.setState({ kind: 'refused', wants }, true);
    if (wants === 'newAddress') tryLater();
  }

  function wait(): void {
    status.setState({ kind: 'reconnecting', attempt: attempt + 1 }, true);
    tryLater();
  }

  function tryLater(): void {
    attempt++;
    cancelWait = later(backoff(attempt), () => void connect());
  }

  function retryNow(): void {
    if (!cancelWait) return;
    cancelWait();
    void connect();
  }

  /** Keeps the host's original message in the details, for callers that look for a field name. */
  function spoken<T>(answer: Result<T>): Result<T> {
    if (answer.ok) return answer;
    const { code, message, said, details } = answer.error;
    const sentence = say(code, message, said);
    if (sentence === message) return answer;
    return fail(code, sentence, { ...details, said: message });
  }

  const connection: Connection = {
    status,
    async call(method, params, signal) {
      const closed = fail('CONNECTION_CLOSED', 'The app cannot be reached at the moment. Nothing was changed.');
      const ask = async () => (client ? client.call(method, params, signal) : closed);
      const answer = await ask();
      const needs = !answer.ok && answer.error.code === 'CONFIRMATION_NEEDED' ? (answer.error.details ?? {}) : null;
      const again = needs !== null && confirm && (await confirm(needs, connection.call));
      // The connection may have been lost meanwhile; do not report a missing confirmation then.
      return spoken(again ? await ask() : answer);
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    onOpen(listener) {
      openListeners.add(listener);
      return () => openListeners.delete(listener);
    },
    start: () => void connect(),
    retryNow,
  };
  return connection;
}

// Backoff between connection attempts: quick at first, then every ten seconds.

/** Milliseconds before attempt `attempt`, which counts from 1. @internal */
export function backoff(attempt: number): number {
  return Math.min(10_000, 250 * 2 ** Math.max(0, attempt - 1));
}

/** Calls back in a separate task; unlike a timer, it is not throttled in hidden pages. */
function anotherTurn(callback: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(null);
}
