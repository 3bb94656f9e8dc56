// The events of a Messages stream → one reply. Every block is kept whole and in order, unknown fields among them: with thinking
// that is signed for its place, the provider takes back only what it sent.

import type { Usage } from '../../../shared/conversation/message.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { plainId } from '../http/exchange.ts';
import { createSize, type ReplyReader, row, text } from '../http/replyReader.ts';

type Block = Record<string, unknown> & { type: string };

/** `id` of a response is as people can read it out. */
export function createAnthropicReply(providerId: string, model: string, observer: ModelObserver): ReplyReader {
  const size = createSize();
  const blocks: (Block | null)[] = [];
  /** The arguments of calls, by the index of their block: the exact text, which `input` holds as a value. */
  const inputs = new Map<number, string>();
  let stopReason: string | null = null;
  let usage: Record<string, unknown> = {};
  let answeredBy: string | null = null;
  let id: string | null = null;
  let started = false;
  let problem: unknown = null;

  const say = (given: string): string => {
    const piece = size.take(given);
    if (piece !== '') observer.onText(piece);
    return piece;
  };
  const think = (given: string): string => {
    const piece = size.take(given);
    if (piece !== '') observer.onReasoning(piece);
    return piece;
  };
  const calls = (): { block: Block; arguments: string }[] =>
    blocks.flatMap((block, at) => (block?.type === 'tool_use' ? { block, arguments: inputText(block, at) } : []));
  const inputText = (block: Block, at: number): string => {
    const streamed = inputs.get(at) ?? '';
    return streamed === '' ? JSON.stringify(block.input ?? {}) : streamed;
  };

  function begin(at: number, given: Record<string, unknown>): void {
    const block: Block = { ...given, type: text(given.type) };
    blocks[at] = block;
    const previous = blocks.slice(0, at).findLast((one) => one !== null);
    // Between two texts stood something else: they are two paragraphs.
    const isApart = block.type === 'text' && previous !== undefined && previous?.type !== 'text' && saidText() !== '';
    if (isApart) observer.onText('\n\n');
    if (block.type === 'text') say(text(block.text));
    if (block.type === 'thinking') think(text(block.thinking));
    if (block.type === 'tool_use') observer.onCall(calls().length - 1, text(block.name), 0);
  }

  function change(at: number, delta: Record<string, unknown>): void {
    const block = blocks[at];
    if (!block) return;
    switch (delta.type) {
      case 'text_delta':
        append(block, 'text', say(text(delta.text)));
        return;
      case 'thinking_delta':
        append(block, 'thinking', think(text(delta.thinking)));
        return;
      case 'signature_delta':
        append(block, 'signature', size.take(text(delta.signature)));
        return;
      case 'input_json_delta': {
        const all = (inputs.get(at) ?? '') + size.take(text(delta.partial_json));
        inputs.set(at, all);
        const position = calls().findIndex((call) => call.block === block);
        if (position >= 0) observer.onCall(position, text(block.name), all.length);
        return;
      }
      case 'citations_delta':
        block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation];
        return;
      default: {
        const { type: _, ...fields } = delta;
        for (const [name, value] of Object.entries(fields)) {
          if (typeof value === 'string') append(block, name, size.take(value));
          else block[name] = value;
        }
      }
    }
  }

  function end(at: number): void {
    const block = blocks[at];
    const streamed = inputs.get(at) ?? '';
    if (!block || streamed === '') return;
    try {
      block.input = JSON.parse(streamed);
    } catch {
      // Cut off or no JSON: the call is answered with what is wrong with it.
    }
  }

  function saidText(): string {
    let said = '';
    let previous: Block | null = null;
    for (const block of blocks) {
      if (block?.type === 'text') said += (said !== '' && previous?.type !== 'text' ? '\n\n' : '') + text(block.text);
      if (block) previous = block;
    }
    return said;
  }
  const thought = (): string =>
    blocks
      .flatMap((block) => (block?.type === 'thinking' ? text(block.thinking) : []))
      .filter(Boolean)
      .join('\n\n');

  const events: Record<string, (event: Record<string, unknown>) => void> = {
    message_start({ message }) {
      const begun = row(message) ?? {};
      started = true;
      answeredBy = text(begun.model) || null;
      usage = { ...usage, ...row(begun.usage) };
      // Not streamed: all of it at once.
      const content: unknown[] = Array.isArray(begun.content) ? begun.content : [];
      for (const [at, block] of content.entries()) if (row(block)) begin(at, row(block) ?? {});
      stopReason = text(begun.stop_reason) || null;
    },
    message: (event) => events.message_start?.({ message: event }),
    content_block_start: ({ index, content_block: block }) => begin(Number(index), row(block) ?? {}),
    content_block_delta: ({ index, delta }) => change(Number(index), row(delta) ?? {}),
    content_block_stop: ({ index }) => end(Number(index)),
    message_delta({ delta, usage: counted }) {
      stopReason = text(row(delta)?.stop_reason) || stopReason;
      usage = { ...usage, ...row(counted) };
    },
    error: (event) => {
      problem ??= event;
    },
  };

  return {
    named(event) {
      id ??= plainId(row(row(event)?.message)?.id) ?? null;
    },
    add(event) {
      const given = row(event);
      const take = given && Object.hasOwn(events, text(given.type)) ? events[text(given.type)] : undefined;
      const before = size.all();
      if (given) take?.(given);
      size.noted(before);
    },
    endless: () => size.endless(stopReason !== null),
    finished: () => stopReason !== null,
    started: () => started,
    problem: () => problem,
    id: () => id,
    partial: () => ({ text: saidText(), reasoning: thought() }),
    reply: (): ModelReply => ({
      text: saidText(),
      reasoning: thought(),
      calls: calls().map(({ block, arguments: given }) => ({
        id: text(block.id),
        name: text(block.name),
        arguments: given,
      })),
      finishReason: stopReason === null ? null : (finishReasons[stopReason] ?? stopReason),
      usage: usageOf(usage),
      model: answeredBy,
      providerData: { anthropic: { provider: providerId, model, content: blocks.filter((block) => block !== null) } },
    }),
  };
}

function append(block: Block, name: string, piece: string): void {
  block[name] = text(block[name]) + piece;
}

/** By the names that the loop knows. */
const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

/** What was read from the cache and written to it is not among the input here; everywhere else it is. */
function usageOf(usage: Record<string, unknown>): Usage | null {
  const count = (name: string): number => (typeof usage[name] === 'number' && usage[name] >= 0 ? usage[name] : 0);
  if (typeof usage.input_tokens !== 'number' && typeof usage.output_tokens !== 'number') return null;
  const cached = count('cache_read_input_tokens');
  const thinking = row(usage.output_tokens_details)?.thinking_tokens;
  return {
    inputTokens: count('input_tokens') + cached + count('cache_creation_input_tokens'),
    outputTokens: count('output_tokens'),
    ...(usage.cache_read_input_tokens === undefined ? {} : { cachedInputTokens: cached }),
    ...(typeof thinking === 'number' ? { reasoningTokens: thinking } : {}),
  };
}
