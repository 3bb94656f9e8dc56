// Stored → sent: the active branch becomes the provider-neutral history. Three steps: what counts (marks, notes,
// compaction), repair, and the words of the wire.

import { type AttachedBytes, userContent } from './apiContent.ts';
import type { ApiContentPart, ApiMessage } from './apiMessage.ts';
import { callName, createCallIds, plainCallId } from './callNames.ts';
import { contextOf } from './context.ts';
import { withoutHiddenGroups } from './hiddenGroups.ts';
import { createImageBudget, type ImageBudget, type ImageLimits } from './imageBudget.ts';
import { type Marks, markReader } from './marks.ts';
import { type Memo, noMemo } from './memo.ts';
import {
  type AssistantMessage,
  type ContentPart,
  callsOf,
  type Message,
  mostCalls,
  type SystemMessage,
  type ToolCall,
  type ToolMessage,
  textOf,
  type UserMessage,
} from './message.ts';
import { isResult, pairResults } from './pairing.ts';
import { type RepairNote, type RepairOptions, repair } from './repair.ts';
import { hasImages, resultImages } from './resultImages.ts';
import { isBlankText, sendableOrNothing, sendableText } from './sendable.ts';

/** A mention whose bytes are not there is sent as its path alone, an image as a note. */
export interface ApiMessagesOptions extends RepairOptions, AttachedBytes {
  marks?: Marks;
  /** What is sent of the images that results brought; absent: all of them. */
  imageLimits?: ImageLimits | undefined;
  /** Records that stand before what is kept and are sent beside the summary, in the order of the log. */
  pinnedBefore?: readonly Message[];
  /** Remembers the words of each record; what is sent is the same without it. */
  memo?: Memo;
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

type ApiReply = Extract<ApiMessage, { role: 'assistant' }>;

export const hiddenResultText = '[This result was hidden from the context by the user.]';
const longestHandArguments = 10_000;
/** A result that says nothing: some servers refuse an empty one. */
export const noOutputText = '(no output)';

/** The messages to send for a branch, without the system prompt. Empty only for a branch without anything to send. */
export function toApiMessages(branch: readonly Message[], options: ApiMessagesOptions = {}): ApiMessagesResult {
  const { marks = {}, pinnedBefore = [], memo = noMemo } = options;
  const { isHidden } = markReader(marks);
  const [hidden, reference] = [memo.by(hiddenForm), memo.by(asReference)];
  const { summary, kept, cleared } = contextOf(branch, marks);
  const counted: Message[] = [];
  for (const record of withoutHiddenGroups(kept, isHidden)) {
    if (record.partType === 'note' && !isResult(record)) continue;
    for (const message of isHidden(record) ? hidden(record) : [record]) {
      counted.push(message.role === 'tool' && cleared.has(message.id) ? reference(message) : message);
    }
  }
  const front = summary ? [summary, ...pinnedBefore.map((message) => asPinned(message, options))] : [];
  const repaired = repair(errorsAsText([...front, ...counted]), options);
  const placed = toWire(repaired.messages, options);
  return { ...mergeNeighbours(placed), placed, notes: repaired.notes };
}

/** Of a hidden message with calls their names stay, and of what a provider wants back only who it was. */
function hiddenForm(message: Message): Message[] {
  // Nothing asked for what the person ran: without it nothing is missing.
  if (message.partType === 'tool_run') return [];
  if (message.role === 'tool') return [{ ...withoutImages(message), content: hiddenResultText }];
  if (message.role !== 'assistant' || callsOf(message).length === 0) return [];
  const { reasoning: _thought, providerData, ...rest } = message;
  const mark = markOf(providerData?.openai);
  const calls = callsOf(message).map((call) => ({ ...call, function: { ...call.function, arguments: '{}' } }));
  return [{ ...rest, ...mark, content: null, tool_calls: calls }];
}

/** Who it was, and under which name its thinking came: not what it thought. */
function markOf(own: unknown): { providerData?: Record<string, unknown> } {
  if (typeof own !== 'object' || own === null) return {};
  const { provider, reasoning } = own as Record<string, unknown>;
  return { providerData: { openai: { provider, ...(reasoning === undefined ? {} : { reasoning }) } } };
}

/** What stands in the place of a result that was cleared: the model can open it again. */
function asReference(message: ToolMessage): ToolMessage {
  const bytes = message.details?.bytes;
  const size = typeof bytes === 'number' ? ` It has ${bytes.toLocaleString('en-US')} bytes.` : '';
  const images = hasImages(message) ? ' Its images are not sent any more: to see them call the tool again.' : '';
  const content = `[This result was taken out of the context to save room.${size} To read it again call read_tool_result with result "${message.id}".${images}]`;
  return { ...withoutImages(message), content };
}

function withoutImages({ attachments: _images, ...rest }: ToolMessage): ToolMessage {
  return rest;
}

/** A pinned record of the part that was summarised: its words stand beside the summary. */
function asPinned(message: Message, options: ApiMessagesOptions): Message {
  const speaker = message.role === 'tool' ? `The result of ${message.toolName}` : `A message of the ${message.role}`;
  const content = message.role === 'user' ? userContent(message.content, options, new Set()) : textOf(message);
  const text = typeof content === 'string' ? content : content.map(pinnedWords).join('');
  const { v, id, parentId, createdAt } = message;
  const label = `[${speaker}, kept from the part that was summarised]`;
  return { v, id, parentId, createdAt, role: 'system', partType: 'environment', content: `${label}\n${text}` };
}

/** A summary and what stands beside it are words: of a picture or a PDF only that it was there. */
function pinnedWords(part: ApiContentPart): string {
  if (part.type === 'text') return part.text;
  return `\n[${part.type === 'file' ? part.name : part.mediaType}: not sent any more]`;
}

/**
 * A failed model call is sent as what it had said, or as a note that it failed. Its calls were never run: only one that has
 * a result all the same is sent, with it.
 */
function errorsAsText(history: readonly Message[]): readonly Message[] {
  if (!history.some(isFailedCall)) return history;
  const answered = new Map<number, ToolCall[]>();
  for (const { assistantIndex, call, result } of pairResults(history).slots) {
    if (result) answered.set(assistantIndex, [...(answered.get(assistantIndex) ?? []), call]);
  }
  return history.map((message, index) => {
    if (!isFailedCall(message)) return message;
    const { tool_calls: _unfinished, reasoning: _thought, providerData: _data, ...rest } = message;
    const calls = answered.get(index);
    const said = isBlankText(message.content) ? null : message.content;
    const content = said ?? `[Model call failed: ${sayable(message.error?.message)}]`;
    return { ...rest, content, ...(calls ? { tool_calls: calls } : {}) };
  });
}

function isFailedCall(message: Message): message is AssistantMessage {
  return message.role === 'assistant' && message.partType === 'error';
}

/** The log may hold anything in the place of a sentence. */
function sayable(text: unknown): string {
  return typeof text === 'string' && !isBlankText(text) ? text : 'unknown';
}

/** The model asked for more than is taken: it is told with the last result of that reply, whatever that is. */
const leftOutNote = `[The reply had more than ${mostCalls} calls. These ${mostCalls} were taken; the others were left out and nothing was done for them. Ask for them in another reply.]`;

/** Each record in the words of the wire; results have the id that their call is sent with. */
function toWire(history: readonly Message[], options: ApiMessagesOptions): PlacedMessage[] {
  const wire = (options.memo ?? noMemo).by(wireMessage);
  const seen = new Set<string>();
  const room = createImageBudget(options.imageLimits);
  const nameCall = createCallIds();
  let pending: readonly ToolCall[] = [];
  let answered = 0;
  let leftOut = false;
  return history.map((record) => {
    const { id: source } = record;
    if (hasParts(record)) return { source, message: partsToWire(record, options, seen, room) };
    const message = withImages(record, wire(record), options, room);
    if (message.role === 'tool') {
      const id = pending[answered++]?.id ?? nameCall(message.tool_call_id);
      const named = id === message.tool_call_id ? message : { ...message, tool_call_id: id };
      if (!leftOut || answered !== pending.length) return { source, message: named };
      return { source, message: { ...named, content: `${named.content}\n\n${leftOutNote}` } };
    }
    if (message.role !== 'assistant') return { source, message };
    const named = withIds(message, nameCall);
    pending = named.tool_calls ?? [];
    answered = 0;
    leftOut = record.role === 'assistant' && record.callsLeftOut === true;
    return { source, message: named };
  });
}

/** Its images stand elsewhere, too. */
function withImages(record: Message, message: ApiMessage, options: ApiMessagesOptions, room: ImageBudget): ApiMessage {
  if (record.role !== 'tool' || !hasImages(record)) return message;
  const images = resultImages(record, options, room);
  if (message.role === 'tool') return { ...message, images };
  // A call that the person ran is told in their place.
  if (message.role !== 'user') return message;
  return { role: 'user', content: sendableContent(joinContent(message.content, images)) };
}

/** The same message where no earlier call has taken one of its ids. */
function withIds(message: ApiReply, nameCall: (plain: string) => string): ApiReply {
  const calls = message.tool_calls?.map((call) => {
    const id = nameCall(call.id);
    return id === call.id ? call : { ...call, id };
  });
  const same = calls?.every((call, index) => call === message.tool_calls?.[index]) ?? true;
  return same || !calls ? message : { ...message, tool_calls: calls };
}

type PartsRecord = UserMessage & { content: ContentPart[] };

function hasParts(record: Message): record is PartsRecord {
  return record.role === 'user' && typeof record.content !== 'string';
}

/** What its parts name stands elsewhere, and may have been sent before: it is not to be told from the record alone. */
function partsToWire(
  record: PartsRecord,
  options: ApiMessagesOptions,
  seen: Set<string>,
  room: ImageBudget,
): ApiMessage {
  const content = sendableContent(userContent(record.content, options, seen));
  for (const part of typeof content === 'string' ? [] : content) {
    if (part.type === 'image' && part.data !== undefined) room.takeOwn(part.data);
  }
  return { role: 'user', content };
}

/** A record in the words of the wire, as far as it alone says them: calls and results have their plain ids. */
export function wireMessage(record: Message): ApiMessage {
  switch (record.role) {
    case 'user':
      return { role: 'user', content: sendableText(textOf(record)) };
    case 'system': {
      const label = record.partType === 'summary' ? summaryLabel(record) : '';
      return { role: 'user', content: label + sendableText(record.content) };
    }
    case 'tool': {
      const content = isBlankText(record.content) ? noOutputText : sendableText(record.content);
      if (record.partType === 'tool_run') {
        return { role: 'user', content: `[The user ran ${handCallWords(record)}]\n${content}` };
      }
      return { role: 'tool', tool_call_id: plainCallId(record.tool_call_id), content };
    }
    case 'assistant':
      return wireReply(record);
  }
}

/** It has to begin so: the demo tells a summary by it. */
export const summaryBeginning = '[Summary of the conversation so far';

function summaryLabel({ compaction }: SystemMessage): string {
  const count = compaction?.records;
  const messages = count === undefined ? 'the earlier messages' : count === 1 ? '1 message' : `${count} messages`;
  return `${summaryBeginning}: it stands for ${messages}, which you do not see any more. Go on from there.]\n`;
}

/** Name and arguments, those as far as they can matter beside the result. */
function handCallWords({ toolName, arguments: text }: ToolMessage): string {
  const name = sendableText(toolName);
  if (typeof text !== 'string' || isBlankText(text)) return name;
  const cut = text.length > longestHandArguments ? `${text.slice(0, longestHandArguments)}… (cut)` : text;
  return `${name} with ${sendableText(cut)}`;
}

function wireReply(message: AssistantMessage): ApiReply {
  const calls = callsOf(message).map(wireCall);
  const providerData = message.providerData && sendableOrNothing(message.providerData);
  const reasoning = typeof message.reasoning === 'string' ? sendableText(message.reasoning) : '';
  return {
    role: 'assistant',
    content: isBlankText(message.content) ? null : sendableText(message.content as string),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(reasoning === '' ? {} : { reasoning }),
    ...(providerData ? { providerData } : {}),
  };
}

function wireCall({ id, function: { name, arguments: text } }: ToolCall): ToolCall {
  return { id: plainCallId(id), type: 'function', function: { name: callName(name), arguments: sendableText(text) } };
}

/** Blank text parts are refused (Anthropic: "text content blocks must be non-empty"). */
function sendableContent(content: string | ApiContentPart[]): string | ApiContentPart[] {
  if (typeof content === 'string') return sendableText(content);
  const parts = content.flatMap((part): ApiContentPart[] => {
    if (part.type !== 'text') return [part];
    return isBlankText(part.text) ? [] : [{ type: 'text', text: sendableText(part.text) }];
  });
  return parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('') : parts;
}

/** What stands beside the person's words becomes one message with them. */
function mergeNeighbours(placed: readonly PlacedMessage[]): Pick<ApiMessagesResult, 'messages' | 'sources'> {
  const messages: ApiMessage[] = [];
  const sources: string[][] = [];
  for (const { source, message } of placed) {
    const last = messages.at(-1);
    if (last?.role === 'user' && message.role === 'user') {
      messages[messages.length - 1] = { role: 'user', content: joinContent(last.content, message.content) };
      sources.at(-1)?.push(source);
    } else {
      messages.push(message);
      sources.push([source]);
    }
  }
  return { messages, sources };
}

function joinContent(a: string | ApiContentPart[], b: string | ApiContentPart[]): string | ApiContentPart[] {
  if (typeof a === 'string' && typeof b === 'string') return `${a}\n\n${b}`;
  const parts = (content: string | ApiContentPart[]): ApiContentPart[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return [...parts(a), ...parts(b)];
}
