// Which part of a waterfall's time one sees: as near as one looks, and from where. It follows the rows, until the person goes
// elsewhere in time; then the rows follow.

import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { Stretch } from './callTimes.ts';
import type { ChainCallRow, ChainRow } from './chainRows.ts';
import { createTimeScale, type TimeScale } from './timeScale.ts';

/** About as many as one sees. */
const rowsInView = 20;
/** Pixels. */
const widest = 2_000_000;
const margin = 12;
const wheelRate = 0.004;

export interface PlaceOptions {
  rows: readonly ChainRow[];
  /** Pixels of the axis, and of the strip that shows all of it. */
  axisWidth: number;
  stripWidth: number;
  /** 0: as it fits best. */
  zoom: number;
  compress: boolean;
  /** The first row that one sees. */
  first: number;
  onZoom: (zoom: number) => void;
  /** Brings a row to the top. */
  toRow: (index: number) => void;
}

export interface Place {
  calls: ChainCallRow[];
  scale: TimeScale;
  overview: TimeScale;
  /** How near one looks; 1: all of it is seen. */
  zoom: number;
  /** Pixels that are hidden at the left. */
  pan: number;
  seen: Stretch;
  moveTo(from: number): void;
  lookAt(span: Stretch): void;
  /** By a hand's wheel, at so many pixels of the axis. */
  wheel(event: WheelEvent, x: number): void;
  /** The rows were moved: the time follows them again. */
  follow(): void;
}

/** All of it where it is little; else so close that about as many rows as one sees fill the axis. */
export function bestZoom(calls: number): number {
  return calls < rowsInView * 2 ? 1 : calls / rowsInView;
}

export function usePlace(options: PlaceOptions): Place {
  const { rows, axisWidth, stripWidth, compress, first, onZoom, toRow } = options;
  const [from, setFrom] = useState<number | null>(null);
  const calls = useMemo(() => rows.filter((row): row is ChainCallRow => row.type === 'call'), [rows]);
  const stretches = useMemo(() => calls.map(({ times }) => times.whole), [calls]);
  const most = widest / axisWidth;
  const zoom = Math.min(most, options.zoom || bestZoom(calls.length));
  const scale = useMemo(
    () => createTimeScale(stretches, { width: axisWidth, zoom, compress }),
    [stretches, axisWidth, zoom, compress],
  );
  const overview = useMemo(
    () => createTimeScale(stretches, { width: stripWidth, zoom: 1, compress }),
    [stretches, stripWidth, compress],
  );
  const pan = useMemo(() => {
    // Less than a pixel is what sums of fractions leave over.
    if (scale.width < axisWidth + 1) return 0;
    const row = rows.slice(first).find((each): each is ChainCallRow => each.type === 'call' && each.depth === 0);
    const x = from !== null ? scale.x(from) : row ? scale.x(row.times.whole.from) - margin : scale.width;
    return Math.max(0, Math.min(scale.width - axisWidth, x));
  }, [scale, axisWidth, rows, first, from]);
  const seen = useMemo(() => ({ from: scale.at(pan), to: scale.at(pan + axisWidth) }), [scale, pan, axisWidth]);

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
    seen,
    moveTo,
    lookAt(span) {
      const width = Math.max(1, scale.x(span.to) - scale.x(span.from));
      onZoom(Math.max(1, Math.min(most, (zoom * axisWidth) / width)));
      moveTo(span.from);
    },
    wheel(event, x) {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const next = Math.max(1, Math.min(most, zoom * Math.exp(-event.deltaY * wheelRate)));
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

/** Told of the wheel where it may be kept from scrolling or zooming the page. */
export function useWheel(area: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void): void {
  useEffect(() => {
    const element = area.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [area, onWheel]);
}
