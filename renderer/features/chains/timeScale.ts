// Time axis of a waterfall: maps times to pixels. Activity is drawn to scale; long idle stretches are compressed to
// narrow labeled gaps unless compression is off. Pure.

import { mergeStretches, type Stretch } from './callTimes.ts';

export interface TimeGap extends Stretch {
  /** Pixels from the left of the axis. */
  x: number;
}

export interface TimeScale {
  /** Position of a time in pixels, clamped to the axis. */
  x(at: number): number;
  /** The time at a position in pixels. */
  at(x: number): number;
  width: number;
  gaps: readonly TimeGap[];
  /** Ticks at round times since the start, between two positions and at least `apart` pixels apart. */
  ticks(from: number, to: number, apart: number): TimeTick[];
}

export interface TimeTick {
  x: number;
  /** Milliseconds since the start. */
  since: number;
}

export interface TimeScaleOptions {
  /** Total width in pixels at zoom 1. */
  width: number;
  /** Multiplies the width. */
  zoom: number;
  /** Compresses long idle stretches. */
  compress: boolean;
}

const gapWidth = 40;
/** Tolerance for rounding errors, as a fraction of a step. */
const hair = 1e-6;
/** Idle stretches are compressed from this length, if also this fraction of the active time. */
const minGapMs = 2_000;
const gapShare = 0.06;

interface Piece extends Stretch {
  x: number;
  width: number;
  isGap: boolean;
}

export function createTimeScale(stretches: readonly Stretch[], { width, zoom, compress }: TimeScaleOptions): TimeScale {
  const busy = mergeStretches(stretches);
  const first = busy[0];
  if (!first) return { x: () => 0, at: () => 0, width, gaps: [], ticks: () => [] };
  const busyMs = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const min = Math.max(minGapMs, busyMs * gapShare);
  const parts: (Stretch & { isGap: boolean })[] = [];
  for (const stretch of busy) {
    const last = parts.at(-1);
    if (last && (!compress || stretch.from - last.to < min)) last.to = stretch.to;
    else {
      if (last) parts.push({ from: last.to, to: stretch.from, isGap: true });
      parts.push({ ...stretch, isGap: false });
    }
  }
  const gapCount = parts.filter(({ isGap }) => isGap).length;
  const drawnMs = parts.reduce((sum, { from, to, isGap }) => sum + (isGap ? 0 : to - from), 0);
  // Many gaps shrink to fit at low zoom, and reach full width when zoomed in.
  const gap = Math.min(gapWidth, (Math.max(width * 0.5, 1) / Math.max(1, gapCount)) * zoom);
  const room = Math.max(width * zoom - gap * gapCount, 1);
  const scale = drawnMs > 0 ? room / drawnMs : 0;
  const pieces: Piece[] = [];
  let x = 0;
  for (const part of parts) {
    const wide = part.isGap ? gap : (part.to - part.from) * scale;
    pieces.push({ ...part, x, width: wide });
    x += wide;
  }
  return {
    width: Math.max(width, x),
    gaps: pieces.filter(({ isGap }) => isGap),
    x(at) {
      const piece = last(pieces, (each) => each.from <= at) ?? pieces[0];
      if (!piece) return 0;
      const length = piece.to - piece.from;
      const share = length > 0 ? Math.min(1, Math.max(0, (at - piece.from) / length)) : 0;
      return piece.x + share * piece.width;
    },
    at(place) {
      const piece = last(pieces, (each) => each.x <= place) ?? pieces[0];
      if (!piece) return first.from;
      const share = piece.width > 0 ? Math.min(1, Math.max(0, (place - piece.x) / piece.width)) : 0;
      return piece.from + share * (piece.to - piece.from);
    },
    ticks(from, to, apart) {
      const step = scale > 0 ? stepFor(apart / scale) : null;
      if (step === null) return [];
      const ticks: TimeTick[] = [];
      for (const piece of pieces) {
        if (piece.isGap || piece.x + piece.width < from || piece.x > to) continue;
        const begin = piece.from - first.from;
        const firstVisible = begin + Math.max(0, (from - piece.x) / scale);
        const max = Math.min(piece.to - first.from, begin + (to - piece.x) / scale);
        for (let since = Math.max(0, Math.ceil(firstVisible / step - hair)) * step; since <= max; since += step) {
          const tick = { x: piece.x + (since - begin) * scale, since };
          if (tick.x - (ticks.at(-1)?.x ?? -apart) >= apart * 0.8) ticks.push(tick);
        }
      }
      return ticks;
    },
  };
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000] as const;
/** Round steps in units of time. */
const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
];

/** The shortest step that is at least this long. */
function stepFor(min: number): number {
  return steps.find((step) => step >= min) ?? Math.ceil(min / day) * day;
}

/** The last piece, in order, that satisfies the predicate. */
function last(pieces: readonly Piece[], holds: (piece: Piece) => boolean): Piece | undefined {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(pieces[middle] as Piece)) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}
