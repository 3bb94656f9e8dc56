// Makes a copy of any stored history valid to send; the log itself is never repaired. Pure and idempotent: added rows
// have ids derived from what they repair, so the same history always yields the same request. Each step looks only at
// earlier records, so a request always starts with the previous one.

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
  /** The repaired record. */
  messageId: string;
  message: string;
}

/** What the execution log knows about a call without a result. */
export type OpenCallState = 'not_started' | 'unknown';

export interface RepairOptions {
  /** State of a call without a result; defaults to an unknown outcome. */
  openCall?: (assistantId: string, index: number) => OpenCallState;
}

export interface RepairResult {
  messages: Message[];
  notes: RepairNote[];
}

/** Returns the text that the model reads in place of a missing result. */
export function openCallText(state: OpenCallState): string {
  return state === 'not_started'
    ? 'Error: interrupted before this call was started; nothing was done. Call the tool again if it is still needed.'
    : 'Error: interrupted while this call was running; its outcome is unknown. Check what it did before calling it again.';
}

/** Separates that text from the call's output. */
export const outputSoFarText = '\n\nWhat it had printed until then:\n';

/**
 * Inserted where a user message or a result got no reply, so that roles alternate and earlier requests stay a prefix.
 */
export const noReplyText = '(no reply)';
/** Inserted after a reply that the model should continue. */
export const continueText = 'Continue.';
export const startText = '(The conversation begins here.)';

/** Position of a part of a history. */
export interface RepairPosition {
  /** The preceding repaired message; null: start of the history. */
  after?: Message | null;
  /** More follows it. */
  goesOn?: boolean;
}

export function repairHistory(
  history: readonly Message[],
  options: RepairOptions = {},
  place: RepairPosition = {},
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

/** Moves each result directly after its call, in call order; a call without one gets an error result. */
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

/** Returns whether it contains nothing that could be sent. */
export function isEmpty(message: Message): boolean {
  if (message.role === 'user') return isEmptyUser(message);
  if (message.role === 'system') return isBlankText(message.content);
  return message.role === 'assistant' && callsOf(message).length === 0 && isBlankText(message.content);
}

function isEmptyUser({ content }: UserMessage): boolean {
  return typeof content === 'string' ? isBlankText(content) : content.every(isEmptyPart);
}

/** A part type from a later version cannot be sent, so it counts as empty. */
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

/** Inserts the few rows needed for roles to alternate and the request to end with a user message. */
function bridgeRoles(
  history: readonly Message[],
  notes: RepairNote[],
  { after = null, goesOn = false }: RepairPosition,
): Message[] {
  const out: Message[] = [];
  const add = (neighbor: Message, role: 'user' | 'assistant', content: string, place: string): void => {
    notes.push({ kind: 'bridged', messageId: neighbor.id, message: `"${content}" was added so that roles alternate` });
    const common = {
      v: neighbor.v,
      id: `${neighbor.id}~${place}`,
      parentId: neighbor.id,
      createdAt: neighbor.createdAt,
    };
    out.push({ ...common, role, content });
  };
  for (const message of history) {
    const before = out.at(-1) ?? after;
    const speaks = sentRoleOf(message);
    if (speaks === 'assistant') {
      if (!before) add(message, 'user', startText, 'begin');
      else if (sentRoleOf(before) === 'assistant') add(before, 'user', continueText, 'user');
    } else if (speaks === 'user' && before && sentRoleOf(before) !== 'assistant' && !joinsNext(before)) {
      add(before, 'assistant', noReplyText, 'assistant');
    }
    out.push(message);
  }
  const last = out.at(-1) ?? after;
  if (!goesOn && last && sentRoleOf(last) === 'assistant') add(last, 'user', continueText, 'user');
  return out;
}

export function sentRoleOf(message: Message): 'user' | 'assistant' | 'tool' {
  if (message.role === 'system' || message.partType === 'tool_run') return 'user';
  return message.role;
}

/** Environment rows and summaries are merged with the user's next message. */
function joinsNext(message: Message): boolean {
  return message.role === 'system' || message.partType === 'tool_run';
}
