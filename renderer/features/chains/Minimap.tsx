// Overview of a chain's whole time above its rows: density, failures, and the visible part, which the pointer or arrow
// keys move. Dragging outside that part zooms to the span.

import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { formatDuration } from '../../core/format/duration.ts';
import type { CallTimes, Stretch } from './callTimes.ts';
import { marksPath, overviewBins, silhouettePath } from './overview.ts';
import type { TimeScale } from './timeScale.ts';
import { chainWords } from './words.ts';

const words = chainWords;

const height = 28;
/** Pixels per bin, and the distance below which a drag counts as a click. */
const binWidth = 2;
const slack = 4;
/** Min width of the visible part, in pixels. */
const minWindow = 6;
/** Keyboard step, as a fraction of the visible part. */
const step = 0.25;

export interface MinimapProps {
  calls: readonly { times: CallTimes }[];
  /** Maps the whole time to the width of the strip. */
  scale: TimeScale;
  /** The visible time range. */
  visibleSpan: Stretch;
  /** Scrolls to this start time. */
  onMove: (from: number) => void;
  /** Zooms so that the span fills the axis. */
  onSpan: (span: Stretch) => void;
  onZoom: (by: 1 | -1 | 0) => void;
}

export function Minimap({ calls, scale, visibleSpan, onMove, onSpan, onZoom }: MinimapProps) {
  const bins = useMemo(() => overviewBins(calls, scale, binWidth), [calls, scale]);
  const left = scale.x(visibleSpan.from);
  const right = Math.max(left + minWindow, scale.x(visibleSpan.to));
  const drag = useRef<{ x: number; grip: number | null } | null>(null);
  const [span, setSpan] = useState<[number, number] | null>(null);

  const placeOf = (event: PointerEvent<HTMLElement>): number => {
    const { left: begin, width } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(scale.width, ((event.clientX - begin) / Math.max(1, width)) * scale.width));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = placeOf(event);
    // Everything is visible, so there is nothing to move: a drag selects a span.
    const isWhole = right - left >= scale.width - slack;
    drag.current = { x, grip: !isWhole && x >= left && x <= right ? x - left : null };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!drag.current) return;
    const x = placeOf(event);
    if (drag.current.grip !== null) onMove(scale.at(x - drag.current.grip));
    else if (Math.abs(x - drag.current.x) > slack) setSpan([Math.min(x, drag.current.x), Math.max(x, drag.current.x)]);
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const from = drag.current;
    drag.current = null;
    setSpan(null);
    if (!from || from.grip !== null || event.type === 'pointercancel') return;
    if (span) onSpan({ from: scale.at(span[0]), to: scale.at(span[1]) });
    else onMove(scale.at(Math.max(0, from.x - (right - left) / 2)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = (right - left) * step;
    const to = (x: number) => () => onMove(scale.at(Math.max(0, Math.min(scale.width, x))));
    const actions: Record<string, () => void> = {
      ArrowLeft: to(left - by),
      ArrowRight: to(left + by),
      ArrowUp: to(left - by),
      ArrowDown: to(left + by),
      PageUp: to(left - (right - left)),
      PageDown: to(right),
      Home: to(0),
      End: to(scale.width - (right - left)),
      '+': () => onZoom(1),
      '=': () => onZoom(1),
      '-': () => onZoom(-1),
      '0': () => onZoom(0),
    };
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const begin = scale.at(0);
  const whole = scale.at(scale.width) - begin;
  const since = (at: number): string => formatDuration(Math.max(0, at - begin));
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={words.overview}
      aria-valuemin={0}
      aria-valuemax={Math.round(whole)}
      aria-valuenow={Math.round(Math.max(0, visibleSpan.from - begin))}
      aria-valuetext={words.overviewSeen(since(visibleSpan.from), since(visibleSpan.to), formatDuration(whole))}
      title={words.overviewHint}
      data-minimap
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      className="relative mx-2 my-1.5 shrink-0 cursor-crosshair touch-none overflow-hidden rounded-s bg-soft"
      style={{ height }}
    >
      <svg
        className="absolute inset-0 size-full"
        viewBox={`0 0 ${Math.max(1, scale.width)} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        data-colours
      >
        <path d={silhouettePath(bins, binWidth, height - 3)} transform="translate(0 3)" className="fill-line-strong" />
        <path d={marksPath(bins, 'waiting', binWidth, height)} className="fill-wait" />
        <path d={marksPath(bins, 'failed', binWidth, 6)} className="fill-fail" />
      </svg>
      <span
        className="absolute inset-y-0 cursor-grab rounded-s border border-accent bg-accent/12 active:cursor-grabbing"
        style={{ left: percent(left, scale.width), width: percent(right - left, scale.width) }}
        data-seen
        aria-hidden
      />
      {span && (
        <span
          className="absolute inset-y-0 border-accent border-x bg-accent/30"
          style={{ left: percent(span[0], scale.width), width: percent(span[1] - span[0], scale.width) }}
          aria-hidden
        />
      )}
    </div>
  );
}

function percent(part: number, whole: number): string {
  return `${(part / Math.max(1, whole)) * 100}%`;
}
