// A throttle: notifies at once, then at most a few times a second, always including the last change.

import type { Clock } from '../../../ports/clock.ts';

const everyMs = 300;

export interface ChangeNotice {
  changed(): void;
  subscribe(listener: () => void): () => void;
  close(): void;
}

export function createChangeNotice(clock: Clock): ChangeNotice {
  const listeners = new Set<() => void>();
  const over = new AbortController();
  let resting = false;
  let waiting = false;

  function tell(): void {
    waiting = false;
    resting = true;
    for (const listener of listeners) listener();
    void clock.wait(everyMs, over.signal).then(() => {
      resting = false;
      if (waiting && !over.signal.aborted) tell();
    });
  }

  return {
    changed() {
      if (over.signal.aborted) return;
      if (resting) waiting = true;
      else tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => over.abort(),
  };
}
