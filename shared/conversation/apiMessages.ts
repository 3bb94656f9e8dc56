// Stored → sent: the active branch becomes the provider-neutral history. Three steps: what counts (marks, notes,
// summaries), repair, and the words of the wire.

import type { ApiContentPart, ApiMessage } from './apiMessage.ts';
import type { ContentPart, Message, ToolCall } from './message.ts';
import { callsOf } from './message.ts';
import { type RepairNote, type RepairOptions, repair } from './repair.ts';

export interface Mark {
  hidden?: boolean;
  pinned?: boolean;
  archived?: boolean;
  /** ISO 8601, UTC; of two marks on one message the later wins. */
  at: string;
}

export interface ApiMessagesOptions extends RepairOptions {
  marks?: Record<string, Mark>;
  /** Text of a mention's bytes, by hash; a mention without it is sent as its path alone. */
  mentionText?: (hash: string) => string | undefined;
}

export interface ApiMessagesResult {
  messages: ApiMessage[];
  notes: RepairNote[];
}

export const hiddenResultText = '[This result was hidden from the context by the user.]';

/** The messages to send for a branch, without the system prompt. Empty only for a branch without anything to send. */
export function toApiMessages(branch: readonly Message[], options: ApiMessagesOptions = {}): ApiMessagesResult {
  const counted = branchInContext(branch)
    .filter((message) => message.partType !== 'note')
    .flatMap((message) => applyMark(message, options.marks));
  const repaired = repair(counted.map(errorAsText), options);
  const names = wireCallIds(repaired.messages);
  const wire = repaired.messages.map((message) => toWire(message, names, options));
  return { messages: mergeNeighbours(wire).map(makeWellFormed), notes: repaired.notes };
}

/** What a summary stands for is not sent: the last summary, then everything from the record it kept first. */
export function branchInContext(branch: readonly Message[]): Message[] {
  const at = branch.findLastIndex((message) => message.partType === 'summary');
  const summary = branch[at];
  if (summary?.role !== 'system') return [...branch];
  const kept = branch.findIndex((message) => message.id === summary.compaction?.firstKeptId);
  const rest = branch.slice(kept < 0 ? at : kept).filter((message) => message.partType !== 'summary');
  return [summary, ...rest];
}

function isHidden(message: Message, marks: Record<string, Mark> | undefined): boolean {
  return marks?.[message.id]?.hidden ?? message.includeInContext === false;
}

function applyMark(message: Message, marks: Record<string, Mark> | undefined): Message[] {
  if (!isHidden(message, marks)) return [message];
  if (message.role === 'tool') return [{ ...message, content: hiddenResultText }];
  if (callsOf(message).length > 0) return [{ ...message, content: null } as Message];
  return [];
}

/** A failed model call is sent as what it had said, or as a note that it failed. */
function errorAsText(message: Message): Message {
  if (message.role !== 'assistant' || message.partType !== 'error') return message;
  const { tool_calls: _unfinished, reasoning: _reasoning, ...rest } = message;
  const text = message.content?.trim()
    ? message.content
    : `[Model call failed: ${message.error?.message ?? 'unknown'}]`;
  return { ...rest, content: text };
}

/** Ids as they are sent: unique over the request, at most 40 of the characters that every provider takes. */
function wireCallIds(history: readonly Message[]): Map<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const message of history) {
    callsOf(message).forEach((call, index) => {
      const plain = call.id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 40) || 'call';
      let name = plain;
      for (let n = 2; taken.has(name); n++) name = `${plain.slice(0, 36)}_${n}`;
      taken.add(name);
      names.set(`${message.id}\n${index}`, name);
    });
  }
  return names;
}

function toWire(message: Message, names: Map<string, string>, options: ApiMessagesOptions): Placed {
  switch (message.role) {
    case 'user':
      return { source: message, message: { role: 'user', content: userContent(message.content, options) } };
    case 'system': {
      const label = message.partType === 'summary' ? '[Summary of the conversation so far]\n' : '';
      return { source: message, message: { role: 'user', content: label + message.content } };
    }
    case 'tool':
      if (message.partType === 'tool_run') {
        return {
          source: message,
          message: { role: 'user', content: `[The user ran ${message.toolName}]\n${message.content}` },
        };
      }
      return {
        source: message,
        message: { role: 'tool', tool_call_id: message.tool_call_id, content: message.content },
      };
    case 'assistant': {
      const calls = callsOf(message).map((call, index) => toWireCall(call, names.get(`${message.id}\n${index}`)));
      const content = message.content === '' ? null : message.content;
      return {
        source: message,
        message: {
          role: 'assistant',
          content,
          ...(calls.length > 0 ? { tool_calls: calls } : {}),
          ...(message.reasoning ? { reasoning: message.reasoning } : {}),
          ...(message.providerData ? { providerData: message.providerData } : {}),
        },
      };
    }
  }
}

function toWireCall(call: ToolCall, id: string | undefined): ToolCall {
  const name = call.function.name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
  return { id: id ?? call.id, type: 'function', function: { name, arguments: call.function.arguments } };
}

function userContent(content: string | ContentPart[], options: ApiMessagesOptions): string | ApiContentPart[] {
  if (typeof content === 'string') return content;
  const parts = content.flatMap((part): ApiContentPart[] => {
    switch (part.type) {
      case 'text':
        return [{ type: 'text', text: textField(part.text) }];
      case 'mention': {
        const text = options.mentionText?.(part.hash);
        return [{ type: 'text', text: text === undefined ? textField(part.path) : `${textField(part.path)}\n${text}` }];
      }
      case 'image':
      case 'file':
        return [part];
      // A part of a later version: it is kept in the log and cannot be sent.
      default:
        return [];
    }
  });
  return parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('') : parts;
}

/** A field of a part as the log has it, which may hold anything. */
function textField(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

interface Placed {
  source: Message;
  message: ApiMessage;
}

/** Results take the wire id of their call; neighbours of one role become one message. */
function mergeNeighbours(placed: readonly Placed[]): ApiMessage[] {
  const out: ApiMessage[] = [];
  let pending: string[] = [];
  for (const { message } of placed) {
    const before = out.at(-1);
    if (message.role === 'tool') {
      out.push({ ...message, tool_call_id: pending.shift() ?? message.tool_call_id });
      continue;
    }
    if (before?.role === 'user' && message.role === 'user') {
      out[out.length - 1] = { role: 'user', content: joinContent(before.content, message.content) };
      continue;
    }
    if (before?.role === 'assistant' && message.role === 'assistant' && !before.tool_calls) {
      const text = [before.content, message.content].filter((part) => part).join('\n\n');
      out[out.length - 1] = { ...message, content: text };
    } else {
      out.push(message);
    }
    pending = message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [];
  }
  return out;
}

function joinContent(a: string | ApiContentPart[], b: string | ApiContentPart[]): string | ApiContentPart[] {
  if (typeof a === 'string' && typeof b === 'string') return `${a}\n\n${b}`;
  const parts = (content: string | ApiContentPart[]): ApiContentPart[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return [...parts(a), ...parts(b)];
}

/** A lone surrogate cannot be encoded as UTF-8; it is sent as U+FFFD, and NUL is left out. */
function makeWellFormed<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '') as T;
  if (Array.isArray(value)) return value.map(makeWellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, makeWellFormed(entry)])) as T;
}
