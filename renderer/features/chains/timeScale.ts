// The time axis of a waterfall: where a moment stands, in pixels. Time in which something happened is drawn to scale; a long
// stretch in which nothing did is one narrow gap that says how long it was. Pure.

import { merged, type Stretch } from './callTimes.ts';

export interface TimeGap extends Stretch {
  /** Pixels from the left of the axis. */
  x: number;
}

export interface TimeScale {
  /** Pixels of a moment; those outside stand at the ends. */
  x(at: number): number;
  /** The moment at so many pixels. */
  at(x: number): number;
  width: number;
  gaps: readonly TimeGap[];
}

const gapWidth = 40;
/** Silence is compressed when it is as long as this, and as this part of what is not silence. */
const leastGapMs = 2_000;
const gapShare = 0.06;

interface Piece extends Stretch {
  x: number;
  width: number;
  isGap: boolean;
}

/** `width`: of all of it at the zoom 1. With a larger zoom it is as much wider. */
export function createTimeScale(stretches: readonly Stretch[], width: number, zoom: number): TimeScale {
  const busy = merged(stretches);
  const first = busy[0];
  if (!first) return { x: () => 0, at: () => 0, width, gaps: [] };
  const busyMs = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const least = Math.max(leastGapMs, busyMs * gapShare);
  const parts: (Stretch & { isGap: boolean })[] = [];
  for (const stretch of busy) {
    const last = parts.at(-1);
    if (last && stretch.from - last.to < least) last.to = stretch.to;
    else {
      if (last) parts.push({ from: last.to, to: stretch.from, isGap: true });
      parts.push({ ...stretch, isGap: false });
    }
  }
  const gapCount = parts.filter(({ isGap }) => isGap).length;
  const drawnMs = parts.reduce((sum, { from, to, isGap }) => sum + (isGap ? 0 : to - from), 0);
  // With very many gaps each is as narrow as it must be, and all are as wide as they should be when one looks closer.
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
  };
}

/** The last that holds, of pieces in order. */
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
