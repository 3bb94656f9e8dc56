// Makes any stored history sendable, on a copy: the log is never repaired, what is sent is. Pure and idempotent; rows
// that it adds have ids derived from what they repair, so that the same history gives the same request every time. Each
// step looks only at what is before it in the log, so that a request begins with the former one whole.

import {
  type AssistantMessage,
  type ContentPart,
  callsOf,
  commandText,
  type Message,
  type ToolMessage,
  type UserMessage,
} from './message.ts';
import { isResult, type Pairing, pairResults, type Slot } from './pairing.ts';
import { isBlankText } from './sendable.ts';

export interface RepairNote {
  kind: 'answered' | 'duplicate' | 'orphan' | 'moved' | 'emptied' | 'bridged';
  /** The record that was repaired. */
  messageId: string;
  message: string;
}

/** What the execution log knows of a call that has no result. */
export type OpenCallState = 'not_started' | 'unknown';

export interface RepairOptions {
  /** State of a call without a result; the default is that its outcome is unknown. */
  openCall?: (assistantId: string, index: number) => OpenCallState;
}

export interface RepairResult {
  messages: Message[];
  notes: RepairNote[];
}

/** What the model reads as the result of a call that never got one. */
export function openCallText(state: OpenCallState): string {
  return state === 'not_started'
    ? 'Error: interrupted before this call was started; nothing was done. Call the tool again if it is still needed.'
    : 'Error: interrupted while this call was running; its outcome is unknown. Check what it did before calling it again.';
}

/** Between those words and what the call had printed. */
export const printedUntilThen = '\n\nWhat it had printed until then:\n';

/** Stands where a person's message or a result got no reply, so that roles alternate and earlier requests stay a prefix. */
export const noReplyText = '(no reply)';
/** Stands behind a reply that was asked to go on. */
export const continueText = 'Continue.';
export const beginText = '(The conversation begins here.)';

/** Where a part of a history stands. */
export interface RepairPlace {
  /** The last of the repaired messages before it; null: it is the beginning. */
  after?: Message | null;
  /** Something follows it. */
  goesOn?: boolean;
}

export function repair(
  history: readonly Message[],
  options: RepairOptions = {},
  place: RepairPlace = {},
): RepairResult {
  const notes: RepairNote[] = [];
  const pairing = pairResults(history);
  noteLeftOut(pairing, notes);
  const paired = placeResults(history, pairing.slots, options, notes);
  return { messages: bridgeRoles(dropEmpty(paired, notes), notes, place), notes };
}

function noteLeftOut(pairing: Pairing, notes: RepairNote[]): void {
  const note = (kind: RepairNote['kind'], messages: readonly Message[], message: string): void => {
    for (const { id } of messages) notes.push({ kind, messageId: id, message });
  };
  note('duplicate', pairing.duplicates, 'a second result for one call was left out');
  note('moved', pairing.early, 'a result stood before its call');
  note('orphan', pairing.orphans, 'a result without its call was left out');
}

/** Puts each result directly after its call, in call order; a call without one is answered with an error. */
function placeResults(
  history: readonly Message[],
  slots: readonly Slot[],
  options: RepairOptions,
  notes: RepairNote[],
): Message[] {
  const out: Message[] = [];
  let next = 0;
  history.forEach((message, index) => {
    if (isResult(message)) return;
    out.push(message);
    for (let slot = slots[next]; slot?.assistantIndex === index; slot = slots[++next]) {
      out.push(slot.result ?? syntheticResult(message as AssistantMessage, slot, options, notes));
    }
  });
  return out;
}

function syntheticResult(
  owner: AssistantMessage,
  slot: Slot,
  options: RepairOptions,
  notes: RepairNote[],
): ToolMessage {
  const state = options.openCall?.(owner.id, slot.callIndex) ?? 'unknown';
  notes.push({ kind: 'answered', messageId: owner.id, message: `call ${slot.call.function.name} had no result` });
  return {
    v: owner.v,
    id: `${owner.id}~${slot.callIndex}`,
    parentId: owner.id,
    createdAt: owner.createdAt,
    role: 'tool',
    tool_call_id: slot.call.id,
    toolName: slot.call.function.name,
    outcome: 'interrupted',
    content: openCallText(state),
  };
}

function dropEmpty(history: readonly Message[], notes: RepairNote[]): Message[] {
  return history.filter((message) => {
    const empty = isEmpty(message);
    if (empty)
      notes.push({ kind: 'emptied', messageId: message.id, message: `an empty ${message.role} message was left out` });
    return !empty;
  });
}

/** Whether there is nothing in it that could be sent. */
export function isEmpty(message: Message): boolean {
  if (message.role === 'user') return isEmptyUser(message);
  if (message.role === 'system') return isBlankText(message.content);
  return message.role === 'assistant' && callsOf(message).length === 0 && isBlankText(message.content);
}

function isEmptyUser({ content }: UserMessage): boolean {
  return typeof content === 'string' ? isBlankText(content) : content.every(isEmptyPart);
}

/** A part of a later version, which this one cannot send, is as good as none. */
function isEmptyPart(part: ContentPart): boolean {
  switch (part.type) {
    case 'text':
      return isBlankText(part.text);
    case 'mention':
      return isBlankText(part.path) && part.hash === undefined;
    case 'command':
      return isBlankText(commandText(part));
    case 'image':
    case 'file':
      return false;
    default:
      return true;
  }
}

/** Adds the few rows without which roles would not alternate or the request would not end with a question. */
function bridgeRoles(
  history: readonly Message[],
  notes: RepairNote[],
  { after = null, goesOn = false }: RepairPlace,
): Message[] {
  const out: Message[] = [];
  const add = (beside: Message, role: 'user' | 'assistant', content: string, place: string): void => {
    notes.push({ kind: 'bridged', messageId: beside.id, message: `"${content}" was added so that roles alternate` });
    const common = { v: beside.v, id: `${beside.id}~${place}`, parentId: beside.id, createdAt: beside.createdAt };
    out.push({ ...common, role, content });
  };
  for (const message of history) {
    const before = out.at(-1) ?? after;
    const speaks = speaksAs(message);
    if (speaks === 'assistant') {
      if (!before) add(message, 'user', beginText, 'begin');
      else if (speaksAs(before) === 'assistant') add(before, 'user', continueText, 'user');
    } else if (speaks === 'user' && before && speaksAs(before) !== 'assistant' && !joinsNext(before)) {
      add(before, 'assistant', noReplyText, 'assistant');
    }
    out.push(message);
  }
  const last = out.at(-1) ?? after;
  if (!goesOn && last && speaksAs(last) === 'assistant') add(last, 'user', continueText, 'user');
  return out;
}

export function speaksAs(message: Message): 'user' | 'assistant' | 'tool' {
  if (message.role === 'system' || message.partType === 'tool_run') return 'user';
  return message.role;
}

/** Rows of the environment and summaries become one message with the person's next one. */
function joinsNext(message: Message): boolean {
  return message.role === 'system' || message.partType === 'tool_run';
}
