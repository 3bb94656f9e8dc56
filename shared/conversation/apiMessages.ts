// Stored → sent: the active branch becomes the provider-neutral history. Three steps: what counts (marks, notes,
// compaction), repair, and the words of the wire.

import { userContent } from './apiContent.ts';
import type { ApiContentPart, ApiMessage } from './apiMessage.ts';
import { contextOf } from './context.ts';
import { isHidden, type Marks } from './marks.ts';
import type { Message, ToolCall, ToolMessage } from './message.ts';
import { callsOf, textOf } from './message.ts';
import { type RepairNote, type RepairOptions, repair } from './repair.ts';

export interface ApiMessagesOptions extends RepairOptions {
  marks?: Marks;
  /** Text of a mention's bytes, by hash; a mention without it is sent as its path alone. */
  mentionText?: (hash: string) => string | undefined;
  /** Base64 of an image's bytes, by hash; an image without it is sent as a note. */
  imageData?: (hash: string) => string | undefined;
  /** Records that stand before what is kept and are sent beside the summary, in the order of the log. */
  pinnedBefore?: readonly Message[];
}

/** One record as it is sent, before neighbours of one role become one message. */
export interface PlacedMessage {
  /** Id of the stored record; of one that repair added, the id derived from what it repairs. */
  source: string;
  message: ApiMessage;
}

export interface ApiMessagesResult {
  messages: ApiMessage[];
  /** For each message the ids of the records that it was made of. */
  sources: string[][];
  placed: PlacedMessage[];
  notes: RepairNote[];
}

export const hiddenResultText = '[This result was hidden from the context by the user.]';

/** The messages to send for a branch, without the system prompt. Empty only for a branch without anything to send. */
export function toApiMessages(branch: readonly Message[], options: ApiMessagesOptions = {}): ApiMessagesResult {
  const { marks = {}, pinnedBefore = [] } = options;
  const { summary, kept, cleared } = contextOf(branch, marks);
  const counted = kept
    .filter((message) => message.partType !== 'note')
    .flatMap((message) => applyMark(message, marks))
    .map((message) => (message.role === 'tool' && cleared.has(message.id) ? asReference(message) : message));
  const front = summary ? [summary, ...pinnedBefore.map((message) => asPinned(message, options))] : [];
  const repaired = repair([...front, ...counted].map(errorAsText), options);
  const names = wireCallIds(repaired.messages);
  const seen = new Set<string>();
  const placed = repaired.messages.map((message) => toWire(message, names, options, seen));
  const merged = mergeNeighbours(placed);
  return {
    messages: merged.map(({ message }) => makeWellFormed(message)),
    sources: merged.map(({ sources }) => sources),
    placed,
    notes: repaired.notes,
  };
}

function applyMark(message: Message, marks: Marks): Message[] {
  if (!isHidden(message, marks)) return [message];
  if (message.role === 'tool') return [{ ...message, content: hiddenResultText }];
  if (callsOf(message).length > 0) return [{ ...message, content: null } as Message];
  return [];
}

/** What stands in the place of a result that was cleared: the model can open it again. */
export function asReference(message: ToolMessage): ToolMessage {
  const bytes = message.details?.bytes;
  const size = typeof bytes === 'number' ? ` It has ${bytes.toLocaleString('en-US')} bytes.` : '';
  const content = `[This result was taken out of the context to save room.${size} To read it again call read_tool_result with result "${message.id}".]`;
  return { ...message, content };
}

/** A pinned record of the part that was summarised: its words stand beside the summary. */
function asPinned(message: Message, options: ApiMessagesOptions): Message {
  const speaker = message.role === 'tool' ? `The result of ${message.toolName}` : `A message of the ${message.role}`;
  const content = message.role === 'user' ? userContent(message.content, options, new Set()) : textOf(message);
  const text =
    typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const { v, id, parentId, createdAt } = message;
  const label = `[${speaker}, kept from the part that was summarised]`;
  return { v, id, parentId, createdAt, role: 'system', partType: 'environment', content: `${label}\n${text}` };
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

function toWire(
  message: Message,
  names: Map<string, string>,
  options: ApiMessagesOptions,
  seen: Set<string>,
): PlacedMessage {
  const placed = (made: ApiMessage): PlacedMessage => ({ source: message.id, message: made });
  switch (message.role) {
    case 'user':
      return placed({ role: 'user', content: userContent(message.content, options, seen) });
    case 'system': {
      const label = message.partType === 'summary' ? '[Summary of the conversation so far]\n' : '';
      return placed({ role: 'user', content: label + message.content });
    }
    case 'tool':
      if (message.partType === 'tool_run') {
        return placed({ role: 'user', content: `[The user ran ${message.toolName}]\n${message.content}` });
      }
      return placed({ role: 'tool', tool_call_id: message.tool_call_id, content: message.content });
    case 'assistant': {
      const calls = callsOf(message).map((call, index) => toWireCall(call, names.get(`${message.id}\n${index}`)));
      return placed({
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
        ...(message.reasoning ? { reasoning: message.reasoning } : {}),
        ...(message.providerData ? { providerData: message.providerData } : {}),
      });
    }
  }
}

function toWireCall(call: ToolCall, id: string | undefined): ToolCall {
  const name = call.function.name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
  return { id: id ?? call.id, type: 'function', function: { name, arguments: call.function.arguments } };
}

interface Merged {
  sources: string[];
  message: ApiMessage;
}

/** Results take the wire id of their call; neighbours of one role become one message. */
function mergeNeighbours(placed: readonly PlacedMessage[]): Merged[] {
  const out: Merged[] = [];
  let pending: string[] = [];
  for (const { source, message } of placed) {
    const last = out.at(-1);
    const before = last?.message;
    if (message.role === 'tool') {
      const id = pending.shift() ?? message.tool_call_id;
      out.push({ sources: [source], message: { ...message, tool_call_id: id } });
      continue;
    }
    if (last && before?.role === 'user' && message.role === 'user') {
      last.message = { role: 'user', content: joinContent(before.content, message.content) };
      last.sources.push(source);
      continue;
    }
    if (last && before?.role === 'assistant' && message.role === 'assistant' && !before.tool_calls) {
      const text = [before.content, message.content].filter((part) => part).join('\n\n');
      last.message = { ...message, content: text };
      last.sources.push(source);
    } else {
      out.push({ sources: [source], message });
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
