// Builds the transcript's rows: calls have rows of their own, and adjacent calls and finished turns fold into lines.
// Pure. Unchanged rows keep their identity, and a fold keeps its key while calls join at either end.

import { callKey } from '../../../../shared/conversation/event.ts';
import { type BoxState, isFinished } from '../../../core/calls/callState.ts';
import { type CallRef, callsOfItems, type TranscriptItem, withNested } from '../../../core/calls/items.ts';
import type { DoneCall } from '../../../core/calls/summarizeCalls.ts';
import { type FoldCall, foldedCount } from '../../calls/folds.ts';
import {
  hasFailed,
  isTurnOpen,
  mustStayVisible,
  type Turn,
  type TurnFold,
  turnFold,
  turnFoldKey,
  turnsOf,
} from './turns.ts';

export type SingleItem = Exclude<TranscriptItem, { type: 'calls' }>;

interface Placed {
  key: string;
  /** Pixels to the next row. */
  gap: number;
  /** The first and last message in it. */
  first: string;
  last: string;
  /** It waits for the user, so it renders even out of view. */
  waits: boolean;
}

interface ItemRow extends Placed {
  type: 'item';
  item: SingleItem;
  /** Only the turn's file changes follow. */
  isLast: boolean;
}

/** One line for adjacent finished calls or for a whole finished turn, expanded or not. */
export interface FoldRow extends Placed {
  type: 'fold';
  calls: (DoneCall & Partial<FoldCall>)[];
  /** Keys of its calls and, for a turn, of its texts. */
  keys: string[];
  open: boolean;
  /** The turn's duration in ms. Null: a fold of adjacent calls. */
  turn: number | null;
}

export interface CallRow extends Placed {
  type: 'call';
  call: CallRef;
  /** In an expanded fold, below its line. */
  inFold: boolean;
  /** Shown outside its folded turn, so the thinking before it is folded as well. */
  bare: boolean;
}

export type Row = ItemRow | FoldRow | CallRow;

export interface RowsInput {
  items: readonly TranscriptItem[];
  /** The state of a call. */
  stateOf(call: CallRef): BoxState;
  /** True for a call that a crash left open. */
  openCalls: Readonly<Record<string, boolean>>;
  openFolds: Readonly<Record<string, boolean>>;
  /** The last turn is active. */
  running: boolean;
  /** There is a later page. */
  hasLater?: boolean;
  /** Whether a turn with these keys may fold now without disturbing a reader. */
  mayFold?: (keys: readonly string[]) => boolean;
  /** The call with the focus, which never folds. */
  focused?: string | null;
}

/** Pixels between turns, and below a text with actions at its bottom. */
export const apart = 24;
/** Between the steps of a turn. */
const step = 8;

export function rowsOf(input: RowsInput): Row[] {
  const { items } = input;
  const rows: Row[] = [];
  const lastItem = items.findLastIndex(({ type }) => type !== 'changes');
  for (const turn of turnsOf(items)) {
    const fold = foldNow(turn, input);
    const mark = fold ? isTurnOpen(fold.keys, input.openFolds) : undefined;
    const open = mark === true;
    let line: FoldRow | null = null;
    let keptCalls: CallRef[] = [];
    for (const [at, item] of turn.items.entries()) {
      const index = turn.from + at;
      const gap = gapAfter(item, items[index + 1]);
      const folded = fold?.items.has(item) ?? false;
      if (fold && folded && !line) {
        line = turnRow(fold, open);
        rows.push(line);
      }
      if (folded && !open) {
        if (item.type === 'calls') keptCalls.push(...item.calls.filter((call) => staysSeen(call, mark, input)));
        continue;
      }
      if (keptCalls.length > 0) rows.push(...keptRows(keptCalls, input));
      keptCalls = [];
      if (item.type !== 'calls') rows.push(itemRow(item, gap, index === lastItem));
      else if (folded) rows.push(...callRows(item.calls, gap, input));
      else rows.push(...groupRows(item.calls, gap, input, isLatestTurn(turn, input)));
    }
    rows.push(...keptRows(keptCalls, input));
    if (line && rows[rows.indexOf(line) + 1]?.type !== 'item') line.gap = 0;
    const last = rows.at(-1);
    if (last && !turn.isLast) last.gap = apart;
  }
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    if (row.gap === 0 && next?.type === 'call' && next.call.reasoning && !next.bare) row.gap = step;
  }
  return rows;
}

/** Null: shown in full. */
function foldNow(turn: Turn, input: RowsInput): TurnFold | null {
  if (turn.isLast && input.running) return null;
  const fold = turnFold(turn, input.stateOf, !(turn.isLast && input.hasLater));
  if (!fold || isTurnOpen(fold.keys, input.openFolds) !== undefined) return fold;
  if (isLatestTurn(turn, input)) return null;
  return input.mayFold?.(fold.keys) === false ? null : fold;
}

/** The last turn of the conversation: it stays as it was read until the next one begins. */
const isLatestTurn = (turn: Turn, input: RowsInput): boolean => turn.isLast && !input.hasLater;

/** Also calls that the user opened during the run, until they fold the turn themselves (`mark`). */
function staysSeen(call: CallRef, mark: boolean | undefined, input: RowsInput): boolean {
  if (mustStayVisible(call, input.stateOf(call))) return true;
  return mark === undefined && (input.openCalls[call.key] === true || input.focused === call.key);
}

function turnRow({ keys, calls, took, items }: TurnFold, open: boolean): FoldRow {
  const all = [...items];
  const [first] = all;
  const last = all.at(-1);
  const firstRecord = first?.type === 'calls' ? first.calls[0]?.messageId : first && recordOf(first);
  const lastRecord = last?.type === 'calls' ? last.calls.at(-1)?.messageId : last && recordOf(last);
  return {
    type: 'fold',
    key: turnFoldKey(keys[0] ?? ''),
    gap: step,
    first: firstRecord ?? '',
    last: lastRecord ?? '',
    waits: false,
    calls,
    keys,
    open,
    turn: took,
  };
}

/** More changes than this also fold into a line. */
const maxChanges = 6;

function keptRows(calls: readonly CallRef[], input: RowsInput): Row[] {
  const rows: Row[] = [];
  for (const run of runsOf(calls, (call) => input.stateOf(call) === 'ok')) {
    const [first] = run;
    const many = run.length > maxChanges && first && input.stateOf(first) === 'ok';
    rows.push(...(many ? groupRows(run, 0, input, false) : callRows(run, 0, input, true)));
  }
  const last = rows.at(-1);
  if (last) last.gap = step;
  return rows;
}

/** Splits into runs of neighbors for which the predicate has the same value. */
function runsOf(calls: readonly CallRef[], is: (call: CallRef) => boolean): CallRef[][] {
  const runs: CallRef[][] = [];
  let before: boolean | null = null;
  for (const call of calls) {
    const now = is(call);
    if (now === before) runs.at(-1)?.push(call);
    else runs.push([call]);
    before = now;
  }
  return runs;
}

/** Leaves space for a text's actions if another turn follows. */
function gapAfter(item: TranscriptItem, next: TranscriptItem | undefined): number {
  if (item.type === 'dropped' || item.type === 'calls') return next && begins(next) ? apart : step;
  if (item.type === 'assistant' && (next?.type === 'calls' || next?.type === 'assistant')) return step;
  return apart;
}

const begins = ({ type }: TranscriptItem): boolean => type === 'user' || type === 'toolRun';

function itemRow(item: SingleItem, gap: number, isLast: boolean): ItemRow {
  const record = recordOf(item);
  return { type: 'item', key: item.key, gap, first: record, last: record, waits: false, item, isLast };
}

function recordOf(item: SingleItem): string {
  return item.type === 'changes' ? (item.calls.at(-1)?.messageId ?? item.messageId) : item.message.id;
}

function callRows(calls: readonly CallRef[], gap: number, input: RowsInput, bare = false, folded = 0): CallRow[] {
  return calls.map((call, index) => {
    const { key, messageId } = call;
    const waits = withNested(call).some((one) => input.stateOf(one) === 'waiting');
    const place = { key, gap: index === calls.length - 1 ? gap : 0, first: messageId, last: messageId, waits };
    return { type: 'call', ...place, call, inFold: index < folded, bare };
  });
}

/** `isLatest`: its last calls stay visible, also when the run ends. */
function groupRows(calls: readonly CallRef[], gap: number, input: RowsInput, isLatest: boolean): Row[] {
  const open = isUnfolded(calls, input.openFolds);
  const folds = calls.map((call) => {
    const state = input.stateOf(call);
    const leftOpen = state === 'interrupted' && call.result === null;
    const staysVisible = (!open && input.openCalls[call.key] === true) || leftOpen;
    return { call, state, staysVisible, hasOwnRow: hasFailed(call, state) };
  });
  const count = foldedCount(folds, isLatest);
  const rows: Row[] = [];
  if (count > 0) rows.push(foldRow(calls.slice(0, count), folds.slice(0, count), open));
  const outside = folds.filter(({ hasOwnRow }, at) => at >= count || hasOwnRow).map(({ call }) => call);
  rows.push(...(open ? callRows(calls, 0, input, false, count) : callRows(outside, 0, input)));
  const last = rows.at(-1);
  if (last) last.gap = gap;
  return rows;
}

function foldRow(calls: readonly CallRef[], folds: FoldRow['calls'], open: boolean): FoldRow {
  const first = calls[0] as CallRef;
  const last = calls.at(-1) as CallRef;
  return {
    type: 'fold',
    key: `fold:${first.key}`,
    gap: 0,
    first: first.messageId,
    last: last.messageId,
    waits: false,
    calls: folds,
    keys: calls.map(({ key }) => key),
    open,
    turn: null,
  };
}

/** An expanded group stays expanded when calls join: one marked call is enough. */
function isUnfolded(calls: readonly { key: string }[], openFolds: Readonly<Record<string, boolean>>): boolean {
  return calls.some(({ key }) => openFolds[key] === true);
}

/** Keys in expanded folds that are not marked as expanded yet. */
export function unmarkedKeys(items: readonly TranscriptItem[], openFolds: Readonly<Record<string, boolean>>): string[] {
  const unsaid = (marks: readonly string[]): string[] =>
    marks.some((mark) => openFolds[mark] === true) ? marks.filter((mark) => openFolds[mark] !== true) : [];
  if (Object.keys(openFolds).length === 0) return [];
  return turnsOf(items).flatMap((turn) => {
    const groups = turn.items.flatMap((item) => (item.type === 'calls' ? [item.calls.map(({ key }) => key)] : []));
    const texts = turn.items.flatMap(({ type, key }) => (type === 'assistant' ? key : []));
    return [...groups.flatMap(unsaid), ...unsaid([...groups.flat(), ...texts].map(turnFoldKey))];
  });
}

/** Calls whose state can change without a new message. */
export function unansweredCalls(items: readonly TranscriptItem[]): CallRef[] {
  return callsOfItems(items).filter(({ result }) => result === null);
}

/** Index of the row that shows the message or the call with that key; -1 if none. */
export function rowIndexOf(rows: readonly Row[], name: string): number {
  const exact = rows.findIndex(
    (row) =>
      row.type !== 'fold' &&
      (row.key === name || isHandCall(row, name) || (row.type === 'call' && has(row.call, name))),
  );
  if (exact >= 0) return exact;
  const own = rows.findIndex((row) => row.type !== 'fold' && row.first === name);
  if (own >= 0) return own;
  const ofRecord = `${name}:`;
  return rows.findIndex(
    (row) =>
      row.type === 'fold' &&
      (row.first === name ||
        row.keys.some((key) => key === name || key.startsWith(ofRecord)) ||
        row.calls.some(({ call }) => has(call, name))),
  );
}

/** Whether the call, or one of its sub-agent, has this key. */
const has = (call: CallRef, name: string): boolean => withNested(call).some(({ key }) => key === name);

function isHandCall(row: Row, name: string): boolean {
  return (
    row.type === 'item' && row.item.type === 'toolRun' && callKey({ messageId: row.item.message.id, index: 0 }) === name
  );
}

/** Returns `next`, with unchanged rows replaced by the previous objects. */
export function reuseRows(before: readonly Row[], next: readonly Row[]): Row[] {
  const previousRows = new Map(before.map((row) => [row.key, row]));
  const foldOf = new Map<string, string>();
  for (const row of before) if (row.type === 'fold') for (const key of row.keys) foldOf.set(nameIn(row, key), row.key);
  const taken = new Set<string>();
  return next.map((made) => {
    const row = made.type === 'fold' ? named(made, foldOf, taken) : made;
    const old = previousRows.get(row.key);
    return old && sameRow(old, row) ? old : row;
  });
}

/** Keeps a turn from taking the key of a fold that it contained. */
function nameIn({ turn }: FoldRow, key: string): string {
  return turn === null ? key : turnFoldKey(key);
}

function named(row: FoldRow, foldOf: ReadonlyMap<string, string>, taken: Set<string>): FoldRow {
  const names = row.keys.map((key) => foldOf.get(nameIn(row, key)));
  const before = names.find((name) => name !== undefined && !taken.has(name));
  const key = before ?? row.key;
  taken.add(key);
  return key === row.key ? row : { ...row, key };
}

function sameRow(a: Row, b: Row): boolean {
  if (a.gap !== b.gap || a.waits !== b.waits || a.first !== b.first || a.last !== b.last) return false;
  if (a.type === 'item' && b.type === 'item') return a.item === b.item && a.isLast === b.isLast;
  if (a.type === 'call' && b.type === 'call') return sameCall(a, b);
  if (a.type !== 'fold' || b.type !== 'fold' || a.open !== b.open || a.turn !== b.turn) return false;
  if (a.calls.length !== b.calls.length || a.keys.length !== b.keys.length) return false;
  return (
    a.calls.every(({ call, state }, at) => call === b.calls[at]?.call && state === b.calls[at].state) &&
    a.keys.every((key, at) => key === b.keys[at])
  );
}

function sameCall(a: CallRow, b: CallRow): boolean {
  return a.call === b.call && a.inFold === b.inFold && a.bare === b.bare;
}

const estimates = new WeakMap<Row, number>();

/** Estimated height in pixels before measuring. */
export function estimatedHeight(row: Row): number {
  const height = estimates.get(row) ?? estimate(row);
  estimates.set(row, height);
  return height;
}

function estimate(row: Row): number {
  if (row.type === 'fold') return 34 + row.gap;
  if (row.type === 'call') return (row.waits || !isFinished(row.call.result?.outcome ?? 'ok') ? 200 : 36) + row.gap;
  const { item } = row;
  if (item.type === 'record' || item.type === 'changes' || item.type === 'dropped') return 24 + row.gap;
  const { content } = item.message;
  const text = typeof content === 'string' ? content : '';
  const perLine = item.type === 'user' ? 60 : 90;
  // Only a hint: samples the beginning; long rows are measured once rendered.
  const sample = text.slice(0, 2000);
  const breaks = ((sample.split('\n').length - 1) * text.length) / Math.max(1, sample.length);
  const lines = Math.ceil(Math.max(breaks, text.length / perLine));
  return Math.max(24, lines * 24) + row.gap;
}
