// Slows down guesses of a pairing code without using the code up: only wrong codes wait for their answer, and the right
// one is accepted after any number of them. Everybody who knows the address may guess, and through a tunnel all of them
// seem to come from this machine, so nobody in particular can be shut out.

import type { Clock } from '../../ports/clock.ts';

/**
 * Codes compared per second. With 39 bits, guessing for all of a code's five minutes succeeds with a chance of
 * 300 × 200 / 30⁸, which is 1 in 10.9 million; the user still has to accept the device with its check number.
 */
const maxPerSecond = 200;
/** Wrong codes that are answered at once: mistakes in typing. */
const freeMistakes = 5;
const firstDelayMs = 250;
const maxDelayMs = 8_000;
/** Answers that wait at a time; the oldest is sent when another wrong code arrives, so that they hold no connections. */
const maxWaiting = 16;

export interface CodeGuard {
  /** False: too many codes were presented within a second. The code stays valid; the page tries again. */
  admits(): boolean;
  /** A wrong code for this pairing was presented: resolves when it may be answered. */
  wrong(pairingId: string): Promise<void>;
  /** Wrong codes presented for this pairing. */
  count(pairingId: string): number;
  close(): void;
}

export function createCodeGuard(clock: Clock): CodeGuard {
  const presented: number[] = [];
  const waiting = new Set<AbortController>();
  let current = { pairingId: '', wrong: 0 };

  return {
    admits() {
      const now = clock.now().getTime();
      // Also after the clock was set back.
      while (presented[0] !== undefined && Math.abs(now - presented[0]) >= 1000) presented.shift();
      if (presented.length >= maxPerSecond) return false;
      presented.push(now);
      return true;
    },
    async wrong(pairingId) {
      if (current.pairingId !== pairingId) current = { pairingId, wrong: 0 };
      current.wrong += 1;
      const more = current.wrong - freeMistakes;
      if (more <= 0) return;
      const [oldest] = waiting;
      if (oldest && waiting.size >= maxWaiting) {
        oldest.abort();
        waiting.delete(oldest);
      }
      const ending = new AbortController();
      waiting.add(ending);
      await clock.wait(Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(more - 1, 10)), ending.signal);
      waiting.delete(ending);
    },
    count: (pairingId) => (current.pairingId === pairingId ? current.wrong : 0),
    close() {
      for (const each of waiting) each.abort();
    },
  };
}
