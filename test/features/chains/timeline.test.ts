// The time axis of a waterfall: its ticks, idle time at its full length, and the strip that shows everything.

import { describe, expect, test } from 'vitest';
import type { BoxState } from '../../../renderer/core/calls/callState.ts';
import { type CallTimes, totalsOf } from '../../../renderer/features/chains/callTimes.ts';
import { type ChainCallRow, callRows, chainRows } from '../../../renderer/features/chains/chainRows.ts';
import { noFilter } from '../../../renderer/features/chains/chainsStore.ts';
import { marksPath, overviewBins, silhouettePath } from '../../../renderer/features/chains/overview.ts';
import { createTimeScale } from '../../../renderer/features/chains/timeScale.ts';
import { callSummary } from '../../../shared/conversation/callSummaries.ts';
import type { ChainCall } from '../../../shared/conversation/chain.ts';
import { cite } from '../../support/cite.ts';

const fit = { width: 600, zoom: 1, compress: true };
const second = 1_000;

function call(from: number, to: number, state: BoxState = 'ok'): { times: CallTimes } {
  return { times: { state, waited: null, ran: { from, to }, inside: [], whole: { from, to } } };
}

describe('the axis ticks', () => {
  test(cite('UI-2', 'are round, start at zero, and match their times'), () => {
    const begin = Date.parse('2026-01-01T10:00:00.250Z');
    const scale = createTimeScale([{ from: begin, to: begin + 30 * second }], fit);
    const ticks = scale.ticks(0, 600, 64);
    expect(ticks.map(({ since }) => since / second)).toEqual([0, 5, 10, 15, 20, 25, 30]);
    for (const { x, since } of ticks) expect(scale.x(begin + since)).toBeCloseTo(x);
  });

  test('are those in view, at any zoom', () => {
    const scale = createTimeScale([{ from: 0, to: 3_600 * second }], { ...fit, zoom: 3_000 });
    const ticks = scale.ticks(900_000, 900_600, 64);
    expect(ticks.length).toBeGreaterThan(3);
    expect(ticks.length).toBeLessThan(11);
    expect(ticks.every(({ x }) => x >= 900_000 && x <= 900_600)).toBe(true);
    const steps = ticks.slice(1).map(({ since }, at) => since - (ticks[at]?.since ?? 0));
    expect(new Set(steps).size).toBe(1);
  });

  test('continue with the actual time after a gap, and skip the gap itself', () => {
    const stretches = [
      { from: 0, to: 20 * second },
      { from: 3_600 * second, to: 3_620 * second },
    ];
    const scale = createTimeScale(stretches, fit);
    const [gap] = scale.gaps;
    const ticks = scale.ticks(0, 600, 64);
    expect(ticks.some(({ since }) => since > 3_600 * second)).toBe(true);
    expect(ticks.every(({ x }) => x <= (gap?.x ?? 0) || x >= (gap?.x ?? 0) + 39)).toBe(true);
  });

  test('are days for a chain of days, and absent for one without a duration', () => {
    const days = createTimeScale([{ from: 0, to: 40 * 86_400 * second }], fit).ticks(0, 600, 64);
    expect(days.map(({ since }) => (since / second) % 86_400)).toEqual(days.map(() => 0));
    expect(createTimeScale([{ from: 5, to: 5 }], fit).ticks(0, 600, 64)).toEqual([]);
    expect(createTimeScale([], fit).ticks(0, 600, 64)).toEqual([]);
  });
});

test(cite('UI-2', 'idle time is narrow, or to scale on request'), () => {
  const stretches = [
    { from: 0, to: second },
    { from: 9 * second, to: 10 * second },
  ];
  expect(createTimeScale(stretches, fit).gaps).toHaveLength(1);
  const whole = createTimeScale(stretches, { ...fit, compress: false });
  expect(whole.gaps).toEqual([]);
  expect([0, 1, 5, 9, 10].map((at) => Math.round(whole.x(at * second)))).toEqual([0, 60, 300, 540, 600]);
});

test(cite('UI-5', 'for ten thousand calls, no more is drawn than the pixels show'), () => {
  const calls = Array.from({ length: 10_000 }, (_, n): ChainCall => {
    const at = Date.UTC(2026, 0, 1) + Math.floor(n / 40) * 600_000 + (n % 40) * 900;
    const base = callSummary(
      {
        conversationId: 'c',
        messageId: `m${n}`,
        index: 0,
        callId: '',
        name: 'read_file',
        arguments: `{"path":"f${n}"}`,
        askedAt: new Date(at).toISOString(),
      },
      null,
    );
    return {
      ...base,
      resultId: `r${n}`,
      outcome: n % 9 ? 'ok' : 'error',
      startedAt: new Date(at + 5).toISOString(),
      duration: n % 800,
    };
  });
  const turns = Array.from({ length: 250 }, (_, n) => ({
    messageId: `t${n}`,
    words: `Turn ${n}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    first: n * 40,
  }));
  const source = { chain: { calls, turns, phase: 'ready' as const, error: null }, live: [] };
  const options = {
    filter: noFilter,
    matches: new Set<string>(),
    toggled: new Set<string>(),
    now: Date.UTC(2026, 0, 9),
    agentOf: () => null,
  };
  const rows = chainRows(source, options);
  const shown = rows.filter((row): row is ChainCallRow => row.type === 'call');
  const stretches = shown.map(({ times }) => times.whole);
  const scale = createTimeScale(stretches, { width: 470, zoom: 500, compress: true });
  const overview = createTimeScale(stretches, { width: 470, zoom: 1, compress: true });
  expect(rows).toHaveLength(10_250);
  expect(totalsOf(callRows(source, options.now))).toMatchObject({ calls: 10_000 });
  // The pixels limit the drawing, however many calls there are.
  expect(overviewBins(shown, overview, 2).length).toBeLessThanOrEqual(470 / 2 + 1);
  expect(silhouettePath(overviewBins(shown, overview, 2), 2, 28).length).toBeLessThan(10_000);
  expect(scale.ticks(100_000, 100_470, 64).length).toBeLessThan(20);
});

describe('the overview strip', () => {
  const scale = createTimeScale([{ from: 0, to: 100 }], { width: 100, zoom: 1, compress: true });

  test(cite('UI-2', 'shows for each part how many calls ran, and whether one failed or waits'), () => {
    const calls = [call(0, 39), call(10, 29), call(50, 51, 'error'), call(90, 100, 'waiting')];
    const bins = overviewBins(calls, scale, 10);
    expect(bins.map((bin) => bin.calls)).toEqual([1, 2, 2, 1, 0, 1, 0, 0, 0, 1]);
    expect(bins.flatMap(({ failed }, at) => (failed ? [at] : []))).toEqual([5]);
    expect(bins.flatMap(({ waiting }, at) => (waiting ? [at] : []))).toEqual([9]);
  });

  test('is drawn so that one call is visible next to a thousand, and a failure has its own mark', () => {
    const bins = overviewBins([...Array.from({ length: 1_000 }, () => call(0, 9)), call(50, 59, 'error')], scale, 10);
    const heights = [...silhouettePath(bins, 10, 20).matchAll(/M(\d+) 20v-(\d+)/g)].map(([, x, tall]) => [
      Number(x),
      Number(tall),
    ]);
    expect(heights.map(([x]) => x)).toEqual([0, 50]);
    expect(heights[0]?.[1]).toBe(20);
    expect(heights[1]?.[1]).toBeGreaterThan(6);
    expect(marksPath(bins, 'failed', 10, 6)).toBe('M50 0h10v6h-10z');
    expect(marksPath(bins, 'waiting', 10, 6)).toBe('');
    expect(overviewBins([], scale, 10).every((bin) => bin.calls === 0)).toBe(true);
  });
});

test(cite('UI-2', 'zero is a tick of the axis, despite rounding of sums'), () => {
  const scale = createTimeScale([{ from: 1_000, to: 4_100 }], { width: 470, zoom: 1, compress: true });
  expect(scale.ticks(1e-9, 470, 64)[0]).toMatchObject({ since: 0 });
});
