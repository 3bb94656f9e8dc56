// The visible time range of a waterfall: zoom and position. The range follows the scrolled rows until the user pans or
// zooms; from then on the rows follow the range.

import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { Stretch } from './callTimes.ts';
import type { ChainCallRow, ChainRow } from './chainRows.ts';
import { createTimeScale, type TimeScale } from './timeScale.ts';

/** Approximate number of visible rows. */
const rowsInView = 20;
/** Max width in pixels. */
const widest = 2_000_000;
const margin = 12;
const wheelRate = 0.004;

export interface ZoomRangeOptions {
  rows: readonly ChainRow[];
  /** Pixels of the axis and of the overview strip. */
  axisWidth: number;
  stripWidth: number;
  /** 0: best fit. */
  zoom: number;
  compress: boolean;
  /** The first visible row. */
  first: number;
  onZoom: (zoom: number) => void;
  /** Scrolls a row to the top. */
  toRow: (index: number) => void;
}

export interface ZoomRange {
  calls: ChainCallRow[];
  scale: TimeScale;
  overview: TimeScale;
  /** Zoom; 1: everything is visible. */
  zoom: number;
  /** Pixels scrolled out to the left. */
  pan: number;
  visibleSpan: Stretch;
  moveTo(from: number): void;
  lookAt(span: Stretch): void;
  /** Handles the wheel at this position on the axis, in pixels. */
  wheel(event: WheelEvent, x: number): void;
  /** The rows were scrolled: the time follows them again. */
  follow(): void;
}

/** Shows everything if there is little; otherwise zooms so that about one view of rows fills the axis. */
export function bestZoom(calls: number): number {
  return calls < rowsInView * 2 ? 1 : calls / rowsInView;
}

export function useZoomRange(options: ZoomRangeOptions): ZoomRange {
  const { rows, axisWidth, stripWidth, compress, first, onZoom, toRow } = options;
  const [from, setFrom] = useState<number | null>(null);
  const calls = useMemo(() => rows.filter((row): row is ChainCallRow => row.type === 'call'), [rows]);
  const stretches = useMemo(() => calls.map(({ times }) => times.whole), [calls]);
  const max = widest / axisWidth;
  const zoom = Math.min(max, options.zoom || bestZoom(calls.length));
  const scale = useMemo(
    () => createTimeScale(stretches, { width: axisWidth, zoom, compress }),
    [stretches, axisWidth, zoom, compress],
  );
  const overview = useMemo(
    () => createTimeScale(stretches, { width: stripWidth, zoom: 1, compress }),
    [stretches, stripWidth, compress],
  );
  const pan = useMemo(() => {
    // Less than a pixel is a rounding error.
    if (scale.width < axisWidth + 1) return 0;
    const row = rows.slice(first).find((each): each is ChainCallRow => each.type === 'call' && each.depth === 0);
    const x = from !== null ? scale.x(from) : row ? scale.x(row.times.whole.from) - margin : scale.width;
    return Math.max(0, Math.min(scale.width - axisWidth, x));
  }, [scale, axisWidth, rows, first, from]);
  const visibleSpan = useMemo(() => ({ from: scale.at(pan), to: scale.at(pan + axisWidth) }), [scale, pan, axisWidth]);

  const moveTo = useCallback(
    (at: number) => {
      setFrom(at);
      const row = rows.findIndex((each) => each.type === 'call' && each.times.whole.to >= at);
      if (row >= 0) toRow(row);
    },
    [rows, toRow],
  );
  return {
    calls,
    scale,
    overview,
    zoom,
    pan,
    visibleSpan,
    moveTo,
    lookAt(span) {
      const width = Math.max(1, scale.x(span.to) - scale.x(span.from));
      onZoom(Math.max(1, Math.min(max, (zoom * axisWidth) / width)));
      moveTo(span.from);
    },
    wheel(event, x) {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const next = Math.max(1, Math.min(max, zoom * Math.exp(-event.deltaY * wheelRate)));
        const at = scale.at(pan + x);
        const nearer = createTimeScale(stretches, { width: axisWidth, zoom: next, compress });
        setFrom(nearer.at(Math.max(0, nearer.x(at) - x)));
        onZoom(next);
      } else if (event.deltaX !== 0 || event.shiftKey) {
        event.preventDefault();
        setFrom(scale.at(Math.max(0, pan + (event.deltaX || event.deltaY))));
      }
    },
    follow: useCallback(() => setFrom(null), []),
  };
}

/** Handles wheel events with a non-passive listener, so that page scrolling and zooming can be prevented. */
export function useWheel(area: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  useEffect(() => {
    const element = area.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [area, onWheel]);
}
