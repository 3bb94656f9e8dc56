// What the transcript shows, in order: the messages of the branch as rows, and tool calls gathered where no text stands
// between them. Pure; it changes only when a message is stored.

import { pairCalls } from '../../../shared/conversation/chain.ts';
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

/** A call that was asked for: named by its message and its place in it. */
export interface CallRef {
  /** `messageId:index`. */
  key: string;
  messageId: string;
  index: number;
  name: string;
  /** The exact string that the model sent. */
  arguments: string;
  result: ToolMessage | null;
  /** What the model thought before it asked; on the first call of a message that has no text. */
  reasoning?: string;
  reasoningMs?: number | undefined;
}

/** What may have changed files in a turn: a call, or the hooks at its end. */
export type ChangingCall = Pick<CallRef, 'key' | 'messageId' | 'index'> & {
  result: Pick<ToolMessage, 'details'> | null;
};

export type TranscriptItem =
  | { type: 'user'; key: string; message: UserMessage }
  | { type: 'assistant'; key: string; message: AssistantMessage }
  | { type: 'calls'; key: string; calls: CallRef[] }
  | { type: 'error'; key: string; message: AssistantMessage }
  /** After the last message of a turn: its calls that changed files; `messageId` is the person's message. */
  | { type: 'changes'; key: string; messageId: string; calls: ChangingCall[] }
  /** Before a reply for which thinking of earlier ones was left out. */
  | { type: 'dropped'; key: string; message: AssistantMessage }
  | { type: 'note'; key: string; message: Message }
  | { type: 'record'; key: string; message: SystemMessage }
  | { type: 'toolRun'; key: string; message: ToolMessage };

export function transcriptItems(messages: readonly Message[]): TranscriptItem[] {
  const calls = callsByMessage(messages);
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
      // Of the same replies each further request is without it, too: that was said.
      if (now > dropped) items.push({ type: 'dropped', key: `dropped:${message.id}`, message });
      dropped = now;
    }
    const row = isTold(message, turn !== null) ? null : rowOf(message);
    if (row) items.push(row);
    if (message.role === 'system' && message.replyId && message.details?.changes) {
      const at = { messageId: message.replyId, index: 0 };
      turn?.calls.push({ ...at, key: callKey(at), result: message });
    }
    const asked = calls.get(message.id);
    if (!asked || asked.length === 0) continue;
    turn?.calls.push(...asked.filter(({ result }) => result?.details?.changes));
    const first = asked[0] as CallRef;
    if (!row && message.role === 'assistant' && message.reasoning) {
      first.reasoning = message.reasoning;
      first.reasoningMs = message.reasoningMs;
    }
    const last = items.at(-1);
    if (last?.type === 'calls') last.calls.push(...asked);
    else items.push({ type: 'calls', key: first.key, calls: asked });
    if (hasLeftOut(message)) items.push({ type: 'note', key: `left-out:${message.id}`, message });
  }
  closeTurn(items, turn);
  return items;
}

interface Turn {
  messageId: string;
  calls: ChangingCall[];
}

/** What the app noted before the next message belongs to that. */
function closeTurn(items: TranscriptItem[], turn: Turn | null): void {
  if (!turn || turn.calls.length === 0) return;
  const { messageId, calls } = turn;
  const end = items.findLastIndex(({ type }) => type !== 'record') + 1;
  items.splice(end, 0, { type: 'changes', key: `changes:${messageId}`, messageId, calls });
}

function callsByMessage(messages: readonly Message[]): Map<string, CallRef[]> {
  const found = new Map<string, CallRef[]>();
  for (const { entry, result } of pairCalls(messages)) {
    const ref: CallRef = {
      key: callKey(entry),
      messageId: entry.messageId,
      index: entry.index,
      name: entry.name,
      arguments: entry.arguments,
      result,
    };
    found.set(entry.messageId, [...(found.get(entry.messageId) ?? []), ref]);
  }
  return found;
}

/** It asked for more calls than are taken: said below those that were. */
export function hasLeftOut(message: Message): boolean {
  return message.role === 'assistant' && message.partType !== 'note' && message.callsLeftOut === true;
}

/**
 * It is told in the panel of the context and is no row: where and when the model works, and what stood before anything was
 * said. `isBegun`: a message of the person's stands before it.
 */
export function isTold(message: Message, isBegun: boolean): boolean {
  const about = environmentOf(message);
  return about === 'moment' || (!isBegun && about !== null && standing.has(about));
}

const standing: ReadonlySet<EnvironmentTopic> = new Set([
  'personal',
  'project',
  'conversation',
  'preset',
  'memory',
  'projectMemory',
  'skills',
]);

/** The row of a message by itself; null for results and for messages that are nothing but calls. */
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
 * `next`, with the items that say the same as before being the same objects: rows that did not change are not drawn. A
 * group that changed keeps the calls that did not.
 */
export function keepItems(before: readonly TranscriptItem[], next: TranscriptItem[]): TranscriptItem[] {
  const known = new Map(before.map((item) => [item.key, item]));
  const calls = new Map(
    before.flatMap((item) => (item.type === 'calls' ? item.calls : [])).map((call) => [call.key, call]),
  );
  return next.map((item) => {
    const old = known.get(item.key);
    if (old && sameItem(old, item)) return old;
    return item.type === 'calls'
      ? { ...item, calls: item.calls.map((call) => keepCall(calls.get(call.key), call)) }
      : item;
  });
}

function keepCall(before: CallRef | undefined, call: CallRef): CallRef {
  return before && before.result === call.result && before.reasoning === call.reasoning ? before : call;
}

function sameItem(a: TranscriptItem, b: TranscriptItem): boolean {
  if ('calls' in a || 'calls' in b) {
    if (!('calls' in a && 'calls' in b) || a.type !== b.type || a.calls.length !== b.calls.length) return false;
    return a.calls.every((call, index) => call.key === b.calls[index]?.key && call.result === b.calls[index].result);
  }
  return a.type === b.type && a.message === b.message;
}
