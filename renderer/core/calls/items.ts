// Builds the transcript's items in order: messages as rows, with tool calls grouped unless text separates them. Pure;
// changes only when a message is stored.

import { environmentOf } from '../../../shared/conversation/environment.ts';
import { callKey } from '../../../shared/conversation/event.ts';
import {
  type AssistantMessage,
  callsOf,
  type EnvironmentTopic,
  type Message,
  type SystemMessage,
  type ToolMessage,
  type UserMessage,
} from '../../../shared/conversation/message.ts';
import { pairResults } from '../../../shared/conversation/pairing.ts';

/** A call, identified by its message and index. */
export interface CallRef {
  /** `messageId:index`. */
  key: string;
  messageId: string;
  index: number;
  name: string;
  /** The exact string from the model. */
  arguments: string;
  result: ToolMessage | null;
  /** Thinking before the call; set on the first call of a message without text. */
  reasoning?: string;
  reasoningMs?: number | undefined;
  /** Where the external agent that made the call worked: its paths are shown relative to it. */
  folder?: string | undefined;
  /** Calls of the external agent's sub-agent that this call started; shown in its box. */
  nested?: CallRef[];
}

/** A possible file change in a turn: by a call, or by the hooks at its end. */
export type ChangingCall = Pick<CallRef, 'key' | 'messageId' | 'index'> & {
  result: Pick<ToolMessage, 'details'> | null;
};

export type TranscriptItem =
  | { type: 'user'; key: string; message: UserMessage }
  | { type: 'assistant'; key: string; message: AssistantMessage }
  | { type: 'calls'; key: string; calls: CallRef[] }
  | { type: 'error'; key: string; message: AssistantMessage }
  /** After a turn's last message: its calls that changed files; `messageId` is the user's message. */
  | { type: 'changes'; key: string; messageId: string; calls: ChangingCall[] }
  /** Precedes a reply that was requested without the thinking of earlier ones. */
  | { type: 'dropped'; key: string; message: AssistantMessage }
  | { type: 'note'; key: string; message: Message }
  | { type: 'record'; key: string; message: SystemMessage }
  | { type: 'toolRun'; key: string; message: ToolMessage };

export function transcriptItems(messages: readonly Message[]): TranscriptItem[] {
  const { calls, nested } = callsByMessage(messages);
  const items: TranscriptItem[] = [];
  let turn: Turn | null = null;
  let dropped = 0;
  for (const message of messages) {
    if (message.role === 'user') {
      closeTurn(items, turn);
      turn = { messageId: message.id, calls: [] };
    }
    if (message.role === 'assistant' && message.partType === undefined) {
      const { droppedThinking: now = 0 } = message;
      // Later requests omit the same thinking; report it once.
      if (now > dropped) items.push({ type: 'dropped', key: `dropped:${message.id}`, message });
      dropped = now;
    }
    const row = isContextPanelMessage(message, turn !== null) ? null : rowOf(message);
    if (row) items.push(row);
    if (message.role === 'system' && message.replyId && message.details?.changes) {
      const at = { messageId: message.replyId, index: 0 };
      turn?.calls.push({ ...at, key: callKey(at), result: message });
    }
    const allCalls = calls.get(message.id) ?? [];
    turn?.calls.push(...allCalls.filter(({ result }) => result?.details?.changes));
    const messageCalls = allCalls.filter((call) => !nested.has(call));
    const first = messageCalls[0] ?? allCalls[0];
    if (!first) continue;
    if (!row && message.role === 'assistant' && message.reasoning) {
      first.reasoning = message.reasoning;
      first.reasoningMs = message.reasoningMs;
    }
    const last = items.at(-1);
    if (last?.type === 'calls') last.calls.push(...messageCalls);
    else if (messageCalls.length > 0) items.push({ type: 'calls', key: first.key, calls: messageCalls });
    if (hasOmittedCalls(message)) items.push({ type: 'note', key: `left-out:${message.id}`, message });
  }
  closeTurn(items, turn);
  return items;
}

interface Turn {
  messageId: string;
  calls: ChangingCall[];
}

/** App notes before the next message belong to that message. */
function closeTurn(items: TranscriptItem[], turn: Turn | null): void {
  if (!turn || turn.calls.length === 0) return;
  const { messageId, calls } = turn;
  const end = items.findLastIndex(({ type }) => type !== 'record') + 1;
  items.splice(end, 0, { type: 'changes', key: `changes:${messageId}`, messageId, calls });
}

/** `nested`: those that are shown in the box of the call that started their sub-agent. */
function callsByMessage(messages: readonly Message[]): { calls: Map<string, CallRef[]>; nested: Set<CallRef> } {
  const calls = new Map<string, CallRef[]>();
  const nested = new Set<CallRef>();
  const byId = new Map<string, CallRef>();
  const externals = new Map(messages.map((message) => [message.id, externalOf(message)]));
  // Not `pairCalls`: it measures every result, and this runs for every message.
  for (const { messageId, callIndex: index, call, result } of pairResults(messages).slots) {
    const external = externals.get(messageId);
    const ref: CallRef = {
      key: callKey({ messageId, index }),
      messageId,
      index,
      name: call.function.name,
      arguments: call.function.arguments,
      result,
      ...(external && { folder: external.folder }),
    };
    const parent = external && byId.get(external.parents?.[call.id] ?? '');
    if (parent) {
      parent.nested = [...(parent.nested ?? []), ref];
      nested.add(ref);
    }
    if (external) byId.set(call.id, ref);
    const others = calls.get(messageId);
    if (others) others.push(ref);
    else calls.set(messageId, [ref]);
  }
  return { calls, nested };
}

function externalOf(message: Message): AssistantMessage['external'] {
  return message.role === 'assistant' ? message.external : undefined;
}

/** All calls of the items, those of sub-agents after the call that started them. */
export function callsOfItems(items: readonly TranscriptItem[]): CallRef[] {
  return items.flatMap((item) => (item.type === 'calls' ? item.calls.flatMap(withNested) : []));
}

export function withNested(call: CallRef): CallRef[] {
  return [call, ...(call.nested ?? []).flatMap(withNested)];
}

/** The model made more calls than allowed; shown below the executed ones. */
export function hasOmittedCalls(message: Message): boolean {
  return message.role === 'assistant' && message.partType !== 'note' && message.callsLeftOut === true;
}

/**
 * Whether the message is shown in the context panel instead of the transcript: working folder, model and anything
 * before the first message. `isBegun`: a user message precedes it.
 */
export function isContextPanelMessage(message: Message, isBegun: boolean): boolean {
  const about = environmentOf(message);
  return about === 'moment' || (!isBegun && about !== null && standing.has(about));
}

const standing: ReadonlySet<EnvironmentTopic> = new Set([
  'team',
  'personal',
  'project',
  'conversation',
  'preset',
  'memory',
  'projectMemory',
  'skills',
]);

/** The row of a message; null for results and for messages with only calls. */
function rowOf(message: Message): TranscriptItem | null {
  const key = message.id;
  if (message.partType === 'note') return { type: 'note', key, message };
  switch (message.role) {
    case 'user':
      return { type: 'user', key, message };
    case 'system':
      return { type: 'record', key, message };
    case 'tool':
      return message.partType === 'tool_run' ? { type: 'toolRun', key, message } : null;
    case 'assistant': {
      if (message.partType === 'error') return { type: 'error', key, message };
      const onlyReasoned = Boolean(message.reasoning?.trim()) && callsOf(message).length === 0;
      return message.content?.trim() || onlyReasoned ? { type: 'assistant', key, message } : null;
    }
  }
}

/**
 * Returns `next`, reusing equal items from `before` so that unchanged rows do not re-render. A changed group keeps its
 * unchanged calls.
 */
export function reuseItems(before: readonly TranscriptItem[], next: TranscriptItem[]): TranscriptItem[] {
  const previousItems = new Map(before.map((item) => [item.key, item]));
  const calls = new Map(callsOfItems(before).map((call) => [call.key, call]));
  return next.map((item) => {
    const old = previousItems.get(item.key);
    if (old && sameItem(old, item)) return old;
    return item.type === 'calls' ? { ...item, calls: item.calls.map((call) => keepCall(calls, call)) } : item;
  });
}

function keepCall(calls: ReadonlyMap<string, CallRef>, call: CallRef): CallRef {
  const before = calls.get(call.key);
  if (before && before.reasoning === call.reasoning && sameCall(before, call)) return before;
  return call.nested ? { ...call, nested: call.nested.map((one) => keepCall(calls, one)) } : call;
}

function sameCall(a: ChangingCall & Pick<CallRef, 'nested'>, b: typeof a | undefined): boolean {
  if (a.key !== b?.key || a.result !== b.result || a.nested?.length !== b.nested?.length) return false;
  return a.nested?.every((call, index) => sameCall(call, b.nested?.[index])) ?? true;
}

function sameItem(a: TranscriptItem, b: TranscriptItem): boolean {
  if ('calls' in a || 'calls' in b) {
    if (!('calls' in a && 'calls' in b) || a.type !== b.type || a.calls.length !== b.calls.length) return false;
    return a.calls.every((call, index) => sameCall(call, b.calls[index]));
  }
  return a.type === b.type && a.message === b.message;
}
