// Header of the waterfall: round time steps since the start, the length of each gap, and the time under the pointer.

import { type RefObject, useEffect, useRef } from 'react';
import { formatDuration } from '../../core/format/duration.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { classes } from '../../ui/classes.ts';
import { formatMoment } from './callText.ts';
import type { TimeGap, TimeScale, TimeTick } from './timeScale.ts';
import { chainWords } from './words.ts';

/** Min pixels between two ticks, and the width of a tick's label. */
const apart = 64;
const wide = 84;
/** Width of a gap's label, and the approximate widths of a Latin and a Chinese character, in pixels. */
const gapText = 48;
const letterWidth = 6;
const wideLetter = 12;

interface AxisProps {
  scale: TimeScale;
  /** Pixels scrolled out to the left. */
  pan: number;
  width: number;
}

export function TimeAxis({ scale, pan, width }: AxisProps) {
  const all = ticksIn(scale, pan, width);
  const endOf = ({ x, since }: TimeTick): number => x + textWidth(sinceBegin(since)) + 8;
  const zero = all.find(({ since }) => since === 0);
  // The axis needs its zero, so a gap directly after it goes unlabeled.
  const gaps = gapsIn(scale, pan, width).filter((gap) => !zero || gapStart(scale, gap) >= endOf(zero));
  // Labels overlap neither gap labels nor each other, and stay within the axis.
  let free = Number.NEGATIVE_INFINITY;
  const ticks = all.filter((tick) => {
    const end = endOf(tick);
    if (tick.x < free || end - pan > width) return false;
    if (gaps.some((gap) => end > gapStart(scale, gap) && tick.x < gapStart(scale, gap) + gapText)) return false;
    free = end;
    return true;
  });
  const begin = scale.at(0);
  return (
    <span className="relative block h-6 min-w-0 flex-1 overflow-hidden" aria-hidden data-axis>
      {ticks.map(({ x, since }) => (
        <span
          key={since}
          className={classes(
            'tabular absolute top-1 truncate pl-1 text-ink-3 text-small',
            x - pan > 4 && 'border-line border-l',
          )}
          style={{ left: x - pan, maxWidth: wide }}
          title={formatMoment(begin + since)}
        >
          {sinceBegin(since)}
        </span>
      ))}
      {gaps.map((gap) => (
        <span
          key={gap.x}
          className="tabular absolute top-1 truncate text-center text-ink-3 text-small"
          style={{ left: gapStart(scale, gap) - pan, width: gapText }}
          title={chainWords.gap(formatDuration(gap.to - gap.from))}
        >
          {shortTime(gap.to - gap.from)}
        </span>
      ))}
    </span>
  );
}

/** The same gaps as bands behind the rows, and the same steps as lines. */
export function GapBands({ scale, pan, width }: AxisProps) {
  return (
    <>
      {ticksIn(scale, pan, width).map(({ x, since }) => (
        <span key={since} className="absolute inset-y-0 w-px bg-line opacity-60" style={{ left: x - pan }} />
      ))}
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

/**
 * A line at the pointer with the time of day and the time since the start. Drawn without React, to keep up with the
 * pointer.
 */
export function TimeCursor({
  scale,
  pan,
  over,
}: {
  scale: TimeScale;
  pan: number;
  over: RefObject<HTMLElement | null>;
}) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const area = over.current;
    const cursor = line.current;
    const frame = cursor?.parentElement;
    if (!area || !cursor || !frame) return;
    const hide = (): void => {
      cursor.hidden = true;
    };
    const show = ({ clientX }: PointerEvent): void => {
      const { left, width } = frame.getBoundingClientRect();
      const x = clientX - left;
      cursor.hidden = x < 0 || x > width;
      if (cursor.hidden) return;
      const at = scale.at(x + pan);
      cursor.style.transform = `translateX(${x}px)`;
      cursor.dataset.side = x > width / 2 ? 'left' : 'right';
      (cursor.firstElementChild as HTMLElement).textContent =
        `${formatMoment(at)} · ${formatDuration(at - scale.at(0))}`;
    };
    area.addEventListener('pointermove', show);
    area.addEventListener('pointerleave', hide);
    return () => {
      area.removeEventListener('pointermove', show);
      area.removeEventListener('pointerleave', hide);
    };
  }, [over, scale, pan]);
  return (
    <span ref={line} hidden className="group/time absolute inset-y-0 left-0 w-px bg-ink-3" data-time-cursor>
      <span className="tabular absolute bottom-1 left-1 whitespace-nowrap rounded-s border border-line bg-over px-1.5 text-ink-2 text-small group-data-[side=left]/time:right-1 group-data-[side=left]/time:left-auto" />
    </span>
  );
}

function ticksIn(scale: TimeScale, pan: number, width: number): TimeTick[] {
  return scale.ticks(pan, pan + width, apart);
}

function textWidth(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? wideLetter : letterWidth), 0);
}

/** Start of a gap's label, centered in its band. */
function gapStart(scale: TimeScale, gap: TimeGap): number {
  return gap.x - (gapText - bandWidth(scale, gap)) / 2;
}

function bandWidth(scale: TimeScale, gap: TimeGap): number {
  return Math.max(1, scale.x(gap.to) - gap.x);
}

/** The visible gaps; none if there are so many that they would be only lines. */
function gapsIn(scale: TimeScale, pan: number, width: number): TimeGap[] {
  const visibleGaps = scale.gaps.filter((gap) => gap.x < pan + width && gap.x + bandWidth(scale, gap) > pan);
  return visibleGaps.length > width / 24 ? [] : visibleGaps;
}

/** `0 s`, `5 s`, `1.5 s`, `200 ms`, `2 min 30 s`, `2 h`: axis steps are round, and so are their labels. */
function sinceBegin(ms: number): string {
  const { seconds, milliseconds, minutes, hours } = strings.ui.units;
  if (ms === 0) return seconds('0');
  if (ms < 1000) return milliseconds(ms.toFixed(0));
  const number = new Intl.NumberFormat(timeLocale);
  if (ms < 60_000) return seconds(number.format(ms / 1000));
  if (ms % 3_600_000 === 0) return hours(number.format(ms / 3_600_000));
  if (ms < 3_600_000 && ms % 60_000 === 0) return minutes(number.format(ms / 60_000));
  return formatDuration(ms);
}

/** A single number: 12 sec, 4 min, 3 hr, 2 days. */
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
