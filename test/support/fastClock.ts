// The system's clock with other seconds: a wait of five is over in half a one, and says that it was five.

import { systemClock } from '../../electron/lib/clock.ts';
import type { Clock } from '../../electron/ports/clock.ts';

const times = 10;

export const fastClock: Clock = {
  now: systemClock.now,
  elapsed: () => systemClock.elapsed() * times,
  wait: (ms, signal) => systemClock.wait(ms / times, signal),
};
