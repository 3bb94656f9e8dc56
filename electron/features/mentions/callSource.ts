// Mentions of a single call of a conversation: `@chat:CONVERSATION/MESSAGE:INDEX`, as it was recorded.

import {
  type ChainSummary,
  chainSummarySteps,
  isManualCall,
  recordSummary,
} from '../../../shared/conversation/callSummaries.ts';
import type { ChainCall } from '../../../shared/conversation/chain.ts';
import { maxMentionBytes } from '../../../shared/conversation/mentions.ts';
import { callsOf, type Message, type ToolMessage } from '../../../shared/conversation/message.ts';
import { createPairing } from '../../../shared/conversation/pairing.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isSafeId } from '../../../shared/core/ids.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SourceCompletion } from '../../../shared/features/files/mentionMethods.ts';
import { nativeCallSentence } from '../../../shared/features/tools/familiarCall.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { MentionSource, ReadSource } from '../../ports/mentionSources.ts';
import type { CallStore, ConversationReader } from '../../ports/store.ts';
import { cutText } from './cutText.ts';

type Store = Pick<ConversationReader, 'readMessage' | 'readLater' | 'readPage'> & Pick<CallStore, 'readToolResult'>;

const callPath = /^chat:(?<conversationId>[^/]+)\/(?<messageId>[^/:]+):(?<index>\d{1,5})$/;
const listPath = /^chat:(?<conversationId>[^/]+)\/(?<query>.*)$/s;
/** Results follow their calls closely. */
const laterRecords = 200;
const laterBytes = 4 * 1024 * 1024;
const maxArgumentBytes = 64 * 1024;
/** Pages of a conversation's end that are searched for calls. */
const pageRecords = 400;
const maxPages = 5;

const noCall = fail('TOOL_EXEC_FAILED', say`There is no such call in that conversation.`);

export function createCallSource(store: Store): MentionSource {
  async function recorded(conversationId: string, messageId: string, index: number): Promise<Result<RecordedCall>> {
    const read = await store.readMessage(conversationId, messageId);
    if (!read.ok) return read.error.code === 'MESSAGE_NOT_FOUND' ? noCall : read;
    const message = read.value;
    if (isManualCall(message)) {
      const call = { name: message.toolName, arguments: message.arguments ?? '', askedAt: message.createdAt };
      return index === 0 ? ok({ ...call, result: message }) : noCall;
    }
    const called = callsOf(message)[index]?.function;
    if (called === undefined) return noCall;
    const later = await store.readLater(conversationId, messageId, laterRecords, { enoughBytes: laterBytes });
    const result = later.ok ? resultOf([message, ...later.value.messages], messageId, index) : null;
    return ok({ ...called, askedAt: message.createdAt, result });
  }

  /** The beginning of the whole result. */
  async function resultText(
    conversationId: string,
    { id }: ToolMessage,
  ): Promise<Result<{ text: Buffer; bytes: number }>> {
    const first = await store.readToolResult(conversationId, id, 0, maxMentionBytes);
    return first.ok ? ok({ text: Buffer.from(first.value.text), bytes: first.value.totalBytes }) : first;
  }

  async function read(conversationId: string, messageId: string, index: number): Promise<Result<ReadSource>> {
    const call = await recorded(conversationId, messageId, index);
    if (!call.ok) return call;
    const { name, askedAt, result } = call.value;
    const bytes = Buffer.from(call.value.arguments);
    const cut = bytes.length > maxArgumentBytes ? `\n[Only the first ${maxArgumentBytes / 1024} KB are included.]` : '';
    const shownArguments = `${bytes
      .subarray(0, maxArgumentBytes)
      .toString()
      .replace(/\uFFFD{1,3}$/, '')}${cut}`;
    const outcome = result === null ? 'interrupted' : result.outcome;
    const took = typeof result?.duration === 'number' ? `, ${result.duration} ms` : '';
    const head = `Tool: ${name}\nRequested: ${askedAt}\nOutcome: ${outcome}${took}\nArguments:\n${shownArguments}\n`;
    const title = nativeCallSentence(call.value, outcome === 'ok').slice(0, 200);
    if (result === null) return ok({ kind: 'call', title, text: `${head}\nNo result was recorded.\n` });
    if (isRemoved(result)) return ok({ kind: 'call', title, text: `${head}\nThe result was permanently removed.\n` });
    const text = await resultText(conversationId, result);
    if (!text.ok) return text;
    const start = Buffer.from(`${head}\nResult:\n`);
    const whole = Buffer.concat([start, text.value.text]);
    return ok({ kind: 'call', title, text: cutText(whole, start.length + text.value.bytes, 'start') });
  }

  return {
    async read(_scope, path) {
      const { conversationId = '', messageId = '', index = '' } = callPath.exec(path)?.groups ?? {};
      return isSafeId(conversationId) && isSafeId(messageId) ? read(conversationId, messageId, Number(index)) : null;
    },

    async complete(_scope, typed, limit, signal) {
      const { conversationId = '', query = '' } = listPath.exec(typed)?.groups ?? {};
      if (!isSafeId(conversationId)) return [];
      const calls = await lastCalls(store, conversationId, signal);
      const folded = query.toLowerCase();
      return calls
        .toReversed()
        .filter((call) => searchableText(call).includes(folded))
        .slice(0, limit)
        .map(completionOf);
    },
  };
}

interface RecordedCall {
  name: string;
  arguments: string;
  askedAt: string;
  /** Null: none was recorded. */
  result: ToolMessage | null;
}

function resultOf(messages: readonly Message[], messageId: string, index: number): ToolMessage | null {
  const pairing = createPairing();
  for (const message of messages) pairing.add(message);
  const slot = pairing.end().slots.find((each) => each.messageId === messageId && each.callIndex === index);
  return slot?.result ?? null;
}

/** The calls near the end of a conversation, oldest first. Stops early if the list is no longer wanted. */
async function lastCalls(
  store: Pick<ConversationReader, 'readPage'>,
  conversationId: string,
  signal: AbortSignal,
): Promise<ChainCall[]> {
  const slice = createTimeSlice();
  const records: Message[] = [];
  let before: string | null = null;
  for (let pages = 0; pages < maxPages && !signal.aborted; pages++) {
    const page: Awaited<ReturnType<ConversationReader['readPage']>> = await store.readPage(
      conversationId,
      before,
      pageRecords,
    );
    if (!page.ok) return [];
    for (const message of page.value.messages.toReversed()) {
      const record = recordSummary(message);
      if (record) records.push(record);
      const turn = slice();
      if (turn) await turn;
    }
    before = page.value.messages[0]?.id ?? null;
    if (!page.value.hasEarlier || before === null) break;
  }
  const steps = chainSummarySteps(conversationId, records.reverse());
  for (;;) {
    const step: IteratorResult<undefined, ChainSummary> = steps.next();
    if (step.done) return step.value.calls;
    const turn = slice();
    if (turn) await turn;
  }
}

function searchableText({ messageId, index, name, arguments: text, resultHead }: ChainCall): string {
  return `${messageId}:${index} ${name} ${text} ${resultHead}`.toLowerCase();
}

function completionOf(call: ChainCall): SourceCompletion {
  const { conversationId, messageId, index, name, outcome, askedAt } = call;
  return {
    path: `chat:${conversationId}/${messageId}:${index}`,
    kind: 'call',
    title: nativeCallSentence(call, outcome === 'ok'),
    detail: '',
    call: { name, arguments: call.arguments, outcome, askedAt },
  };
}
