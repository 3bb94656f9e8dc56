// Parses a Messages stream into one reply. Keeps every block whole and in order, including unknown fields: signed
// thinking is only accepted exactly as sent. If the provider paused the reply, blocks of later messages follow the
// earlier ones.

import { maxCalls } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { printableId } from '../http/exchange.ts';
import { createSizeLimiter, isTooDeep, objectOrNull, type ReplyReader, stringOrEmpty } from '../http/replyReader.ts';
import { type Block, startsParagraph, thinkingText, visibleText } from './blocks.ts';
import { continuationBody } from './continuation.ts';
import { mergeUsage, usageOf } from './usage.ts';

interface Placed {
  block: Block;
  /** For calls: the raw argument text streamed so far, and the call's index. */
  input: string;
  call: number;
}

/** `leftOut`: number of replies sent without their thinking. */
export function createAnthropicReply(
  providerId: string,
  model: string,
  observer: ModelObserver,
  leftOut: () => number = () => 0,
): ReplyReader {
  const size = createSizeLimiter();
  let placedBlocks: Placed[] = [];
  /** Blocks of the current message by the provider's index. */
  const open = new Map<unknown, Placed>();
  /** Index of the current message's first block, and whether the message is still open. */
  let from = 0;
  let isOpen = false;
  let usages: JsonObject[] = [];
  let fields: JsonObject = {};
  let stopReason: string | null = null;
  let isStopped = false;
  let answeredBy: string | null = null;
  let id: string | null = null;
  let hasStarted = false;
  let problem: unknown = null;

  let calls = 0;
  let hasSaid = false;

  const blocksNow = (): Block[] => placedBlocks.map(({ block }) => block);
  const isCall = ({ call }: Placed): boolean => call >= 0;

  function startBlock(index: unknown, rawBlock: JsonObject): Placed {
    const block: Block = { ...rawBlock, type: stringOrEmpty(rawBlock.type) };
    const isText = block.type === 'text';
    if (isText && startsParagraph(hasSaid, placedBlocks.at(-1)?.block ?? null)) observer.onText('\n\n');
    const one: Placed = { block, input: '', call: block.type === 'tool_use' ? calls++ : -1 };
    placedBlocks.push(one);
    open.set(index, one);
    // Blocks that arrive whole count towards the limit, too.
    size.take(JSON.stringify(rawBlock));
    if (isText) emit('text', stringOrEmpty(block.text));
    if (block.type === 'thinking') emit('thinking', stringOrEmpty(block.thinking));
    emitCall(one);
    return one;
  }

  function emit(kind: 'text' | 'thinking', piece: string): void {
    if (piece === '') return;
    if (kind === 'text') {
      hasSaid = true;
      observer.onText(piece);
    } else observer.onReasoning(piece);
  }

  function emitCall({ call, block, input }: Placed): void {
    if (call >= 0 && call < maxCalls) observer.onCall(call, stringOrEmpty(block.name), input.length);
  }

  /** Some servers omit the index or the start event of a block. */
  function blockOf(index: unknown, kind: unknown): Placed | null {
    const existing = open.get(index) ?? (index === undefined ? placedBlocks.slice(from).at(-1) : undefined);
    if (existing) return existing;
    if (kind === 'text_delta') return startBlock(index, { type: 'text', text: '' });
    return kind === 'thinking_delta' ? startBlock(index, { type: 'thinking', thinking: '' }) : null;
  }

  function change(index: unknown, delta: JsonObject): void {
    const one = blockOf(index, delta.type);
    if (!one) return;
    const { block } = one;
    if (delta.type === 'input_json_delta') {
      one.input += size.take(stringOrEmpty(delta.partial_json));
      emitCall(one);
      return;
    }
    if (delta.type === 'citations_delta') {
      size.take(JSON.stringify(delta.citation) ?? '');
      if (Array.isArray(block.citations)) block.citations.push(delta.citation);
      else block.citations = [delta.citation];
      return;
    }
    for (const [name, value] of Object.entries(delta)) {
      if (name === 'type') continue;
      const piece = typeof value === 'string' ? size.take(value) : value;
      setProperty(block, name, typeof piece === 'string' ? stringOrEmpty(ownOf(block, name)) + piece : piece);
      if (name === block.type && (name === 'text' || name === 'thinking')) emit(name, stringOrEmpty(piece));
    }
  }

  /** A message that starts while another is open means that a proxy retried: discards the unfinished one. */
  function beginMessage(message: JsonObject): void {
    if (isOpen) {
      placedBlocks = placedBlocks.slice(0, from);
      usages = usages.slice(0, -1);
      calls = placedBlocks.filter(isCall).length;
      hasSaid = visibleText(blocksNow()) !== '';
    }
    open.clear();
    from = placedBlocks.length;
    isOpen = true;
    hasStarted = true;
    stopReason = stringOrEmpty(message.stop_reason) || null;
    isStopped = false;
    answeredBy = stringOrEmpty(message.model) || answeredBy;
    usages.push(mergeUsage({}, message.usage));
    keep(message);
    const content: unknown[] = Array.isArray(message.content) ? message.content : [];
    for (const [at, block] of content.entries()) startBlock(at, objectOrNull(block) ?? {});
  }

  /** Keeps unknown message-level fields. */
  function keep(message: JsonObject): void {
    const extra = Object.entries(message).filter(([name, value]) => !isRead(name) && !isNothing(value));
    fields = { ...fields, ...Object.fromEntries(extra) };
  }

  function endMessage(): void {
    isOpen = false;
    isStopped = true;
  }

  const events = new Map<string, (event: JsonObject) => void>([
    ['message_start', ({ message }) => beginMessage(objectOrNull(message) ?? {})],
    [
      // Non-streaming response.
      'message',
      (event) => {
        beginMessage(event);
        endMessage();
      },
    ],
    ['content_block_start', ({ index, content_block: block }) => void startBlock(index, objectOrNull(block) ?? {})],
    ['content_block_delta', ({ index, delta }) => change(index, objectOrNull(delta) ?? {})],
    [
      'message_delta',
      ({ type: _, delta, usage, ...rest }) => {
        stopReason = stringOrEmpty(objectOrNull(delta)?.stop_reason) || stopReason;
        usages = [...usages.slice(0, -1), mergeUsage(usages.at(-1) ?? {}, usage)];
        keep({ ...rest, ...objectOrNull(delta) });
      },
    ],
    ['message_stop', endMessage],
    [
      'error',
      (event) => {
        problem ??= event.error ?? event;
      },
    ],
  ]);

  /** Parses call arguments into values where they are valid JSON. */
  function content(): Block[] {
    return placedBlocks.map(({ block, input }) => {
      const value = input === '' ? undefined : parsed(input);
      return value === undefined ? block : { ...block, input: value };
    });
  }

  function dropped(): number {
    const changes: unknown[] = Array.isArray(fields.input_transformations) ? fields.input_transformations : [];
    const messages = changes
      .map((change) => objectOrNull(change))
      .filter((change) => change?.type === 'thinking_dropped')
      .map((change) => stringOrEmpty(change?.path).split('.content')[0]);
    return new Set(messages).size + leftOut();
  }

  return {
    namedEvent(event) {
      const fields = objectOrNull(event);
      id ??=
        printableId(objectOrNull(fields?.message)?.id) ?? (fields?.type === 'message' ? printableId(fields.id) : null);
    },
    add(event) {
      const fields = objectOrNull(event);
      if (!fields || isTooDeep(fields)) return;
      const before = size.all();
      const type = stringOrEmpty(fields.type);
      if (type === '' && (fields.error || fields.object === 'error')) problem ??= fields.error ?? fields;
      events.get(type)?.(fields);
      size.noted(before);
    },
    endless: () => size.endless(stopReason !== null),
    finished: () => stopReason !== null || isStopped,
    ended: () => isStopped,
    continuation(body) {
      if (stopReason !== 'pause_turn') return null;
      [stopReason, isStopped, isOpen, from] = [null, false, false, placedBlocks.length];
      open.clear();
      return continuationBody(body, content());
    },
    characters: size.all,
    started: () => hasStarted,
    problem: () => problem,
    fault(host) {
      const why = stringOrEmpty(objectOrNull(fields.stop_details)?.explanation);
      if (stopReason !== 'refusal' || why === '') return null;
      const message = say`${host} ended the reply because of its content filter (${why}).`;
      return { code: 'LLM_CONTENT_FILTER', message, retryable: false };
    },
    id: () => id,
    partial: () => ({ text: visibleText(blocksNow()), reasoning: thinkingText(blocksNow()) }),
    reply(): ModelReply {
      const blocks = content();
      // A refusal in the middle of a call revokes the call.
      const toolCalls = stopReason === 'refusal' ? [] : placedBlocks.filter(isCall);
      const droppedThinking = dropped();
      return {
        text: visibleText(blocks),
        reasoning: thinkingText(blocks),
        calls: toolCalls.slice(0, maxCalls).map(({ block, input }) => ({
          id: stringOrEmpty(block.id),
          name: stringOrEmpty(block.name),
          arguments: input === '' ? inputText(block.input) : input,
        })),
        ...(toolCalls.length > maxCalls ? { callsLeftOut: true } : {}),
        finishReason: stopReason === null ? null : (finishReasons.get(stopReason) ?? stopReason),
        usage: usageOf(usages),
        model: answeredBy,
        providerData: { anthropic: { ...fields, provider: providerId, model, content: blocks } },
        ...(droppedThinking > 0 ? { droppedThinking } : {}),
      };
    },
  };
}

/** Safe for inherited property names such as `__proto__`. */
function setProperty(block: Block, name: string, value: unknown): void {
  Object.defineProperty(block, name, { value, enumerable: true, writable: true, configurable: true });
}

function ownOf(block: Block, name: string): unknown {
  return Object.hasOwn(block, name) ? block[name] : undefined;
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input ?? {});
}

function parsed(input: string): unknown {
  try {
    const value: unknown = JSON.parse(input);
    return isTooDeep(value) ? undefined : value;
  } catch {
    // Truncated or invalid JSON: the tool loop reports the error to the model.
    return undefined;
  }
}

const read = ['type', 'id', 'role', 'model', 'content', 'usage', 'stop_reason', 'provider'];

function isRead(name: string): boolean {
  return read.includes(name);
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Maps stop reasons to the names that the tool loop uses. */
const finishReasons: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content_filter'],
]);
