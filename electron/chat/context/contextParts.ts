// Splits a request into parts: each record in the context with its token cost, by kind and in request order, plus the
// records that the user hid, in place.

import { typedText } from '../../../shared/conversation/apiContent.ts';
import { type ApiContentPart, type ApiMessage, partsOf } from '../../../shared/conversation/apiMessage.ts';
import { isTextType } from '../../../shared/conversation/attachmentLimits.ts';
import { isCompaction } from '../../../shared/conversation/context.ts';
import { createMarkReader, type Marks } from '../../../shared/conversation/marks.ts';
import { type ContentPart, callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import type { ContextKind } from '../../../shared/features/context/methods.ts';
import {
  callTokens,
  estimateTextTokens,
  imageTokens,
  messageTokens,
  pdfPageTokens,
} from '../../conversation/estimateTokens.ts';
import type { SettledMessages } from '../../conversation/growingMessages.ts';
import { hasImages } from '../../conversation/resultImages.ts';
import { inspectBranch, sharedContextOf } from '../../conversation/simpleBranch.ts';
import type { PositionedMessage } from '../../conversation/toApiMessages.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { BuiltContext } from './contextBuilder.ts';

export interface ContextPart {
  messageId: string;
  kind: ContextKind;
  state: 'sent' | 'hidden' | 'cleared';
  pinned: boolean;
  /** The text that is sent; its tokens are counted. */
  text: string;
  /** Tokens in addition to the text: framing, images. */
  fixed: number;
  /** Estimate for `text` and `fixed`. */
  reckoned: number;
  /** The text that would be sent if it were neither hidden nor cleared; null: the same. */
  wholeText: string | null;
  /** Tokens in addition to `wholeText`, like `fixed`. */
  wholeFixed: number;
  /** Estimate for both. */
  wholeReckoned: number;
  /** Index in `BuiltContext.placed`; for a hidden part, that of the next one. */
  place: number;
}

export function contextParts(built: BuiltContext, branch: Pick<StoredBranch, 'messages' | 'meta'>): ContextPart[] {
  const { marks } = branch.meta;
  const simple = Object.keys(marks).length === 0 ? inspectBranch(branch.messages) : null;
  const { keptMessages, cleared } = simple?.isSimple ? nothingMarked : sharedContextOf(branch.messages, marks);
  const reader = createMarkReader(marks);
  const leftOut = leftOutParts(simple?.isPlain ? [] : keptMessages, built, reader.isHidden);
  const previous = knownParts(built, branch, leftOut === null);
  const { records } = previous;
  const whole = built.memo.by(pricedWhole);
  const textsOf = built.memo.by(estimateMessageParts);
  const partsAt = (place: number): ContextPart[] => {
    const { source, message } = built.placed[place] as PositionedMessage;
    const record = records.get(source);
    const hidden = record !== undefined && reader.isHidden(record);
    const state = hidden ? 'hidden' : cleared.has(source) && record?.role === 'tool' ? 'cleared' : 'sent';
    const pinned = record !== undefined && reader.isPinned(record);
    const { wholeText, wholeFixed, wholeReckoned } = state === 'sent' || !record ? asSent : whole(record);
    return wordsOf(textsOf(message), record).map(({ kind, text, fixed, reckoned }) => {
      const price = { text, fixed, reckoned, wholeText, wholeFixed, wholeReckoned };
      return { messageId: source, kind, state, pinned, place, ...price };
    });
  };
  const settled = leftOut ? 0 : built.settled.placed.length;
  for (; previous.placed < settled; previous.placed++)
    for (const part of partsAt(previous.placed)) previous.parts.push(part);
  const parts = [...previous.parts];
  for (let place = settled; place < built.placed.length; place++) {
    for (const part of leftOut?.get(place) ?? []) parts.push(part);
    for (const part of partsAt(place)) parts.push(part);
  }
  for (const part of leftOut?.get(built.placed.length) ?? []) parts.push(part);
  return parts;
}

/** Without hidden or cleared records there is nothing to look up. */
const nothingMarked = { keptMessages: [], cleared: new Set<string>() };

/** Parts of a request's settled section, shared with the next one while the marks are unchanged. */
interface KnownParts {
  marks: Marks;
  messages: readonly Message[];
  /** Records of the branch and those sent alongside the summary, by id. */
  records: Map<string, Message>;
  parts: ContextPart[];
  /** Number of `placed` entries covered. */
  placed: number;
}

const partsOfSettled = new WeakMap<SettledMessages, KnownParts>();

/** Reuses the previous request's parts if this one continues it. */
function knownParts(built: BuiltContext, { messages, meta }: Pick<StoredBranch, 'messages' | 'meta'>, isKept: boolean) {
  const cached = partsOfSettled.get(built.settled);
  if (isKept && cached && built.pinned.length === 0 && isContinuation(cached, messages, meta.marks)) {
    cached.messages = messages;
    return cached;
  }
  partsOfSettled.delete(built.settled);
  const records = new Map<string, Message>();
  for (const list of [built.pinned, messages]) for (const message of list) records.set(message.id, message);
  const made: KnownParts = { marks: meta.marks, messages, records, parts: [], placed: 0 };
  // If two records share an id, the later one counts, and it may still be coming.
  if (isKept && records.size === messages.length) partsOfSettled.set(built.settled, made);
  return made;
}

function isContinuation(
  { marks, messages: before, records }: KnownParts,
  messages: readonly Message[],
  now: Marks,
): boolean {
  if (messages.length < before.length || !isSameMarks(marks, now)) return false;
  if (!before.every((message, at) => message === messages[at])) return false;
  for (const message of messages.slice(before.length)) {
    if (records.has(message.id)) return false;
    records.set(message.id, message);
  }
  return true;
}

function isSameMarks(one: Marks, other: Marks): boolean {
  const [marks, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    marks.length === others.size &&
    marks.every(([id, mark]) => {
      const now = others.get(id);
      return now !== undefined && now.hidden === mark.hidden && now.pinned === mark.pinned;
    })
  );
}

interface Words {
  kind: ContextKind;
  text: string;
  fixed: number;
  reckoned: number;
}

function priced(kind: ContextKind, text: string, fixed: number): Words {
  return { kind, text, fixed, reckoned: estimateTextTokens(text) + fixed };
}

/** Returns a message's text and cost, as far as the message alone determines them. */
export function estimateMessageParts(message: ApiMessage): Words[] {
  if (message.role === 'tool') {
    const parts = partsOf(message);
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return [priced('results', text, messageTokens + imageTokens * parts.filter(isImage).length)];
  }
  if (message.role === 'assistant') {
    const calls = (message.tool_calls ?? []).map((call) => `${call.function.name}\n${call.function.arguments}`);
    const text = message.content ?? '';
    if (calls.length === 0) return [priced('assistant', text, messageTokens)];
    const ofCalls = callTokens * calls.length;
    return text === ''
      ? [priced('calls', calls.join('\n'), ofCalls + messageTokens)]
      : [priced('assistant', text, messageTokens), priced('calls', calls.join('\n'), ofCalls)];
  }
  const parts =
    typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content;
  const text = parts.map((part) => (part.type === 'text' ? part.text : part.type === 'file' ? part.name : '')).join('');
  const pages = parts.reduce((sum, part) => sum + (part.type === 'file' ? (part.pages ?? 0) : 0), 0);
  const attached = imageTokens * parts.filter(isImage).length + pdfPageTokens * pages;
  return [priced('user', text, messageTokens + attached)];
}

function isImage(part: ApiContentPart): boolean {
  return part.type === 'image';
}

/** A user message may represent something else, and its mentions count separately. */
function wordsOf(texts: Words[], record: Message | undefined): Words[] {
  const [text] = texts;
  if (text?.kind !== 'user' || !record || texts.length > 1) return texts;
  const typed = record.role === 'user' ? typedLength(record) : null;
  const kind = kindOf(record);
  if (typed === null || typed >= text.text.length) return kind === 'user' ? texts : [{ ...text, kind }];
  return [priced(kind, text.text.slice(0, typed), text.fixed), priced('mentions', text.text.slice(typed), 0)];
}

/** Returns how much of a message's text the user typed, before mentioned or attached text. Null: all of it. */
function typedLength(record: Message & { role: 'user' }): number | null {
  if (typeof record.content === 'string' || !record.content.some(isTextBeside)) return null;
  return record.content.reduce((sum, part) => sum + typedText(part).length, 0);
}

function isTextBeside(part: ContentPart): boolean {
  return part.type === 'mention' || part.type === 'command' || (part.type === 'file' && isTextType(part.mediaType));
}

function kindOf(record: Message): ContextKind {
  switch (record.role) {
    case 'user':
      return 'user';
    case 'assistant':
      return 'assistant';
    case 'tool':
      return 'results';
    case 'system':
      return isCompaction(record) ? 'summary' : 'environment';
  }
}

type Whole = Pick<ContextPart, 'wholeText' | 'wholeFixed' | 'wholeReckoned'>;

const asSent: Whole = { wholeText: null, wholeFixed: 0, wholeReckoned: 0 };

function pricedWhole(record: Message): Whole {
  const calls = callsOf(record).map((call) => `\n${call.function.name}\n${call.function.arguments}`);
  const wholeText = textOf(record) + calls.join('');
  const wholeFixed = messageTokens + callTokens * calls.length + attachedTokens(record);
  return { wholeText, wholeFixed, wholeReckoned: estimateTextTokens(wholeText) + wholeFixed };
}

/** Approximate bytes of a mentioned file per token: unsent content is not read. */
const bytesPerToken = 4;

/** Approximate bytes per PDF page. */
const bytesPerPage = 50_000;

function attachedTokens(record: Message): number {
  if (record.role === 'tool') return hasImages(record) ? imageTokens * (record.attachments?.length ?? 0) : 0;
  if (record.role !== 'user' || typeof record.content === 'string') return 0;
  let tokens = 0;
  for (const part of record.content) {
    if (part.type === 'image') tokens += imageTokens;
    const bytes = 'bytes' in part && typeof part.bytes === 'number' ? part.bytes : 0;
    if (isTextBeside(part)) tokens += Math.ceil(bytes / bytesPerToken);
    else if (part.type === 'file') tokens += pdfPageTokens * Math.ceil(bytes / bytesPerPage);
  }
  return tokens;
}

/** Records that the user hid are not sent; each is listed before the next part, keyed by its index. Null: none. */
function leftOutParts(
  keptRecords: readonly Message[],
  built: BuiltContext,
  isHidden: (message: Message) => boolean,
): Map<number, ContextPart[]> | null {
  const isLeftOut = (message: Message): boolean => !isOfTheApp(message) && isHidden(message);
  if (!keptRecords.some(isLeftOut)) return null;
  const sent = new Map(built.placed.map(({ source }, place) => [source, place]));
  const whole = built.memo.by(pricedWhole);
  const parts = new Map<number, ContextPart[]>();
  let next = built.placed.length;
  for (const message of keptRecords.toReversed()) {
    const place = sent.get(message.id);
    if (place !== undefined) next = place;
    if (place !== undefined || !isLeftOut(message)) continue;
    const part = { messageId: message.id, kind: kindOf(message), state: 'hidden', pinned: false, place: next } as const;
    const hidden: ContextPart = { ...part, text: '', fixed: 0, reckoned: 0, ...whole(message) };
    parts.set(next, [hidden, ...(parts.get(next) ?? [])]);
  }
  return parts;
}

/** Never sent: notes, and the error of a withheld request. */
function isOfTheApp({ partType, includeInContext }: Message): boolean {
  return partType === 'note' || (partType === 'error' && includeInContext === false);
}
