// The head of the waterfall: how long after the beginning each moment along the axis is, and how long each gap was.

import { formatDuration } from '../../core/format/duration.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { formatMoment } from './callWords.ts';
import type { TimeGap, TimeScale } from './timeScale.ts';

/** Pixels between two moments at least. */
const step = 92;

export function TimeAxis({ scale, pan, width }: { scale: TimeScale; pan: number; width: number }) {
  const gaps = gapsIn(scale, pan, width);
  const moments: number[] = [];
  for (let x = Math.ceil(pan / step) * step; x < pan + width - step / 2; x += step) {
    if (!gaps.some((gap) => x > gap.x - step && x < gap.x + 56)) moments.push(x);
  }
  const begin = scale.at(0);
  return (
    <span className="relative block h-6 min-w-0 flex-1 overflow-hidden" aria-hidden>
      {moments.map((x) => (
        <span
          key={x}
          className="tabular absolute top-1 truncate text-ink-3 text-small"
          style={{ left: x - pan, maxWidth: step - 8 }}
          title={formatMoment(scale.at(x))}
        >
          {sinceBegin(scale.at(x) - begin)}
        </span>
      ))}
      {gaps.map((gap) => (
        <span
          key={gap.x}
          className="tabular absolute top-1 truncate text-center text-ink-3 text-small"
          style={{ left: gap.x - pan - 8, width: 56 }}
          title={strings.chains.gap(formatDuration(gap.to - gap.from))}
        >
          {shortTime(gap.to - gap.from)}
        </span>
      ))}
    </span>
  );
}

/** The same gaps as bands behind the rows. */
export function GapBands({ scale, pan, width }: { scale: TimeScale; pan: number; width: number }) {
  return (
    <>
      {gapsIn(scale, pan, width).map((gap) => (
        <span
          key={gap.x}
          className="gap-band absolute inset-y-0"
          style={{ left: gap.x - pan, width: bandWidth(scale, gap) }}
        />
      ))}
    </>
  );
}

function bandWidth(scale: TimeScale, gap: TimeGap): number {
  return Math.max(1, scale.x(gap.to) - gap.x);
}

/** Those of which one sees something, and not so many that they are nothing but lines. */
function gapsIn(scale: TimeScale, pan: number, width: number): TimeGap[] {
  const seen = scale.gaps.filter((gap) => gap.x < pan + width && gap.x + bandWidth(scale, gap) > pan);
  return seen.length > width / 24 ? [] : seen;
}

/** `+0 ms`, `+100 ms`, `+1.2 s`, `+3 min`: as figures beside each other are compared. */
function sinceBegin(ms: number): string {
  const whole = Math.round(ms);
  return `+${whole === 0 ? strings.ui.units.milliseconds('0') : formatDuration(whole)}`;
}

/** As one figure: 12 sec, 4 min, 3 hr, 2 days. */
function shortTime(ms: number): string {
  const seconds = ms / 1000;
  const [value, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3600
        ? [seconds / 60, 'minute']
        : seconds < 86_400
          ? [seconds / 3600, 'hour']
          : [seconds / 86_400, 'day'];
  const how = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(timeLocale, how).format(value as number);
}
