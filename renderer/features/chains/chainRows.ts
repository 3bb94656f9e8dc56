// Rows of a chain: turns with the user's message, their calls, and nested calls of sub-agents. Used by both the list
// and the waterfall. Pure.

import type { ChainCall, ChainTurn } from '../../../shared/conversation/chain.ts';
import type { LiveCall } from '../../../shared/conversation/event.ts';
import { type CallTimes, type Stall, stallOf, timesOf, typicalDurations } from './callTimes.ts';
import { chainKey, matchesFilter } from './chainFilter.ts';
import type { ChainState } from './chainStore.ts';
import type { ChainFilter } from './chainsStore.ts';

export interface ChainCallRow {
  type: 'call';
  key: string;
  call: ChainCall;
  times: CallTimes;
  stall: Stall | null;
  /** 0 for the conversation's own calls. */
  depth: number;
  /** The transcript box; for an agent's call, that of the call which started the agent. */
  box: string;
  /** Position among parallel calls. */
  parallelPosition: 'first' | 'middle' | 'last' | null;
  /** Null: it started no agent. */
  agent: string | null;
  open: boolean;
}

export interface TurnRow {
  type: 'turn';
  key: string;
  /** Null: calls before the first message. */
  turn: ChainTurn | null;
  calls: number;
  failed: number;
  open: boolean;
}

/** A note in place of an agent's calls. */
export interface QuotedRow {
  type: 'said';
  key: string;
  depth: number;
  says: 'loading' | 'empty' | 'gone';
}

export type ChainRow = ChainCallRow | TurnRow | QuotedRow;

/** Data of one conversation. */
export interface ChainSource {
  chain: ChainState;
  live: readonly LiveCall[];
}

export interface RowsOptions {
  filter: ChainFilter;
  /** Keys of the conversation's own calls that match on the host. */
  matches: ReadonlySet<string>;
  /** Rows that the user toggled. By default, turns are expanded and agents collapsed. */
  toggled: ReadonlySet<string>;
  now: number;
  agentOf(conversationId: string): ChainSource | null;
}

const maxDepth = 4;

/** Caches the times of finished calls: of ten thousand, only active ones are recomputed. */
const ended = new WeakMap<ChainCall, CallTimes>();

function timesNow(call: ChainCall, running: LiveCall | null, now: number): CallTimes {
  if (call.resultId === null || running !== null) return timesOf(call, running, now);
  const times = ended.get(call) ?? timesOf(call, null, now);
  ended.set(call, times);
  return times;
}

/** Every call row regardless of turns and filters, for the totals. */
export function callRows({ chain, live }: ChainSource, now: number): Pick<ChainCallRow, 'call' | 'times'>[] {
  const byKey = liveByKey(live);
  return chain.calls.map((call) => ({ call, times: timesNow(call, byKey.get(chainKey(call)) ?? null, now) }));
}

export function chainRows(source: ChainSource, options: RowsOptions): ChainRow[] {
  const { turns, calls } = source.chain;
  const all = rowsOf(source, options, { depth: 0, box: null, above: '' });
  const byCall = new Map<ChainCall, ChainRow[]>();
  let current: ChainRow[] = [];
  for (const row of all) {
    if (row.type === 'call' && row.depth === 0) {
      current = [];
      byCall.set(row.call, current);
    }
    current.push(row);
  }
  const rows: ChainRow[] = [];
  const add = (turn: ChainTurn | null, from: number, to: number): void => {
    const visibleRows = calls.slice(from, to).flatMap((call) => byCall.get(call) ?? []);
    const own = visibleRows.filter((row): row is ChainCallRow => row.type === 'call' && row.depth === 0);
    if (own.length === 0) return;
    const key = `turn:${turn?.messageId ?? ''}`;
    const open = !options.toggled.has(key);
    const failed = own.filter(({ times }) => times.state === 'error').length;
    rows.push({ type: 'turn', key, turn, calls: own.length, failed, open });
    if (open) rows.push(...visibleRows);
  };
  const first = turns[0]?.first ?? calls.length;
  if (first > 0) add(null, 0, first);
  for (const [index, turn] of turns.entries()) add(turn, turn.first, turns[index + 1]?.first ?? calls.length);
  return rows;
}

interface Under {
  depth: number;
  box: string | null;
  above: string;
}

function rowsOf({ chain, live }: ChainSource, options: RowsOptions, { depth, box, above }: Under): ChainRow[] {
  const byKey = liveByKey(live);
  const usual = typicalDurations(chain.calls);
  const noneFound: ReadonlySet<string> = new Set();
  const rows: ChainRow[] = [];
  const own: ChainCallRow[] = [];
  for (const call of chain.calls) {
    const boxKey = chainKey(call);
    const running = byKey.get(boxKey) ?? null;
    const times = timesNow(call, running, options.now);
    const key = `${above}${boxKey}`;
    const agent = call.agent?.conversationId ?? running?.agent?.conversationId ?? null;
    const open = agent !== null && options.toggled.has(key);
    const inner: Under = { depth: depth + 1, box: box ?? boxKey, above: `${key}/` };
    const below = open && agent !== null && depth < maxDepth ? agentRows(agent, options, inner) : [];
    const isHere = matchesFilter(call, times.state, options.filter, depth === 0 ? options.matches : noneFound);
    if (!isHere && !below.some((row) => row.type === 'call')) continue;
    const stall = stallOf(call, times, usual);
    const row: ChainCallRow = {
      type: 'call',
      key,
      call,
      times,
      stall,
      depth,
      box: box ?? boxKey,
      parallelPosition: null,
      agent,
      open,
    };
    own.push(row);
    rows.push(row, ...below);
  }
  markBeside(own);
  return rows;
}

function agentRows(agent: string, options: RowsOptions, under: Under): ChainRow[] {
  const source = options.agentOf(agent);
  const noteRows = (says: QuotedRow['says']): ChainRow[] => [
    { type: 'said', key: `${under.above}said`, depth: under.depth, says },
  ];
  if (!source || source.chain.phase === 'loading') return noteRows('loading');
  if (source.chain.phase === 'failed') return noteRows('gone');
  if (source.chain.calls.length === 0) return noteRows('empty');
  return rowsOf(source, options, under);
}

/** Marks calls of one reply that ran or waited in parallel. */
function markBeside(rows: ChainCallRow[]): void {
  for (let from = 0; from < rows.length; ) {
    let to = from + 1;
    let until = rows[from]?.times.whole.to ?? 0;
    while (to < rows.length) {
      const row = rows[to] as ChainCallRow;
      if (row.call.messageId !== rows[from]?.call.messageId || row.times.whole.from >= until) break;
      until = Math.max(until, row.times.whole.to);
      to++;
    }
    if (to - from > 1) {
      for (let at = from; at < to; at++) {
        (rows[at] as ChainCallRow).parallelPosition = at === from ? 'first' : at === to - 1 ? 'last' : 'middle';
      }
    }
    from = to;
  }
}

function liveByKey(live: readonly LiveCall[]): ReadonlyMap<string, LiveCall> {
  return new Map(live.map((call) => [`${call.messageId}:${call.index}`, call]));
}
