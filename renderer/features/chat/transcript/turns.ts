// A turn that is over is one line: what it said and did on the way to its answer folds, and unfolds in place. What failed,
// waits, was interrupted, changed a file or was said between it and the person stays a row of its own. Pure.

import type { BoxState } from '../../../core/calls/callState.ts';
import { callKind } from '../../../core/calls/callsDone.ts';
import type { CallRef, TranscriptItem } from '../../../core/calls/items.ts';

/** A stretch of the items: a message of the person's, or a tool that they ran, and what followed it. */
export interface Turn {
  items: readonly TranscriptItem[];
  /** Of its first item among all. */
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
  /** What folds, in order. */
  items: ReadonlySet<TranscriptItem>;
  /** Names of its calls and texts. */
  keys: string[];
  calls: { call: CallRef; state: BoxState }[];
  /** Milliseconds from the person's message to the answer, without what waited for the person. */
  took: number;
}

/** `endKnown`: nothing of it stands on a later page. Null: there is too little in it. */
export function turnFold({ items }: Turn, stateOf: (call: CallRef) => BoxState, endKnown: boolean): TurnFold | null {
  const answer = endKnown ? items.findLastIndex(({ type }) => type === 'assistant') : items.length;
  const before = items.slice(0, Math.max(0, answer));
  const lastCalls = before.findLastIndex(({ type }) => type === 'calls');
  const folded = before.filter((item, at) => folds(item, at < lastCalls));
  const calls = folded.flatMap((item) =>
    item.type === 'calls' ? item.calls.map((call) => ({ call, state: stateOf(call) })) : [],
  );
  const hidden = calls.filter(({ call, state }) => !mustBeSeen(call, state)).length;
  const texts = folded.filter(({ type }) => type === 'assistant').length;
  if (hidden === 0 || hidden + texts < fewest) return null;
  const keys = folded.flatMap((item) => (item.type === 'calls' ? item.calls.map(({ key }) => key) : item.key));
  return { items: new Set(folded), keys, calls, took: tookOf(items, calls) };
}

/** One call says more as a row than as a line about it. */
const fewest = 2;

/** A reply that broke off says so itself. */
function folds(item: TranscriptItem, beforeCalls: boolean): boolean {
  if (item.type === 'calls') return true;
  if (item.type === 'dropped') return beforeCalls;
  return item.type === 'assistant' && !broken.has(item.message.finishReason ?? '');
}

const broken = new Set(['stopped', 'interrupted', 'length']);

export function mustBeSeen(call: CallRef, state: BoxState): boolean {
  if (state !== 'ok' || call.result?.resolution !== undefined) return true;
  const { kind, changes } = callKind(call);
  return changes || isTalk(kind);
}

const isTalk = (kind: string): boolean => kind === 'asked' || kind === 'plans';

/** By the clock; of what was interrupted, and where no clock was, only what the calls took. */
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

/** How the marks of the view name what is in an unfolded turn; a fold of neighbours has the plain keys. */
export const turnMark = (key: string): string => `turn:${key}`;

/** Undefined: the person has neither opened nor closed it. */
export function isTurnOpen(keys: readonly string[], openFolds: Readonly<Record<string, boolean>>): boolean | undefined {
  const marks = keys.flatMap((key) => openFolds[turnMark(key)] ?? []);
  return marks.length === 0 ? undefined : marks.includes(true);
}
