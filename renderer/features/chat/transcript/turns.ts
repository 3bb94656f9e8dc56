// Folds a finished turn into one expandable line: everything before the answer. Failures, waits, interruptions, messages
// between it and the user, and file changes that its card does not list stay visible. Pure.

import { changesOf } from '../../../core/calls/callChanges.ts';
import type { BoxState } from '../../../core/calls/callState.ts';
import type { CallRef, TranscriptItem } from '../../../core/calls/items.ts';
import { callKind } from '../../../core/calls/summarizeCalls.ts';

/** A user message, or a tool run by the user, and everything that follows it. */
export interface Turn {
  items: readonly TranscriptItem[];
  /** Index of its first item. */
  from: number;
  isLast: boolean;
}

export function turnsOf(items: readonly TranscriptItem[]): Turn[] {
  const starts = items.flatMap(({ type }, at) => (at === 0 || type === 'user' || type === 'toolRun' ? at : []));
  return starts.map((from, at) => ({
    items: items.slice(from, starts[at + 1]),
    from,
    isLast: at === starts.length - 1,
  }));
}

export interface TurnFold {
  /** The items that fold, in order. */
  items: ReadonlySet<TranscriptItem>;
  /** Keys of its calls and texts. */
  keys: string[];
  calls: { call: CallRef; state: BoxState }[];
  /** Milliseconds from the user's message to the answer, excluding waits for the user. */
  took: number;
}

/** `endKnown`: none of it is on a later page. Null: too little to fold. */
export function turnFold({ items }: Turn, stateOf: (call: CallRef) => BoxState, endKnown: boolean): TurnFold | null {
  const answer = endKnown ? items.findLastIndex(({ type }) => type === 'assistant') : items.length;
  const before = items.slice(0, Math.max(0, answer));
  const lastCalls = before.findLastIndex(({ type }) => type === 'calls');
  const folded = before.filter((item, at) => folds(item, at < lastCalls));
  const calls = folded.flatMap((item) =>
    item.type === 'calls' ? item.calls.map((call) => ({ call, state: stateOf(call) })) : [],
  );
  const hidden = calls.filter(({ call, state }) => !mustStayVisible(call, state)).length;
  const texts = folded.filter(({ type }) => type === 'assistant').length;
  if (hidden === 0 || hidden + texts < fewest) return null;
  const keys = folded.flatMap((item) => (item.type === 'calls' ? item.calls.map(({ key }) => key) : item.key));
  return { items: new Set(folded), keys, calls, took: tookOf(items, calls) };
}

/** A single call is more informative as its own row. */
const fewest = 2;

/** A truncated reply has its own notice. */
function folds(item: TranscriptItem, beforeCalls: boolean): boolean {
  if (item.type === 'calls') return true;
  if (item.type === 'dropped') return beforeCalls;
  return item.type === 'assistant' && !broken.has(item.message.finishReason ?? '');
}

const broken = new Set(['stopped', 'interrupted', 'length']);

export function mustStayVisible(call: CallRef, state: BoxState): boolean {
  if (hasFailed(call, state)) return true;
  const { kind, changes } = callKind(call);
  return (changes && !changesOf(call)) || isTalk(kind);
}

/** Failed, denied, stopped, or resolved by the user after a crash. */
export const hasFailed = (call: CallRef, state: BoxState): boolean =>
  state !== 'ok' || call.result?.resolution !== undefined;

const isTalk = (kind: string): boolean => kind === 'asked' || kind === 'plans';

/** Wall-clock time; if the turn was interrupted or has no timestamps, only the duration of its calls. */
function tookOf(items: readonly TranscriptItem[], calls: TurnFold['calls']): number {
  const spent = calls.reduce((sum, { call }) => sum + (call.result?.duration ?? 0), 0);
  const broke = calls.some(({ call, state }) => state === 'interrupted' || call.result?.resolution !== undefined);
  const [first] = items;
  const last = items.findLast(({ type }) => type === 'assistant' || type === 'calls');
  if (broke || !first || !last) return spent;
  const waited = calls.reduce((sum, { call }) => {
    const answering = isTalk(callKind(call).kind) ? (call.result?.duration ?? 0) : 0;
    return sum + (call.result?.waitedMs ?? 0) + answering;
  }, 0);
  const time = Date.parse(endOf(last)) - Date.parse(beginOf(first)) - waited;
  return time > 0 ? time : spent;
}

function beginOf(item: TranscriptItem): string {
  if (item.type === 'calls') return item.calls[0]?.result?.startedAt ?? '';
  return item.type === 'changes' ? '' : item.message.createdAt;
}

function endOf(item: TranscriptItem): string {
  if (item.type === 'calls') return item.calls.at(-1)?.result?.createdAt ?? '';
  return item.type === 'changes' ? '' : item.message.createdAt;
}

/** Marks an item in an expanded turn; folds of adjacent calls use the plain keys. */
export const turnFoldKey = (key: string): string => `turn:${key}`;

/** Undefined: the user has not toggled it. */
export function isTurnOpen(keys: readonly string[], openFolds: Readonly<Record<string, boolean>>): boolean | undefined {
  const marks = keys.flatMap((key) => openFolds[turnFoldKey(key)] ?? []);
  return marks.length === 0 ? undefined : marks.includes(true);
}
