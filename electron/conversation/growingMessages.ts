// Builds a request incrementally: a conversation grows at its end, so each request starts with the previous one. The
// settled part can no longer change: up to the last reply, as long as every call is followed directly by its results.
// It is reused, and only the records after it are repaired and converted. The settled records must be the same objects
// in the same places; another branch, a mark, a summary, or a missing attachment starts over.

import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';
import { callsOf, type Message } from '../../shared/conversation/message.ts';
import { createWaitingCalls, isResult } from '../../shared/conversation/pairing.ts';
import {
  isEmpty,
  type RepairNote,
  type RepairOptions,
  repairHistory,
  sentRoleOf,
} from '../../shared/conversation/repair.ts';
import { type CallIds, createCallIds } from './callNames.ts';
import type { CheckedPrefix } from './sequence.ts';
import {
  type ApiMessageOptions,
  type ConversionState,
  convertMessages,
  convertWithExternalContent,
  createConversionState,
  hasExternalContent,
  mergeNeighbors,
  type PositionedMessage,
} from './toApiMessages.ts';

export interface MadeMessages {
  messages: ApiMessage[];
  /** Per message, the ids of its source records. */
  sources: string[][];
  placed: PositionedMessage[];
  notes: RepairNote[];
}

/** Append-only: starting over creates a new object. */
export interface SettledMessages extends MadeMessages {
  /** The source records. */
  records: Message[];
  /** The last repaired message. */
  last: Message | null;
  /** Records that refer to external content, with the message sent for each. */
  external: { record: Message; message: ApiMessage }[];
  callIds: CallIds;
  /** The part that has passed the sequence checks. */
  checked: CheckedPrefix;
}

/** Caches the settled part of a history between requests. */
export interface Growing {
  settled: SettledMessages;
}

export function createGrowingMessages(): Growing {
  return { settled: createSettled() };
}

function createSettled(): SettledMessages {
  const made = { messages: [], sources: [], placed: [], notes: [] };
  return {
    ...made,
    records: [],
    last: null,
    external: [],
    callIds: createCallIds(),
    checked: { count: 0, callIds: new Set() },
  };
}

type Options = RepairOptions & ApiMessageOptions;

/** Builds the messages of a whole history. */
export function buildMessages(
  history: readonly Message[],
  options: Options,
): MadeMessages & { settled: SettledMessages } {
  return { ...make(history, options, createConversionState(options), null, false), settled: createSettled() };
}

/** Builds the messages, reusing the previous request's settled part. */
export function extendMessages(
  history: readonly Message[],
  options: Options,
  growing: Growing,
): MadeMessages & { settled: SettledMessages } {
  const state = createConversionState(options);
  if (!isBeginning(growing.settled, history) || !isUnchanged(growing.settled, options, state)) {
    growing.settled = createSettled();
    Object.assign(state, createConversionState(options));
  }
  const { settled } = growing;
  const end = settledEnd(history, settled.records.length);
  settle(settled, history.slice(settled.records.length, end), options, state);
  const rest = history.slice(end);
  // A duplicate result, or one without a call: which call it answers may depend on everything before it.
  if (hasStrayResult(rest)) return buildMessages(history, options);
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

/** `repaired`: one per placed record. */
function make(
  history: readonly Message[],
  options: Options,
  state: ConversionState,
  after: Message | null,
  goesOn: boolean,
): MadeMessages & { repaired: Message[] } {
  const { messages: repaired, notes } = repairHistory(history, options, { after, goesOn });
  const placed = convertMessages(repaired, options, state);
  return { ...mergeNeighbors(placed), placed, notes, repaired };
}

function settle(settled: SettledMessages, records: readonly Message[], options: Options, state: ConversionState): void {
  if (records.length === 0) return;
  const made = make(records, options, { ...state, callIds: settled.callIds }, settled.last, true);
  addAll(settled.messages, made.messages);
  addAll(settled.sources, made.sources);
  addAll(settled.placed, made.placed);
  addAll(settled.notes, made.notes);
  addAll(settled.records, records);
  made.repaired.forEach((record, at) => {
    const message = made.placed[at]?.message;
    if (message && hasExternalContent(record)) settled.external.push({ record, message });
  });
  settled.last = made.repaired.at(-1) ?? settled.last;
}

/** A single `push` could exceed the argument limit. */
function addAll<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item);
}

function isBeginning({ records }: SettledMessages, history: readonly Message[]): boolean {
  return records.length <= history.length && records.every((record, at) => record === history[at]);
}

/** Returns whether the external content is still available and unchanged; counts its size in `state`. */
function isUnchanged({ external: beside }: SettledMessages, options: Options, state: ConversionState): boolean {
  return beside.every(({ record, message }) =>
    isSame(broughtBy(convertWithExternalContent(record, options, state)), broughtBy(message)),
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

/** Returns how many records are settled; the first `from` are. Nothing after them is merged with them. */
function settledEnd(history: readonly Message[], from: number): number {
  const lastReply = history.findLastIndex(({ role }) => role === 'assistant');
  const waiting = createWaitingCalls();
  let end = from;
  for (let at = from; at < lastReply; at++) {
    const record = history[at] as Message;
    const isBetween = waiting.count > 0 && !isResult(record);
    if (isBetween || !waiting.add(record)) return end;
    if (waiting.count === 0 && !isEmpty(record) && sentRoleOf(record) !== 'user') end = at + 1;
  }
  return end;
}

function hasStrayResult(history: readonly Message[]): boolean {
  const openIds = new Set<string>();
  return history.some((record) => {
    if (isResult(record)) return !openIds.has(record.tool_call_id);
    for (const { id } of callsOf(record)) openIds.add(id);
    return false;
  });
}
