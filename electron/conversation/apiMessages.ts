// Turns the active branch into the provider-neutral history, in three steps: select (marks, notes, compaction), repair,
// and convert to API messages.

import { userContent } from '../../shared/conversation/apiContent.ts';
import type { ApiContentPart } from '../../shared/conversation/apiMessage.ts';
import { contextOf } from '../../shared/conversation/context.ts';
import { createMarkReader, type Marks } from '../../shared/conversation/marks.ts';
import { callsOf, type Message, type ToolCall, type ToolMessage, textOf } from '../../shared/conversation/message.ts';
import { isResult, pairResults } from '../../shared/conversation/pairing.ts';
import type { RepairOptions } from '../../shared/conversation/repair.ts';
import {
  buildMessages,
  createGrowingMessages,
  extendMessages,
  type Growing,
  type MadeMessages,
  type SettledMessages,
} from './growingMessages.ts';
import { type Memo, noMemo } from './memo.ts';
import { hasImages } from './resultImages.ts';
import { errorAsText, inspectBranch, isFailedCall, sharedContextOf } from './simpleBranch.ts';
import type { ApiMessageOptions } from './toApiMessages.ts';

export interface ApiMessagesOptions extends RepairOptions, ApiMessageOptions {
  marks?: Marks;
  /** Earlier records sent alongside the summary, in log order. */
  pinnedBefore?: readonly Message[];
}

export interface ApiMessagesResult extends MadeMessages {
  /** The start of the history, reused by the next request. */
  settled: SettledMessages;
}

export const hiddenResultText = '[This result was hidden from the context by the user.]';

/**
 * Returns the messages to send for a branch, without the system prompt. Empty only if the branch has nothing to send.
 */
export function toApiMessages(branch: readonly Message[], options: ApiMessagesOptions = {}): ApiMessagesResult {
  const { memo = noMemo } = options;
  const [first] = branch;
  if (!first || memo === noMemo) return buildMessages(historyOf(branch, options, memo), options);
  const simple = Object.keys(options.marks ?? {}).length === 0 ? inspectBranch(branch) : null;
  const history = simple?.isSimple ? simple.history : historyOf(branch, options, memo);
  // One cache per first record: another branch or summary replaces it.
  return extendMessages(history, options, memo.by(growingOf)(first));
}

/** Selects the records of a branch that are sent. */
function historyOf(branch: readonly Message[], options: ApiMessagesOptions, memo: Memo): readonly Message[] {
  const { marks = {}, pinnedBefore = [] } = options;
  const { isHidden } = createMarkReader(marks);
  const [hidden, reference] = [memo.by(hiddenForm), memo.by(asReference)];
  const isPlain = memo !== noMemo && Object.keys(marks).length === 0 && inspectBranch(branch).isPlain;
  const { summary, keptMessages, cleared } =
    memo === noMemo ? contextOf(branch, marks) : sharedContextOf(branch, marks);
  const countedOf = (records: readonly Message[]): Message[] => {
    const counted: Message[] = [];
    for (const record of withoutHiddenGroups(records, isHidden)) {
      if (record.partType === 'note' && !isResult(record)) continue;
      const [message] = isHidden(record) ? hidden(record) : [record];
      if (message) counted.push(message.role === 'tool' && cleared.has(message.id) ? reference(message) : message);
    }
    return counted;
  };
  const counted = isPlain && cleared.size === 0 ? keptMessages : countedOf(keptMessages);
  const front = summary ? [summary, ...pinnedBefore.map((message) => asPinned(message, options))] : [];
  return isPlain ? [...front, ...counted] : errorsAsText([...front, ...counted], memo);
}

function growingOf(_first: Message): Growing {
  return createGrowingMessages();
}

/** A hidden message with calls keeps their names, and of the provider's data only the model's identity. */
function hiddenForm(message: Message): Message[] {
  // The model did not request a manual run, so nothing is missing without it.
  if (message.partType === 'tool_run') return [];
  if (message.role === 'tool') return [{ ...withoutImages(message), content: hiddenResultText }];
  if (message.role !== 'assistant' || callsOf(message).length === 0) return [];
  const { reasoning: _thought, providerData, ...rest } = message;
  const mark = markOf(providerData?.openai);
  const calls = callsOf(message).map((call) => ({ ...call, function: { ...call.function, arguments: '{}' } }));
  return [{ ...rest, ...mark, content: null, tool_calls: calls }];
}

/** Keeps which model wrote the thinking, and under which name, without its content. */
function markOf(data: unknown): { providerData?: Record<string, unknown> } {
  if (typeof data !== 'object' || data === null) return {};
  const { provider, reasoning } = data as Record<string, unknown>;
  return { providerData: { openai: { provider, ...(reasoning === undefined ? {} : { reasoning }) } } };
}

/** Replaces a cleared result; the model can reopen it. */
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

/** A pinned record of the summarized part: its text goes alongside the summary. */
function asPinned(message: Message, options: ApiMessagesOptions): Message {
  const speaker = message.role === 'tool' ? `The result of ${message.toolName}` : `A message of the ${message.role}`;
  const content = message.role === 'user' ? userContent(message.content, options, new Set()) : textOf(message);
  const text = typeof content === 'string' ? content : content.map(pinnedWords).join('');
  const { v, id, parentId, createdAt } = message;
  const label = `[${speaker}, kept from the part that was summarised]`;
  return { v, id, parentId, createdAt, role: 'system', partType: 'environment', content: `${label}\n${text}` };
}

/** A summary and what goes alongside it are text: an image or PDF is only mentioned. */
function pinnedWords(part: ApiContentPart): string {
  if (part.type === 'text') return part.text;
  return `\n[${part.type === 'file' ? part.name : part.mediaType}: not sent any more]`;
}

/**
 * A failed model call is sent as its text so far, or as a note that it failed. Its calls never ran; one that has a
 * result regardless is sent with it.
 */
function errorsAsText(history: readonly Message[], memo: Memo): readonly Message[] {
  if (!history.some(isFailedCall)) return history;
  const asText = memo.by(errorAsText);
  const answered = new Map<number, ToolCall[]>();
  for (const { assistantIndex, call, result } of pairResults(history).slots) {
    if (result) answered.set(assistantIndex, [...(answered.get(assistantIndex) ?? []), call]);
  }
  return history.map((message, index) => {
    if (!isFailedCall(message)) return message;
    const calls = answered.get(index);
    return calls ? { ...asText(message), tool_calls: calls } : asText(message);
  });
}

/** Returns the records without those groups; the same list if there are none. */
function withoutHiddenGroups(
  keptRecords: readonly Message[],
  isHidden: (message: Message) => boolean,
): readonly Message[] {
  const isHiddenCall = (message: Message): boolean => callsOf(message).length > 0 && isHidden(message);
  if (!keptRecords.some(isHiddenCall)) return keptRecords;
  const left = new Set<Message>(keptRecords.filter(isHiddenCall));
  const { slots } = pairResults(keptRecords);
  const ownerOf = (at: number): Message => keptRecords[at] as Message;
  for (const { assistantIndex, result } of slots) {
    if (!result || !isHidden(result)) left.delete(ownerOf(assistantIndex));
  }
  for (const { assistantIndex, result } of slots) if (result && left.has(ownerOf(assistantIndex))) left.add(result);
  return left.size === 0 ? keptRecords : keptRecords.filter((message) => !left.has(message));
}
