// The speed of a transfer over its last seconds.

import type { Clock } from '../../ports/clock.ts';

const windowMs = 5000;
const minMs = 500;

export function createSpeedMeter(clock: Pick<Clock, 'elapsed'>) {
  let points: { at: number; bytes: number }[] = [];
  return {
    reset(bytes: number): void {
      points = [{ at: clock.elapsed(), bytes }];
    },
    note(bytes: number): void {
      const at = clock.elapsed();
      // A transfer that starts again is a new one.
      if (bytes < (points.at(-1)?.bytes ?? 0)) points = [];
      const last = points.at(-1);
      if (last && at - last.at < 100) last.bytes = bytes;
      else points.push({ at, bytes });
      points = points.filter((point) => at - point.at <= windowMs);
    },
    /** Null while too little has arrived. */
    perSecond(): number | null {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last || last.at - first.at < minMs) return null;
      return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
    },
  };
}
