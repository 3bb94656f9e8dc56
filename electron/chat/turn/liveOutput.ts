// Live output of a running tool for the views: batched briefly and cut to what a view keeps, so that endless output
// blocks nothing. It stays bytes until sent, since decoding everything would cost more than storing it.

import { liveOutputLimit } from '../../../shared/conversation/event.ts';
import type { Clock } from '../../ports/clock.ts';

const everyMs = 60;
/** A UTF-16 unit takes at most three bytes in UTF-8. */
const maxBytes = 3 * liveOutputLimit;

export interface LiveOutput {
  /** Whole UTF-8 characters; copied. */
  add(bytes: Buffer): void;
  /** Sends the rest; nothing is sent afterwards. */
  end(): void;
}

export function createLiveOutput(clock: Clock, send: (text: string) => void): LiveOutput {
  const ended = new AbortController();
  let waiting = Buffer.alloc(0);
  let used = 0;
  let timed = false;

  function flush(): void {
    timed = false;
    if (used === 0) return;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(waiting.subarray(0, used));
    used = 0;
    // The cut may have split a character.
    send(text.slice(-liveOutputLimit).toWellFormed());
  }

  /** Keeps the tail of both. */
  function keep(bytes: Buffer): void {
    const added = bytes.subarray(-maxBytes);
    if (waiting.length === 0) waiting = Buffer.alloc(2 * maxBytes);
    if (used + added.length > waiting.length) {
      const stays = maxBytes - added.length;
      waiting.copyWithin(0, used - stays, used);
      used = stays;
    }
    used += added.copy(waiting, used);
  }

  return {
    add(bytes) {
      if (ended.signal.aborted) return;
      keep(bytes);
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
