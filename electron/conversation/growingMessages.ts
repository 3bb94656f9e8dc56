// A conversation grows at its end, and a request of it begins with the former one whole. What can no longer change is settled:
// up to the last reply, as long as each call there is followed by its results and nothing else asks before they are there. It
// is taken over into the next request, and only what stands behind it is repaired and put into words. The settled records
// must be the same objects in their places; another branch, a mark, a summary, or an attachment that has gone begin anew.

import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';
import { callsOf, type Message } from '../../shared/conversation/message.ts';
import { createWaitingCalls, isResult } from '../../shared/conversation/pairing.ts';
import { isEmpty, type RepairNote, type RepairOptions, repair, speaksAs } from '../../shared/conversation/repair.ts';
import { type CallIds, createCallIds } from './callNames.ts';
import type { CheckedPrefix } from './sequence.ts';
import {
  bringsBytes,
  createWireState,
  mergeNeighbours,
  type PlacedMessage,
  toWire,
  type WireOptions,
  type WireState,
  withBytes,
} from './wireMessages.ts';

export interface MadeMessages {
  messages: ApiMessage[];
  /** For each message the ids of the records that it was made of. */
  sources: string[][];
  placed: PlacedMessage[];
  notes: RepairNote[];
}

/** Only ever added to: what begins anew is another object. */
export interface SettledMessages extends MadeMessages {
  /** Of the history, what it was made of. */
  records: Message[];
  /** The last repaired message. */
  last: Message | null;
  /** The records whose words stand elsewhere, with what was sent of them. */
  beside: { record: Message; message: ApiMessage }[];
  callIds: CallIds;
  /** What of them was held against the rules. */
  checked: CheckedPrefix;
}

/** Where a history's settled part is kept from one request to the next. */
export interface Growing {
  settled: SettledMessages;
}

export function createGrowing(): Growing {
  return { settled: createSettled() };
}

function createSettled(): SettledMessages {
  const made = { messages: [], sources: [], placed: [], notes: [] };
  return {
    ...made,
    records: [],
    last: null,
    beside: [],
    callIds: createCallIds(),
    checked: { count: 0, callIds: new Set() },
  };
}

type Options = RepairOptions & WireOptions;

/** The messages of a history, made in one go. */
export function makeMessages(
  history: readonly Message[],
  options: Options,
): MadeMessages & { settled: SettledMessages } {
  return { ...make(history, options, createWireState(options), null, false), settled: createSettled() };
}

/** The same, from what was kept of the former request. */
export function growMessages(
  history: readonly Message[],
  options: Options,
  growing: Growing,
): MadeMessages & { settled: SettledMessages } {
  const state = createWireState(options);
  if (!isBeginning(growing.settled, history) || !saysTheSame(growing.settled, options, state)) {
    growing.settled = createSettled();
    Object.assign(state, createWireState(options));
  }
  const { settled } = growing;
  const end = settledEnd(history, settled.records.length);
  settle(settled, history.slice(settled.records.length, end), options, state);
  const rest = history.slice(end);
  // A second result, or one whose call is missing: which call it answers may depend on all that stands before it.
  if (hasStrayResult(rest)) return makeMessages(history, options);
  const behind = { ...state, callIds: createCallIds(settled.callIds) };
  const made = make(rest, options, behind, settled.last, false);
  return {
    messages: [...settled.messages, ...made.messages],
    sources: [...settled.sources, ...made.sources],
    placed: [...settled.placed, ...made.placed],
    notes: [...settled.notes, ...made.notes],
    settled,
  };
}

/** `repaired`: one for each that was placed. */
function make(
  history: readonly Message[],
  options: Options,
  state: WireState,
  after: Message | null,
  goesOn: boolean,
): MadeMessages & { repaired: Message[] } {
  const { messages: repaired, notes } = repair(history, options, { after, goesOn });
  const placed = toWire(repaired, options, state);
  return { ...mergeNeighbours(placed), placed, notes, repaired };
}

function settle(settled: SettledMessages, records: readonly Message[], options: Options, state: WireState): void {
  if (records.length === 0) return;
  const made = make(records, options, { ...state, callIds: settled.callIds }, settled.last, true);
  addAll(settled.messages, made.messages);
  addAll(settled.sources, made.sources);
  addAll(settled.placed, made.placed);
  addAll(settled.notes, made.notes);
  addAll(settled.records, records);
  made.repaired.forEach((record, at) => {
    const message = made.placed[at]?.message;
    if (message && bringsBytes(record)) settled.beside.push({ record, message });
  });
  settled.last = made.repaired.at(-1) ?? settled.last;
}

/** So many cannot be the arguments of one `push`. */
function addAll<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item);
}

function isBeginning({ records }: SettledMessages, history: readonly Message[]): boolean {
  return records.length <= history.length && records.every((record, at) => record === history[at]);
}

/** Whether what stands elsewhere is still there, and taken as it was; takes its room in `state`. */
function saysTheSame({ beside }: SettledMessages, options: Options, state: WireState): boolean {
  return beside.every(({ record, message }) =>
    isSame(broughtBy(withBytes(record, options, state)), broughtBy(message)),
  );
}

function broughtBy(message: ApiMessage): string | ApiContentPart[] | null {
  return message.role === 'tool' ? (message.images ?? null) : message.content;
}

function isSame(one: string | ApiContentPart[] | null, other: string | ApiContentPart[] | null): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((part, at) => isSamePart(part, other[at] as ApiContentPart));
}

function isSamePart(one: ApiContentPart, other: ApiContentPart): boolean {
  const [fields, others] = [Object.entries(one), new Map(Object.entries(other))];
  return fields.length === others.size && fields.every(([name, value]) => others.get(name) === value);
}

/** How many of the records are settled; the first `from` are. Behind them nothing is merged with what stands before. */
function settledEnd(history: readonly Message[], from: number): number {
  const lastReply = history.findLastIndex(({ role }) => role === 'assistant');
  const waiting = createWaitingCalls();
  let end = from;
  for (let at = from; at < lastReply; at++) {
    const record = history[at] as Message;
    const isBetween = waiting.count > 0 && !isResult(record);
    if (isBetween || !waiting.add(record)) return end;
    if (waiting.count === 0 && !isEmpty(record) && speaksAs(record) !== 'user') end = at + 1;
  }
  return end;
}

function hasStrayResult(history: readonly Message[]): boolean {
  const asked = new Set<string>();
  return history.some((record) => {
    if (isResult(record)) return !asked.has(record.tool_call_id);
    for (const { id } of callsOf(record)) asked.add(id);
    return false;
  });
}
