// A view's copy of a state on the host: a snapshot, then the numbered events after it. Events that come before the
// snapshot are kept for it; a number that is missing means a fresh snapshot. What arrives between two frames is applied
// together, so that a view is drawn at most once a frame.

import type { AppError, Result } from '../../../shared/core/errors.ts';

export interface SyncedStateOptions<S extends { seq: number }, E> {
  load(): Promise<Result<S>>;
  /** The state after an event; one that was applied already changes nothing. */
  apply(state: S, seq: number, event: E): S;
  publish(state: S): void;
  failed(error: AppError): void;
  /** Calls back once, soon: at the next frame. */
  schedule(flush: () => void): void;
}

export interface SyncedState<S, E> {
  /** Takes a fresh snapshot. */
  load(): Promise<void>;
  receive(seq: number, event: E): void;
  /** Changes the copy without an event of the host; nothing before the first snapshot. */
  change(update: (state: S) => S): void;
  stop(): void;
}

export function createSyncedState<S extends { seq: number }, E>(options: SyncedStateOptions<S, E>): SyncedState<S, E> {
  let state: S | null = null;
  let waiting: { seq: number; event: E }[] = [];
  let scheduled = false;
  let stopped = false;
  /** The newest load; the answers of older ones are dropped. */
  let loadNumber = 0;
  let loading = false;
  /** Where a gap was last found: a fresh snapshot that is no newer would only find it again. */
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
