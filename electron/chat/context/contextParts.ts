// What is sent, taken apart: each record of the context with the words that it costs, by kind, in the order in which it is
// sent; and the records that a person has hidden, in their places.

import type { ContextKind } from '../../../shared/contract/resources.ts';
import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { contextOf, isCompaction } from '../../../shared/conversation/context.ts';
import { isHidden, isPinned, type Marks } from '../../../shared/conversation/marks.ts';
import { type Memo, noMemo } from '../../../shared/conversation/memo.ts';
import { callsOf, type Message, textOf } from '../../../shared/conversation/message.ts';
import { callTokens, imageTokens, messageTokens, reckonText } from '../../../shared/conversation/reckon.ts';
import type { StoredBranch } from '../../ports/store.ts';
import type { BuiltContext } from './contextBuilder.ts';

export interface ContextPart {
  messageId: string;
  kind: ContextKind;
  state: 'sent' | 'hidden' | 'cleared';
  pinned: boolean;
  /** What is sent of it; tokens are counted of this. */
  text: string;
  /** Tokens beside the text: frames, pictures. */
  fixed: number;
  /** `text` and `fixed` reckoned from the letters. */
  reckoned: number;
  /** What would be sent of it were it neither hidden nor cleared; null: the same. */
  wholeText: string | null;
  /** Its place in `BuiltContext.placed`; of a hidden one that of what follows it. */
  place: number;
}

/** `memo`: remembers what each message costs; the answer is the same without it. */
export function contextParts(
  built: BuiltContext,
  branch: Pick<StoredBranch, 'messages' | 'meta'>,
  memo: Memo = noMemo,
): ContextPart[] {
  const { marks } = branch.meta;
  const records = new Map<string, Message>();
  for (const list of [built.pinned, branch.messages]) for (const message of list) records.set(message.id, message);
  const { kept, cleared } = contextOf(branch.messages, marks);
  const placed = built.placed.map(({ source, message }, place): ContextPart[] => {
    const record = records.get(source);
    const hidden = record !== undefined && isHidden(record, marks);
    const state = hidden ? 'hidden' : cleared.has(source) && record?.role === 'tool' ? 'cleared' : 'sent';
    const pinned = record !== undefined && isPinned(record, marks);
    const whole = state === 'sent' || !record ? null : memo.of(record, wholeText);
    return wordsOf(memo.of(message, pricedWords), record).map(({ kind, text, fixed, reckoned }) => {
      return { messageId: source, kind, state, pinned, text, fixed, reckoned, wholeText: whole, place };
    });
  });
  addHidden(placed, kept, built, marks);
  return placed.flat();
}

interface Words {
  kind: ContextKind;
  text: string;
  fixed: number;
  reckoned: number;
}

function priced(kind: ContextKind, text: string, fixed: number): Words {
  return { kind, text, fixed, reckoned: reckonText(text) + fixed };
}

/** What is sent of a message and what it costs, as far as the message alone says it. */
export function pricedWords(message: ApiMessage): Words[] {
  if (message.role === 'tool') return [priced('results', message.content, messageTokens)];
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
  return [priced('user', text, messageTokens + imageTokens * parts.filter((part) => part.type === 'image').length)];
}

/** What stands as a user message may be something else, and what was mentioned in it counts by itself. */
function wordsOf(words: Words[], record: Message | undefined): Words[] {
  const [said] = words;
  if (said?.kind !== 'user' || !record || words.length > 1) return words;
  const typed = record.role === 'user' ? typedLength(record) : null;
  if (typed === null || typed >= said.text.length) return [{ ...said, kind: kindOf(record) }];
  return [
    priced(kindOf(record), said.text.slice(0, typed), said.fixed),
    priced('mentions', said.text.slice(typed), 0),
  ];
}

/** How much of a message's text the person typed: what was mentioned stands behind it. Null: it mentions nothing. */
function typedLength(record: Message & { role: 'user' }): number | null {
  if (typeof record.content === 'string' || !record.content.some((part) => part.type === 'mention')) return null;
  return textOf(record).length;
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

function wholeText(record: Message): string {
  const calls = callsOf(record).map((call) => `\n${call.function.name}\n${call.function.arguments}`);
  return textOf(record) + calls.join('');
}

/** What a person has hidden is not sent at all; it stands in front of what follows it. */
function addHidden(placed: ContextPart[][], kept: readonly Message[], built: BuiltContext, marks: Marks): void {
  const isLeftOut = (message: Message): boolean => message.partType !== 'note' && isHidden(message, marks);
  if (!kept.some(isLeftOut)) return;
  const sent = new Map(built.placed.map(({ source }, place) => [source, place]));
  let next = placed.length;
  placed.push([]);
  for (const message of kept.toReversed()) {
    const place = sent.get(message.id);
    if (place !== undefined) next = place;
    if (place !== undefined || !isLeftOut(message)) continue;
    const part = { messageId: message.id, kind: kindOf(message), state: 'hidden', pinned: false, place: next } as const;
    placed[next]?.unshift({ ...part, text: '', fixed: 0, reckoned: 0, wholeText: wholeText(message) });
  }
}
