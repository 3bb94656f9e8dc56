// Bins a chain's whole time for the overview strip: activity, failures and waits. Pure.

import type { CallTimes } from './callTimes.ts';
import type { TimeScale } from './timeScale.ts';

export interface OverviewBin {
  /** Active calls. */
  calls: number;
  failed: boolean;
  /** A call waits for the user right now. */
  waiting: boolean;
}

/** `scale`: maps the whole time to the width of the strip. `width`: pixels per bin. */
export function overviewBins(calls: readonly { times: CallTimes }[], scale: TimeScale, width: number): OverviewBin[] {
  const count = Math.max(1, Math.ceil(scale.width / width));
  const last = count - 1;
  /** Change in active calls from one bin to the next. */
  const more = new Int32Array(count + 1);
  const failed = new Uint8Array(count);
  const waiting = new Uint8Array(count);
  for (const { times } of calls) {
    const { from, to } = times.whole;
    const begin = Math.min(last, Math.floor(scale.x(from) / width));
    const end = Math.min(last, Math.floor(scale.x(to) / width));
    more[begin] = (more[begin] ?? 0) + 1;
    more[end + 1] = (more[end + 1] ?? 0) - 1;
    if (times.state === 'error') failed[end] = 1;
    if (times.state === 'waiting') waiting[end] = 1;
  }
  let now = 0;
  return Array.from({ length: count }, (_, at) => {
    now += more[at] ?? 0;
    return { calls: now, failed: failed[at] === 1, waiting: waiting[at] === 1 };
  });
}

/**
 * The bins as a silhouette path of `height`: logarithmic, so that one call is visible and a hundred do not dwarf ten.
 */
export function silhouettePath(bins: readonly OverviewBin[], width: number, height: number): string {
  const max = Math.log2(1 + Math.max(1, ...bins.map(({ calls }) => calls)));
  const min = height * 0.35;
  const parts = bins.flatMap(({ calls }, at) => {
    if (calls === 0) return [];
    const tall = min + (height - min) * (Math.log2(1 + calls) / max);
    return `M${at * width} ${height}v${-Math.round(tall)}h${width}v${Math.round(tall)}z`;
  });
  return parts.join('');
}

export function marksPath(
  bins: readonly OverviewBin[],
  of: 'failed' | 'waiting',
  width: number,
  height: number,
): string {
  return bins
    .map((bin, at) => (bin[of] ? `M${at * width} 0h${Math.max(2, width)}v${height}h${-Math.max(2, width)}z` : ''))
    .join('');
}
