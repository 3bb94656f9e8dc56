// The transcript as rows that can be drawn one by one: what each item is, with the calls of a group and the line that they
// fold into as rows of their own. Pure. A row that says the same as before is the same object, and a fold keeps its name
// while calls join it at either end.

import { callKey } from '../../../../shared/conversation/event.ts';
import { type BoxState, isOver } from '../../../core/calls/callState.ts';
import type { CallRef, TranscriptItem } from '../../../core/calls/items.ts';
import { type FoldCall, foldedCount } from '../../calls/folds.ts';

export type SingleItem = Exclude<TranscriptItem, { type: 'calls' }>;

interface Placed {
  key: string;
  /** Pixels between it and the next row. */
  gap: number;
  /** The records that it begins and ends with. */
  first: string;
  last: string;
  /** It waits for the person: it is drawn wherever the reader is. */
  waits: boolean;
}

export interface ItemRow extends Placed {
  type: 'item';
  item: SingleItem;
  /** Nothing but what a turn changed comes after it. */
  isLast: boolean;
}

/** One line for the calls of a group that are done, opened or not. */
export interface FoldRow extends Placed {
  type: 'fold';
  calls: FoldCall[];
  /** Keys of the calls in it. */
  keys: string[];
  open: boolean;
}

export interface CallRow extends Placed {
  type: 'call';
  call: CallRef;
  /** Under the line of its fold, which is open. */
  inFold: boolean;
}

export type Row = ItemRow | FoldRow | CallRow;

export interface RowsInput {
  items: readonly TranscriptItem[];
  /** The state of a call. */
  stateOf(call: CallRef): BoxState;
  /** Whether a crash left the call open. */
  openCalls: Readonly<Record<string, boolean>>;
  openFolds: Readonly<Record<string, boolean>>;
  running: boolean;
}

const apart = 24;
const close = 8;

export function rowsOf(input: RowsInput): Row[] {
  const { items } = input;
  const rows: Row[] = [];
  const lastItem = items.findLastIndex(({ type }) => type !== 'changes');
  for (const [index, item] of items.entries()) {
    const gap = gapAfter(item, items[index + 1]);
    if (item.type === 'calls') rows.push(...groupRows(item.calls, gap, input, index === lastItem));
    else rows.push(itemRow(item, gap, index === lastItem));
  }
  return rows;
}

/** What a turn changed stands close to its calls. Below a text there is room for what can be done with it. */
function gapAfter(item: TranscriptItem, next: TranscriptItem | undefined): number {
  if (item.type === 'dropped') return close;
  return item.type === 'calls' && next?.type === 'changes' ? close : apart;
}

function itemRow(item: SingleItem, gap: number, isLast: boolean): ItemRow {
  const record = item.type === 'changes' ? (item.calls.at(-1)?.messageId ?? item.messageId) : item.message.id;
  return { type: 'item', key: item.key, gap, first: record, last: record, waits: false, item, isLast };
}

function groupRows(calls: readonly CallRef[], gap: number, input: RowsInput, atEnd: boolean): Row[] {
  const open = isUnfolded(calls, input.openFolds);
  const states = calls.map((call) => input.stateOf(call));
  const folds = calls.map((call, index): FoldCall => {
    const state = states[index] as BoxState;
    const leftOpen = state === 'interrupted' && call.result === null;
    const kept = (!open && input.openCalls[call.key] === true) || leftOpen;
    return { state, duration: call.result?.duration ?? 0, kept };
  });
  const count = foldedCount(folds, input.running && atEnd);
  const rows: Row[] = [];
  if (count > 0) rows.push(foldRow(calls.slice(0, count), folds.slice(0, count), open));
  for (const [index, call] of calls.entries()) {
    if (index < count && !open) continue;
    const waits = states[index] === 'waiting';
    const { key, messageId } = call;
    rows.push({ type: 'call', key, gap: 0, first: messageId, last: messageId, waits, call, inFold: index < count });
  }
  const last = rows.at(-1);
  if (last) last.gap = gap;
  return rows;
}

function foldRow(calls: readonly CallRef[], folds: FoldCall[], open: boolean): FoldRow {
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
  };
}

/** A group that was unfolded stays so when calls join it: one that is known to be unfolded speaks for all. */
export function isUnfolded(calls: readonly { key: string }[], openFolds: Readonly<Record<string, boolean>>): boolean {
  return calls.some(({ key }) => openFolds[key] === true);
}

/** The groups that are unfolded, as keys of calls that are not marked so yet. */
export function unmarkedKeys(items: readonly TranscriptItem[], openFolds: Readonly<Record<string, boolean>>): string[] {
  return items.flatMap((item) => {
    if (item.type !== 'calls' || !isUnfolded(item.calls, openFolds)) return [];
    return item.calls.flatMap(({ key }) => (openFolds[key] === true ? [] : key));
  });
}

/** Calls whose state can change without a new record. */
export function unanswered(items: readonly TranscriptItem[]): CallRef[] {
  return items.flatMap((item) => (item.type === 'calls' ? item.calls.filter(({ result }) => result === null) : []));
}

/** The row in which the record, or the call named by its key, is to be seen; -1: none. */
export function rowIndexOf(rows: readonly Row[], name: string): number {
  const exact = rows.findIndex((row) => row.type !== 'fold' && (row.key === name || isHandCall(row, name)));
  if (exact >= 0) return exact;
  return rows.findIndex((row) => (row.type === 'fold' ? row.keys.includes(name) : row.first === name));
}

function isHandCall(row: Row, name: string): boolean {
  return (
    row.type === 'item' && row.item.type === 'toolRun' && callKey({ messageId: row.item.message.id, index: 0 }) === name
  );
}

/** `next`, with the rows that say the same as before being the same objects. */
export function keepRows(before: readonly Row[], next: readonly Row[]): Row[] {
  const known = new Map(before.map((row) => [row.key, row]));
  const foldOf = new Map<string, string>();
  for (const row of before) if (row.type === 'fold') for (const key of row.keys) foldOf.set(key, row.key);
  const taken = new Set<string>();
  return next.map((made) => {
    const row = made.type === 'fold' ? named(made, foldOf, taken) : made;
    const old = known.get(row.key);
    return old && sameRow(old, row) ? old : row;
  });
}

function named(row: FoldRow, foldOf: ReadonlyMap<string, string>, taken: Set<string>): FoldRow {
  const before = row.keys.map((key) => foldOf.get(key)).find((name) => name !== undefined && !taken.has(name));
  const key = before ?? row.key;
  taken.add(key);
  return key === row.key ? row : { ...row, key };
}

function sameRow(a: Row, b: Row): boolean {
  if (a.gap !== b.gap || a.waits !== b.waits || a.first !== b.first || a.last !== b.last) return false;
  if (a.type === 'item' && b.type === 'item') return a.item === b.item && a.isLast === b.isLast;
  if (a.type === 'call' && b.type === 'call') return a.call === b.call && a.inFold === b.inFold;
  if (a.type !== 'fold' || b.type !== 'fold') return false;
  return (
    a.open === b.open && a.calls.length === b.calls.length && a.calls.every((call, at) => sameFold(call, b.calls[at]))
  );
}

function sameFold(a: FoldCall, b: FoldCall | undefined): boolean {
  return a.state === b?.state && a.duration === b.duration;
}

/** Pixels that a row takes before it was measured. */
export function estimatedHeight(row: Row): number {
  if (row.type === 'fold') return 34 + row.gap;
  if (row.type === 'call') return (row.waits || !isOver(row.call.result?.outcome ?? 'ok') ? 200 : 36) + row.gap;
  const { item } = row;
  if (item.type === 'record' || item.type === 'changes' || item.type === 'dropped') return 24 + row.gap;
  const { content } = item.message;
  const text = typeof content === 'string' ? content : '';
  const perLine = item.type === 'user' ? 60 : 90;
  // Only a hint: what is long is measured when it is drawn, and counted only at its beginning.
  const sample = text.slice(0, 2000);
  const breaks = ((sample.split('\n').length - 1) * text.length) / Math.max(1, sample.length);
  const lines = Math.ceil(Math.max(breaks, text.length / perLine));
  return Math.max(24, lines * 24) + row.gap;
}
