// The part of a row on the time axis: filled while the call ran, hatched while it waited for the person (in colour only as
// long as it waits), a tick where it did neither.

import { classes } from '../ui/classes.ts';
import type { CallTimes, Stretch } from './callTimes.ts';
import type { TimeScale } from './timeScale.ts';

/** Pixels: what is shorter is drawn as long as this. */
const least = 3;

const tones: Record<string, string> = {
  error: 'bg-fail',
  running: 'bg-accent',
  cancelled: 'border border-ink-3 bg-page',
  interrupted: 'border border-ink-3 bg-page',
};

export function WaterfallBar({ times, scale }: { times: CallTimes; scale: TimeScale }) {
  const { state, ran, waited, whole } = times;
  const at = ({ from, to }: Stretch) => {
    const left = scale.x(from);
    return { left, width: Math.max(least, scale.x(to) - left) };
  };
  return (
    <span
      className="absolute inset-y-0 left-0 block w-full"
      style={{ transform: 'translateX(calc(-1 * var(--pan)))' }}
      aria-hidden
    >
      {waited && (
        <span
          data-bar="waited"
          className={classes(
            'absolute top-1/2 h-2.5 -translate-y-1/2 rounded-s',
            state === 'waiting' ? 'waiting-bar' : 'waited-bar',
          )}
          style={at(waited)}
        />
      )}
      {ran && (
        <span
          data-bar="ran"
          className={classes(
            'absolute top-1/2 h-2.5 -translate-y-1/2 rounded-s',
            tones[state] ?? 'bg-ink-3',
            state === 'running' && 'rounded-r-none',
          )}
          style={at(ran)}
        />
      )}
      {!ran && !waited && (
        <span
          data-bar="none"
          className="absolute top-1/2 h-2.5 w-px -translate-y-1/2 bg-ink-3"
          style={{ left: scale.x(whole.from) }}
        />
      )}
    </span>
  );
}
