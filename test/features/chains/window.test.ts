import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { costParts, endOf } from '../../../renderer/features/chains/callText.ts';
import {
  runningMs,
  stallOf,
  timesOf,
  totalsOf,
  typicalDurations,
  waitingMs,
} from '../../../renderer/features/chains/callTimes.ts';
import { matchesFilter } from '../../../renderer/features/chains/chainFilter.ts';
import {
  type ChainCallRow,
  type ChainSource,
  chainRows,
  type RowsOptions,
} from '../../../renderer/features/chains/chainRows.ts';
import { noFilter } from '../../../renderer/features/chains/chainsStore.ts';
import { createTimeScale } from '../../../renderer/features/chains/timeScale.ts';
import { WaterfallBar } from '../../../renderer/features/chains/WaterfallBar.tsx';
import type { ChainCall } from '../../../shared/conversation/chain.ts';
import type { LiveCall } from '../../../shared/conversation/event.ts';
import { cite } from '../../support/cite.ts';

const zero = Date.parse('2026-02-01T10:00:00Z');
const at = (ms: number): string => new Date(zero + ms).toISOString();

function callAt(ms: number, took: number | null, change: Partial<ChainCall> = {}): ChainCall {
  return {
    conversationId: 'c',
    messageId: `m${ms}`,
    index: 0,
    callId: 'x',
    name: 'read_file',
    arguments: '{"path":"a"}',
    outcome: took === null ? 'interrupted' : 'ok',
    neverStarted: false,
    isSkipped: false,
    askedAt: at(ms),
    startedAt: took === null ? null : at(ms),
    duration: took,
    waitedMs: null,
    bytes: 3,
    resultId: took === null ? null : `r${ms}`,
    resultHead: 'said',
    agent: null,
    changed: false,
    byHand: false,
    ...change,
  };
}

function source(calls: ChainCall[], live: LiveCall[] = [], turns = [0]): ChainSource {
  const made = turns.map((first, n) => ({ messageId: `t${n}`, createdAt: at(0), words: `turn ${n}`, first }));
  return { chain: { calls, turns: made, phase: 'ready', error: null }, live };
}

const options: RowsOptions = {
  filter: noFilter,
  matches: new Set(),
  toggled: new Set(),
  now: zero + 100_000,
  agentOf: () => null,
};
const calls = (rows: ReturnType<typeof chainRows>): ChainCallRow[] => rows.filter((row) => row.type === 'call');

test(cite('UI-2', 'waiting for the user is distinguished from running, even while it lasts'), () => {
  const done = timesOf(callAt(0, 500, { startedAt: at(3_000), waitedMs: 2_800 }), null, zero);
  expect(done.waited).toEqual({ from: zero + 200, to: zero + 3_000 });
  expect(done.ran).toEqual({ from: zero + 3_000, to: zero + 3_500 });
  const denied = timesOf(callAt(0, 0, { outcome: 'denied', startedAt: null, waitedMs: 900 }), null, zero);
  expect([denied.waited, denied.ran]).toEqual([{ from: zero, to: zero + 900 }, null]);
  const running: LiveCall = { messageId: 'm0', index: 0, state: 'running', startedAt: at(1_000), output: '' };
  expect(timesOf(callAt(0, null), running, zero + 9_000)).toMatchObject({
    state: 'running',
    waited: null,
    ran: { from: zero + 1_000, to: zero + 9_000 },
  });
  const waiting: LiveCall = { messageId: 'm0', index: 0, state: 'waiting', output: '' };
  expect(timesOf(callAt(0, null), waiting, zero + 9_000)).toMatchObject({
    state: 'waiting',
    waited: { from: zero, to: zero + 9_000 },
    ran: null,
  });
});

test(cite('UI-2', "waiting inside an agent counts as waiting in its call's row, during and afterwards"), () => {
  const waits = [
    { from: at(10_000), to: at(40_000) },
    { from: at(30_000), to: at(50_000) },
  ];
  const done = callAt(0, 60_000, { name: 'run_agent', agent: { conversationId: 'a', waits } });
  const times = timesOf(done, null, zero);
  expect(times.inside).toEqual([{ from: zero + 10_000, to: zero + 50_000 }]);
  expect([runningMs(times), waitingMs(times)]).toEqual([20_000, 40_000]);
  expect(totalsOf([{ times }])).toMatchObject({ runningMs: 20_000, waitingMs: 40_000 });
  expect(costParts(done, times)).toEqual(['20 s', 'waited 40 s']);
  const scale = createTimeScale([times.whole], { width: 600, zoom: 1, compress: true });
  const bars = renderToStaticMarkup(createElement(WaterfallBar, { times, scale })).match(/data-bar="\w+"/g);
  expect(bars).toEqual(['data-bar="waited"', 'data-bar="ran"', 'data-bar="ran"']);

  const approval = { approvalId: 'p', askedAt: at(60_000), agent: { conversationId: 'a', title: '' } };
  const live = { messageId: 'm0', index: 0, state: 'waiting', startedAt: at(0), output: '', waits, approval };
  const going = timesOf(callAt(0, null), live as unknown as LiveCall, zero + 90_000);
  expect(going).toMatchObject({ state: 'waiting', waited: null });
  expect([runningMs(going), waitingMs(going)]).toEqual([20_000, 70_000]);
});

test(cite('UI-2', 'a call that waited long, or took far longer than its tool usually does, is marked'), () => {
  const list = [100, 120, 90, 110, 60_000].map((took, n) => callAt(n * 100_000, took));
  const usual = typicalDurations(list);
  const stalls = list.map((call) => stallOf(call, timesOf(call, null, zero), usual)?.kind ?? null);
  expect(stalls).toEqual([null, null, null, null, 'slow']);
  const waited = callAt(0, 10, { waitedMs: 20_000 });
  expect(stallOf(waited, timesOf(waited, null, zero), usual)).toEqual({ kind: 'waited', ms: 20_000 });
  expect(totalsOf(list.map((call) => ({ times: timesOf(call, null, zero) })))).toEqual({
    calls: 5,
    failed: 0,
    runningMs: 60_420,
    waitingMs: 0,
  });
});

test(cite('UI-2', 'the time axis is to scale, and a long gap is one narrow band'), () => {
  const stretches = [
    { from: 0, to: 1_000 },
    { from: 1_500, to: 3_000 },
    { from: 3_603_000, to: 3_604_000 },
  ];
  const scale = createTimeScale(stretches, { width: 440, zoom: 1, compress: true });
  expect(scale.gaps).toMatchObject([{ from: 3_000, to: 3_603_000 }]);
  // 4,000 ms in 400 pixels, and 40 for the gap.
  expect([0, 1_000, 1_500, 3_000, 3_603_000, 3_604_000].map((ms) => Math.round(scale.x(ms)))).toEqual([
    0, 100, 150, 300, 340, 440,
  ]);
  for (const x of [0, 120, 299, 360, 440]) expect(scale.x(scale.at(x))).toBeCloseTo(x);
  expect(createTimeScale(stretches, { width: 440, zoom: 4, compress: true }).width).toBeCloseTo(1_760);
  expect(createTimeScale([], { width: 440, zoom: 1, compress: true })).toMatchObject({ width: 440, gaps: [] });
  const thousands = Array.from({ length: 3_000 }, (_, n) => ({ from: n * 600_000, to: n * 600_000 + 50 }));
  const crowded = createTimeScale(thousands, { width: 220, zoom: 1, compress: true });
  expect(crowded.width).toBeCloseTo(220);
  expect(crowded.x(1_500 * 600_000)).toBeGreaterThan(100);
});

test(cite('UI-2', 'overlapping calls of one reply are bracketed, sequential ones are not'), () => {
  const same = { messageId: 'm' };
  const beside = [
    callAt(0, 900, { ...same, index: 0 }),
    callAt(10, 300, { ...same, index: 1 }),
    callAt(20, 100, { ...same, index: 2 }),
  ];
  const after = [callAt(5_000, 100, { messageId: 'n', index: 0 }), callAt(6_000, 100, { messageId: 'n', index: 1 })];
  const rows = calls(chainRows(source([...beside, ...after]), options));
  expect(rows.map((row) => row.parallelPosition)).toEqual(['first', 'middle', 'last', null, null]);
});

test(cite('UI-2', "an agent's calls are below the call that started it, and lead to its box"), () => {
  const agent = source([callAt(50, 10, { messageId: 'inner', arguments: '{"path":"deep"}' })]);
  const outer = source([callAt(0, 900, { agent: { conversationId: 'a' }, name: 'run_agent' }), callAt(2_000, 5)]);
  const closed = calls(chainRows(outer, options));
  expect(closed.map((row) => [row.depth, row.open])).toEqual([
    [0, false],
    [0, false],
  ]);
  const open = { ...options, toggled: new Set(['m0:0']), agentOf: () => agent };
  const rows = calls(chainRows(outer, open));
  expect(rows.map((row) => [row.key, row.depth, row.box])).toEqual([
    ['m0:0', 0, 'm0:0'],
    ['m0:0/inner:0', 1, 'm0:0'],
    ['m2000:0', 0, 'm2000:0'],
  ]);
  const loading = chainRows(outer, { ...open, agentOf: () => null });
  expect(loading.find((row) => row.type === 'said')).toMatchObject({ says: 'loading', depth: 1 });
  // A filter that matches only an inner call keeps the call above it.
  const filtered = calls(chainRows(outer, { ...open, filter: { ...noFilter, text: 'deep' } }));
  expect(filtered.map((row) => row.key)).toEqual(['m0:0', 'm0:0/inner:0']);
});

test(cite('UI-2', 'a chain is filtered by tool, outcome, changed files and text, including collapsed turns'), () => {
  const list = [
    callAt(0, 10),
    callAt(1, 10, { name: 'run_command', outcome: 'error', resultHead: 'expected 200' }),
    callAt(2, 10, { name: 'write_file', changed: true }),
  ];
  const two = source(list, [], [0, 2]);
  const shown = (change: object, more: Partial<RowsOptions> = {}): string[] =>
    chainRows(two, { ...options, ...more, filter: { ...noFilter, ...change } }).map((row) =>
      row.type === 'call' ? row.call.name : row.key,
    );
  expect(shown({})).toEqual(['turn:t0', 'read_file', 'run_command', 'turn:t1', 'write_file']);
  expect(shown({ outcomes: ['error'] })).toEqual(['turn:t0', 'run_command']);
  expect(shown({ tools: ['write_file'] })).toEqual(['turn:t1', 'write_file']);
  expect(shown({ changed: true })).toEqual(['turn:t1', 'write_file']);
  expect(shown({ text: 'EXPECTED 200' })).toEqual(['turn:t0', 'run_command']);
  // What the host found in the whole result.
  expect(shown({ text: 'far away' }, { matches: new Set(['m0:0']) })).toEqual(['turn:t0', 'read_file']);
  expect(shown({}, { toggled: new Set(['turn:t0']) })).toEqual(['turn:t0', 'turn:t1', 'write_file']);
  expect(matchesFilter(list[0] as ChainCall, 'ok', { ...noFilter, text: 'read a' }, new Set())).toBe(true);
});

test('a skipped call has the word of the transcript', () => {
  const call = callAt(0, null, { neverStarted: true });
  expect(endOf(call, 'interrupted')).toMatchObject({ neverStarted: true, label: null });
  expect(endOf({ ...call, isSkipped: true }, 'interrupted')).toMatchObject({ neverStarted: false, label: 'Skipped' });
  expect(endOf({ ...call, isSkipped: true }, 'running')).toMatchObject({ neverStarted: false, label: null });
});
