// A row's bar on the timeline: solid while running, hatched while the call or a call of its agent waits for the user
// (colored only while still waiting), a tick if it did neither.

import { classes } from '../../ui/classes.ts';
import type { CallTimes, Stretch } from './callTimes.ts';
import type { TimeScale } from './timeScale.ts';

/** Min bar width in pixels. */
const minWidth = 3;

const tones: Record<string, string> = {
  error: 'bg-fail',
  running: 'bg-accent',
  cancelled: 'border border-ink-3 bg-page',
  interrupted: 'border border-ink-3 bg-page',
};

export function WaterfallBar({ times, scale }: { times: CallTimes; scale: TimeScale }) {
  const { state, ran, waited, inside, whole } = times;
  const waits = [...(waited ? [waited] : []), ...inside];
  const at = ({ from, to }: Stretch) => {
    const left = scale.x(from);
    return { left, width: Math.max(minWidth, scale.x(to) - left) };
  };
  return (
    <span
      className="absolute inset-y-0 left-0 block w-full"
      style={{ transform: 'translateX(calc(-1 * var(--pan)))' }}
      aria-hidden
    >
      {waits.map((stretch, index) => (
        <span
          key={stretch.from}
          data-bar="waited"
          className={classes(
            'absolute top-1/2 h-2.5 -translate-y-1/2 rounded-s',
            state === 'waiting' && index === waits.length - 1 ? 'waiting-bar' : 'waited-bar',
          )}
          style={at(stretch)}
        />
      ))}
      {ranPieces(times).map((stretch) => (
        <span
          key={stretch.from}
          data-bar="ran"
          className={classes(
            'absolute top-1/2 h-2.5 -translate-y-1/2 rounded-s',
            tones[state] ?? 'bg-ink-3',
            state === 'running' && 'rounded-r-none',
          )}
          style={at(stretch)}
        />
      ))}
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

/** Stretches in which it ran and nothing in it waited. */
function ranPieces({ ran, inside }: CallTimes): Stretch[] {
  if (!ran) return [];
  const begins = [ran.from, ...inside.map(({ to }) => to)];
  const ends = [...inside.map(({ from }) => from), ran.to];
  const pieces = begins.map((from, index) => ({ from, to: ends[index] ?? from }));
  return inside.length === 0 ? pieces : pieces.filter(({ from, to }) => from < to);
}
