// Converts each record to API messages, in history order, and merges adjacent messages of one role.

import { type AttachedBytes, userContent } from '../../shared/conversation/apiContent.ts';
import type { ApiContentPart, ApiMessage } from '../../shared/conversation/apiMessage.ts';
import {
  type AssistantMessage,
  type ContentPart,
  callsOf,
  type Message,
  maxCalls,
  type SystemMessage,
  type ToolCall,
  type ToolMessage,
  textOf,
  type UserMessage,
} from '../../shared/conversation/message.ts';
import { isBlankText, sendableOrUndefined, sendableText } from '../../shared/conversation/sendable.ts';
import { type CallIds, callName, createCallIds, plainCallId } from './callNames.ts';
import { createImageBudget, type ImageBudget, type ImageLimits } from './imageBudget.ts';
import { type Memo, noMemo } from './memo.ts';
import { hasImages, resultImages } from './resultImages.ts';

/** A mention without bytes is sent as just its path, an image as a note. */
export interface ApiMessageOptions extends AttachedBytes {
  /** Limits on result images; absent: all are sent. */
  imageLimits?: ImageLimits | undefined;
  /** Caches the converted records; the output is the same without it. */
  memo?: Memo;
}

/** A record as sent, before adjacent messages of one role are merged. */
export interface PositionedMessage {
  /** Id of the stored record; for an added one, the id derived from what it repairs. */
  source: string;
  message: ApiMessage;
}

/** What a record's conversion depends on: the content sent before it. */
export interface ConversionState {
  /** Hashes of the texts already sent. */
  mentioned: Set<string>;
  imageBudget: ImageBudget;
  callIds: CallIds;
}

export function createConversionState(options: ApiMessageOptions, callIds: CallIds = createCallIds()): ConversionState {
  return { mentioned: new Set(), imageBudget: createImageBudget(options.imageLimits), callIds };
}

type ApiReply = Extract<ApiMessage, { role: 'assistant' }>;

const maxManualArgumentsLength = 10_000;
/** For an empty result, which some servers reject. */
export const noOutputText = '(no output)';

/** The model made more calls than allowed: the reply's last result tells it so. */
const leftOutNote = `[The reply had more than ${maxCalls} calls. These ${maxCalls} were taken; the others were left out and nothing was done for them. Ask for them in another reply.]`;

/** Converts each record; results get the id that their call is sent with. */
export function convertMessages(
  history: readonly Message[],
  options: ApiMessageOptions,
  state: ConversionState,
): PositionedMessage[] {
  const wire = (options.memo ?? noMemo).by(apiMessageOf);
  const nameCall = state.callIds.name;
  let pending: readonly ToolCall[] = [];
  let answered = 0;
  let leftOut = false;
  return history.map((record) => {
    const { id: source } = record;
    const message = hasExternalContent(record) ? convertWithExternalContent(record, options, state) : wire(record);
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

/** Returns whether a record refers to external content, so that the record alone does not determine what is sent. */
export function hasExternalContent(record: Message): boolean {
  return hasParts(record) || (record.role === 'tool' && hasImages(record));
}

/**
 * Converts everything but call ids, resolving external content: it counts against the limits, and may have been sent
 * before.
 */
export function convertWithExternalContent(
  record: Message,
  options: ApiMessageOptions,
  { mentioned, imageBudget: room }: ConversionState,
): ApiMessage {
  if (hasParts(record)) return partsToWire(record, options, mentioned, room);
  return withImages(record, (options.memo ?? noMemo).by(apiMessageOf)(record), options, room);
}

function withImages(record: Message, message: ApiMessage, options: ApiMessageOptions, room: ImageBudget): ApiMessage {
  if (record.role !== 'tool' || !hasImages(record)) return message;
  const images = resultImages(record, options, room);
  if (message.role === 'tool') return { ...message, images };
  // A manual call is sent as a user message.
  if (message.role !== 'user') return message;
  return { role: 'user', content: sendableContent(joinContent(message.content, images)) };
}

/** Returns the same message if no earlier call has taken one of its ids. */
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

function partsToWire(
  record: PartsRecord,
  options: ApiMessageOptions,
  mentioned: Set<string>,
  room: ImageBudget,
): ApiMessage {
  const content = sendableContent(userContent(record.content, options, mentioned));
  for (const part of typeof content === 'string' ? [] : content) {
    if (part.type === 'image' && part.data !== undefined) room.takeOwn(part.data);
  }
  return { role: 'user', content };
}

/** Converts a record without external content; calls and results keep their plain ids. */
export function apiMessageOf(record: Message): ApiMessage {
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
        return { role: 'user', content: `[The user ran ${manualCallText(record)}]\n${content}` };
      }
      return { role: 'tool', tool_call_id: plainCallId(record.tool_call_id), content };
    }
    case 'assistant':
      return wireReply(record);
  }
}

/** Must stay: the demo model recognizes a summary by it. */
export const summaryPrefix = '[Summary of the conversation so far';

function summaryLabel({ compaction }: SystemMessage): string {
  const count = compaction?.records;
  const messages = count === undefined ? 'the earlier messages' : count === 1 ? '1 message' : `${count} messages`;
  return `${summaryPrefix}: it stands for ${messages}, which you do not see any more. Go on from there.]\n`;
}

/** The name and arguments, shortened to what matters next to the result. */
function manualCallText({ toolName, arguments: text }: ToolMessage): string {
  const name = sendableText(toolName);
  if (typeof text !== 'string' || isBlankText(text)) return name;
  const cut = text.length > maxManualArgumentsLength ? `${text.slice(0, maxManualArgumentsLength)}… (cut)` : text;
  return `${name} with ${sendableText(cut)}`;
}

function wireReply(message: AssistantMessage): ApiReply {
  const calls = callsOf(message).map(wireCall);
  const providerData = message.providerData && sendableOrUndefined(message.providerData);
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

/** Blank text parts are rejected (Anthropic: "text content blocks must be non-empty"). */
function sendableContent(content: string | ApiContentPart[]): string | ApiContentPart[] {
  if (typeof content === 'string') return sendableText(content);
  const parts = content.flatMap((part): ApiContentPart[] => {
    if (part.type !== 'text') return [part];
    return isBlankText(part.text) ? [] : [{ type: 'text', text: sendableText(part.text) }];
  });
  return parts.every((part) => part.type === 'text') ? parts.map((part) => part.text).join('') : parts;
}

/** Merges adjacent messages of one role, such as notes with the user's text. */
export function mergeNeighbors(placed: readonly PositionedMessage[]): { messages: ApiMessage[]; sources: string[][] } {
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
