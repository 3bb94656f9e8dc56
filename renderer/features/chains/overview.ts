// A whole chain in a strip: how much went on in each part of its time, and where something failed or waits. Pure.

import type { CallTimes } from './callTimes.ts';
import type { TimeScale } from './timeScale.ts';

export interface OverviewBin {
  /** Calls that were going on in it. */
  calls: number;
  failed: boolean;
  /** Somebody is waited for, now. */
  waiting: boolean;
}

/** `scale`: one in which all of the time is as wide as the strip. `width`: pixels of a bin. */
export function overviewBins(calls: readonly { times: CallTimes }[], scale: TimeScale, width: number): OverviewBin[] {
  const count = Math.max(1, Math.ceil(scale.width / width));
  const last = count - 1;
  /** By how many more calls go on in a bin than in the one before it. */
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

/** The bins as the path of a silhouette in a box of `height`: one call is seen, and a hundred do not hide ten. */
export function silhouette(bins: readonly OverviewBin[], width: number, height: number): string {
  const most = Math.log2(1 + Math.max(1, ...bins.map(({ calls }) => calls)));
  const least = height * 0.35;
  const parts = bins.flatMap(({ calls }, at) => {
    if (calls === 0) return [];
    const tall = least + (height - least) * (Math.log2(1 + calls) / most);
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
