// Stored → sent: the active branch becomes the provider-neutral history. Three steps: what counts (marks, notes,
// compaction), repair, and the words of the wire.

import { userContent } from '../../shared/conversation/apiContent.ts';
import type { ApiContentPart } from '../../shared/conversation/apiMessage.ts';
import { contextOf } from '../../shared/conversation/context.ts';
import { type Marks, markReader } from '../../shared/conversation/marks.ts';
import { callsOf, type Message, type ToolCall, type ToolMessage, textOf } from '../../shared/conversation/message.ts';
import { isResult, pairResults } from '../../shared/conversation/pairing.ts';
import type { RepairOptions } from '../../shared/conversation/repair.ts';
import { errorAsText, isFailedCall } from './failedCall.ts';
import {
  createGrowing,
  type Growing,
  growMessages,
  type MadeMessages,
  makeMessages,
  type SettledMessages,
} from './growingMessages.ts';
import { withoutHiddenGroups } from './hiddenGroups.ts';
import { type Memo, noMemo } from './memo.ts';
import { hasImages } from './resultImages.ts';
import { sharedContextOf, simpleBranch } from './simpleBranch.ts';
import type { WireOptions } from './wireMessages.ts';

export interface ApiMessagesOptions extends RepairOptions, WireOptions {
  marks?: Marks;
  /** Records that stand before what is kept and are sent beside the summary, in the order of the log. */
  pinnedBefore?: readonly Message[];
}

export interface ApiMessagesResult extends MadeMessages {
  /** Its beginning, which is taken over into the next request. */
  settled: SettledMessages;
}

export const hiddenResultText = '[This result was hidden from the context by the user.]';

/** The messages to send for a branch, without the system prompt. Empty only for a branch without anything to send. */
export function toApiMessages(branch: readonly Message[], options: ApiMessagesOptions = {}): ApiMessagesResult {
  const { memo = noMemo } = options;
  const [first] = branch;
  if (!first || memo === noMemo) return makeMessages(historyOf(branch, options, memo), options);
  const simple = Object.keys(options.marks ?? {}).length === 0 ? simpleBranch(branch) : null;
  const history = simple?.isSimple ? simple.history : historyOf(branch, options, memo);
  // One for all that begin so: a branch or a summary takes the place of what was kept for another.
  return growMessages(history, options, memo.by(growingOf)(first));
}

/** What counts of a branch. */
function historyOf(branch: readonly Message[], options: ApiMessagesOptions, memo: Memo): readonly Message[] {
  const { marks = {}, pinnedBefore = [] } = options;
  const { isHidden } = markReader(marks);
  const [hidden, reference] = [memo.by(hiddenForm), memo.by(asReference)];
  const isPlain = memo !== noMemo && Object.keys(marks).length === 0 && simpleBranch(branch).isPlain;
  const { summary, kept, cleared } = memo === noMemo ? contextOf(branch, marks) : sharedContextOf(branch, marks);
  const countedOf = (records: readonly Message[]): Message[] => {
    const counted: Message[] = [];
    for (const record of withoutHiddenGroups(records, isHidden)) {
      if (record.partType === 'note' && !isResult(record)) continue;
      const [message] = isHidden(record) ? hidden(record) : [record];
      if (message) counted.push(message.role === 'tool' && cleared.has(message.id) ? reference(message) : message);
    }
    return counted;
  };
  const counted = isPlain && cleared.size === 0 ? kept : countedOf(kept);
  const front = summary ? [summary, ...pinnedBefore.map((message) => asPinned(message, options))] : [];
  return isPlain ? [...front, ...counted] : errorsAsText([...front, ...counted], memo);
}

function growingOf(_first: Message): Growing {
  return createGrowing();
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
