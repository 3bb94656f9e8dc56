// Waiting and running times of calls, and the calls of a chain that stand out: failed, long waits, or much slower than
// usual for the tool. Pure. Times are in milliseconds since 1970, as from `Date.parse`.

import type { ChainCall } from '../../../shared/conversation/chain.ts';
import type { LiveCall } from '../../../shared/conversation/event.ts';
import type { BoxState } from '../../core/calls/callState.ts';

export interface Stretch {
  from: number;
  to: number;
}

/** Sorted, with touching and overlapping stretches merged. */
export function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const apart: Stretch[] = [];
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    const before = apart.at(-1);
    if (before && from <= before.to) before.to = Math.max(before.to, to);
    else apart.push({ from, to: Math.max(from, to) });
  }
  return apart;
}

export interface CallTimes {
  state: BoxState;
  waited: Stretch | null;
  ran: Stretch | null;
  /** Stretches while it ran in which calls of its agent waited for the user; sorted, without overlaps. */
  inside: Stretch[];
  /** From the first to the last stretch; the time of the request if there are none. */
  whole: Stretch;
}

/** Waits from this length are marked. */
const longWaitMs = 10_000;
const slow = { factor: 5, minMs: 5_000, samples: 4 };
/** A form for the user: the call waits while it is open. */
const asksPerson = 'ask_user';

function callState(call: ChainCall, live: LiveCall | null): BoxState {
  if (call.resultId !== null || !live) return call.outcome;
  return live.question ? 'waiting' : live.state;
}

export function timesOf(call: ChainCall, live: LiveCall | null, now: number): CallTimes {
  const askedAt = parsed(call.askedAt) ?? 0;
  const state = callState(call, live);
  const started = parsed(call.startedAt) ?? (call.resultId === null ? parsed(live?.startedAt) : null);
  const waitedMs = call.waitedMs ?? 0;
  let waited: Stretch | null = null;
  let ran: Stretch | null = null;
  if (waitedMs > 0) {
    const to = started ?? askedAt + waitedMs;
    waited = { from: to - waitedMs, to };
  }
  if (call.resultId === null && live?.state === 'waiting' && started === null) {
    waited = { from: parsed(live.approval?.askedAt) ?? askedAt, to: now };
  }
  if (started !== null && call.resultId !== null && state !== 'denied')
    ran = { from: started, to: started + (call.duration ?? 0) };
  else if (started !== null && live) ran = { from: started, to: Math.max(now, started) };
  if (ran && call.name === asksPerson) {
    waited = ran;
    ran = null;
  }
  const inside = ran ? waitsWithin(ran, call, call.resultId === null ? live : null, now) : [];
  const from = waited?.from ?? ran?.from ?? askedAt;
  return { state, waited, ran, inside, whole: { from, to: Math.max(from, ran?.to ?? 0, waited?.to ?? 0) } };
}

/** Milliseconds that it ran without waiting for anyone. */
export function runningMs({ ran, inside }: Pick<CallTimes, 'ran' | 'inside'>): number {
  return ran ? lengthOf(ran) - sumOf(inside) : 0;
}

/** Milliseconds that it, or a call of its agent, waited for the user. */
export function waitingMs({ waited, inside }: Pick<CallTimes, 'waited' | 'inside'>): number {
  return (waited ? lengthOf(waited) : 0) + sumOf(inside);
}

function waitsWithin(ran: Stretch, call: ChainCall, live: LiveCall | null, now: number): Stretch[] {
  const noted = call.agent?.waits ?? live?.waits ?? [];
  const waits = noted.map(({ from, to }) => ({ from: parsed(from) ?? ran.from, to: parsed(to) ?? ran.from }));
  const askedAt = live?.state === 'waiting' ? live.approval?.askedAt : live?.agent && live.question?.askedAt;
  if (askedAt !== undefined) waits.push({ from: parsed(askedAt) ?? now, to: now });
  const within = waits.map(({ from, to }) => ({ from: Math.max(from, ran.from), to: Math.min(to, ran.to) }));
  return mergeStretches(within.filter(({ from, to }) => from < to));
}

const lengthOf = ({ from, to }: Stretch): number => to - from;
const sumOf = (stretches: readonly Stretch[]): number => stretches.reduce((sum, stretch) => sum + lengthOf(stretch), 0);

export type Stall = { kind: 'slow'; defaultMs: number } | { kind: 'waited'; ms: number };

/** The typical duration of each tool, for those called often enough. */
export function typicalDurations(calls: readonly ChainCall[]): ReadonlyMap<string, number> {
  const byTool = new Map<string, number[]>();
  for (const { name, duration } of calls) {
    if (duration === null) continue;
    const durations = byTool.get(name);
    if (durations) durations.push(duration);
    else byTool.set(name, [duration]);
  }
  const usual = new Map<string, number>();
  for (const [name, durations] of byTool) {
    if (durations.length < slow.samples) continue;
    durations.sort((one, other) => one - other);
    usual.set(name, durations[Math.floor((durations.length - 1) / 2)] ?? 0);
  }
  return usual;
}

export function stallOf(call: ChainCall, times: CallTimes, usual: ReadonlyMap<string, number>): Stall | null {
  const ran = runningMs(times);
  const defaultMs = usual.get(call.name);
  if (defaultMs !== undefined && ran >= slow.minMs && ran > defaultMs * slow.factor) return { kind: 'slow', defaultMs };
  const waited = waitingMs(times);
  return waited >= longWaitMs ? { kind: 'waited', ms: waited } : null;
}

export interface Totals {
  calls: number;
  failed: number;
  runningMs: number;
  waitingMs: number;
}

export function totalsOf(rows: readonly { times: CallTimes }[]): Totals {
  const totals: Totals = { calls: rows.length, failed: 0, runningMs: 0, waitingMs: 0 };
  for (const { times } of rows) {
    if (times.state === 'error') totals.failed++;
    totals.runningMs += runningMs(times);
    totals.waitingMs += waitingMs(times);
  }
  return totals;
}

function parsed(iso: string | null | undefined): number | null {
  const at = iso ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
