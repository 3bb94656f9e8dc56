// What a running tool prints, on its way to the views: gathered for a moment and cut to what a view keeps, so that a tool
// that prints without end holds up nobody.

import { liveOutputLimit } from '../../shared/conversation/event.ts';
import type { Clock } from '../ports/clock.ts';

const everyMs = 60;

export interface LiveOutput {
  add(text: string): void;
  /** Sends what is left; nothing is sent after it. */
  end(): void;
}

export function liveOutput(clock: Clock, send: (text: string) => void): LiveOutput {
  const ended = new AbortController();
  let waiting = '';
  let timed = false;

  function flush(): void {
    timed = false;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    send(text.toWellFormed());
  }

  return {
    add(text) {
      if (ended.signal.aborted) return;
      waiting = (waiting + text).slice(-liveOutputLimit);
      if (timed) return;
      timed = true;
      void clock.wait(everyMs, ended.signal).then(flush);
    },
    end() {
      flush();
      ended.abort();
    },
  };
}
