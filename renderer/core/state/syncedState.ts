// Mirrors a host state: a snapshot, then numbered events. Buffers events that arrive before the snapshot; a missing
// number triggers a new snapshot. Applies events in batches, at most one render per frame.

import type { AppError, Result } from '../../../shared/core/errors.ts';

export interface SyncedStateOptions<S extends { seq: number }, E> {
  load(): Promise<Result<S>>;
  /** Returns the state after an event; ignores those already applied. */
  apply(state: S, seq: number, event: E): S;
  publish(state: S): void;
  failed(error: AppError): void;
  /** Schedules a flush on the next frame. */
  schedule(flush: () => void): void;
}

export interface SyncedState<S, E> {
  /** Fetches a new snapshot. */
  load(): Promise<void>;
  receive(seq: number, event: E): void;
  /** Updates the copy locally; no-op before the first snapshot. */
  change(update: (state: S) => S): void;
  stop(): void;
}

export function createSyncedState<S extends { seq: number }, E>(options: SyncedStateOptions<S, E>): SyncedState<S, E> {
  let state: S | null = null;
  let waiting: { seq: number; event: E }[] = [];
  let scheduled = false;
  let stopped = false;
  /** The latest load; answers of earlier ones are dropped. */
  let loadNumber = 0;
  let loading = false;
  /** The last gap: a snapshot that is not newer would only hit it again. */
  let gapAt = -1;

  async function load(): Promise<void> {
    const number = ++loadNumber;
    loading = true;
    const answer = await options.load();
    if (stopped || number !== loadNumber) return;
    loading = false;
    if (!answer.ok) return options.failed(answer.error);
    state = answer.value;
    flush();
  }

  function flush(): void {
    scheduled = false;
    if (stopped || loading || !state) return;
    const events = waiting;
    waiting = [];
    for (const [index, { seq, event }] of events.entries()) {
      if (seq > state.seq + 1 && state.seq !== gapAt) {
        gapAt = state.seq;
        waiting = events.slice(index);
        options.publish(state);
        return void load();
      }
      state = options.apply(state, seq, event);
    }
    options.publish(state);
  }

  return {
    load,
    receive(seq, event) {
      if (stopped) return;
      waiting.push({ seq, event });
      if (scheduled || loading || !state) return;
      scheduled = true;
      options.schedule(flush);
    },
    change(update) {
      if (stopped || !state) return;
      state = update(state);
      options.publish(state);
    },
    stop() {
      stopped = true;
      waiting = [];
    },
  };
}
