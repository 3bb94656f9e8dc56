// The events of a Responses stream → one reply. The output items are kept as they came and in order: reasoning goes back with
// the item that follows it, or not at all.

import type { Usage } from '../../../shared/conversation/message.ts';
import { say } from '../../../shared/sentence.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { plainId } from '../http/exchange.ts';
import { createSize, type ReplyReader, row, text } from '../http/replyReader.ts';

type Item = Record<string, unknown>;

export function createResponsesReply(providerId: string, model: string, observer: ModelObserver): ReplyReader {
  const size = createSize();
  const items: (Item | null)[] = [];
  /** What was streamed so far, by item: its text, refusal, thinking and arguments. */
  const streamed = new Map<number, { text: string; thought: string; arguments: string }>();
  let status: string | null = null;
  let incomplete: string | null = null;
  let usage: Usage | null = null;
  let answeredBy: string | null = null;
  let id: string | null = null;
  let started = false;
  let problem: unknown = null;

  const of = (at: number) => {
    const known = streamed.get(at) ?? { text: '', thought: '', arguments: '' };
    streamed.set(at, known);
    return known;
  };
  const calls = (): [Item, number][] =>
    items.flatMap((item, at): [Item, number][] => (item?.type === 'function_call' ? [[item, at]] : []));

  function addText(at: number, given: string): void {
    const piece = size.take(given);
    if (piece === '') return;
    const before = [...streamed].some(([other, { text: said }]) => other < at && said !== '');
    const known = of(at);
    if (before && known.text === '') observer.onText('\n\n');
    known.text += piece;
    observer.onText(piece);
  }
  function addThought(at: number, given: string): void {
    const piece = size.take(given);
    if (piece === '') return;
    of(at).thought += piece;
    observer.onReasoning(piece);
  }
  function addArguments(at: number, given: string): void {
    const known = of(at);
    known.arguments += size.take(given);
    tellCall(at);
  }
  function tellCall(at: number): void {
    const position = calls().findIndex(([, place]) => place === at);
    if (position >= 0) observer.onCall(position, text(items[at]?.name), of(at).arguments.length);
  }

  /** All of it, where it was not streamed. */
  function take(item: Item, at: number): void {
    items[at] = item;
    const known = of(at);
    if (item.type === 'message' && known.text === '') addText(at, partsText(item.content, ['text', 'refusal']));
    if (item.type === 'reasoning' && known.thought === '') addThought(at, thoughtOf(item));
    if (item.type === 'function_call') {
      const given = text(item.arguments);
      if (given !== '' && given !== known.arguments) known.arguments = size.take(given);
      tellCall(at);
    }
  }

  function finish(response: Item | null, ended: string): void {
    const output = Array.isArray(response?.output) ? response.output : [];
    // What was streamed stands; what only stands here was not streamed.
    for (const [at, item] of output.entries()) if (items[at] == null && row(item)) take({ ...row(item) }, at);
    usage = usageOf(response?.usage) ?? usage;
    status = ended;
    incomplete = text(row(response?.incomplete_details)?.reason) || null;
    if (ended === 'failed') problem ??= response?.error ?? say`the reply ended with “error”`;
  }

  const events: Record<string, (event: Item) => void> = {
    'response.output_item.added': ({ output_index: at, item }) => take({ ...row(item) }, Number(at)),
    'response.output_item.done': ({ output_index: at, item }) => take({ ...row(item) }, Number(at)),
    'response.output_text.delta': ({ output_index: at, delta }) => addText(Number(at), text(delta)),
    'response.refusal.delta': ({ output_index: at, delta }) => addText(Number(at), text(delta)),
    'response.reasoning_text.delta': ({ output_index: at, delta }) => addThought(Number(at), text(delta)),
    'response.reasoning_summary_text.delta': ({ output_index: at, delta }) => addThought(Number(at), text(delta)),
    'response.reasoning_summary_part.added': ({ output_index: at }) =>
      of(Number(at)).thought !== '' && addThought(Number(at), '\n\n'),
    'response.function_call_arguments.delta': ({ output_index: at, delta }) => addArguments(Number(at), text(delta)),
    'response.completed': ({ response }) => finish(row(response), 'completed'),
    'response.incomplete': ({ response }) => finish(row(response), 'incomplete'),
    'response.failed': ({ response }) => finish(row(response), 'failed'),
    error: (event) => {
      problem ??= event;
    },
  };

  const said = (): string =>
    [...streamed]
      .sort(([one], [other]) => one - other)
      .flatMap(([, { text: given }]) => given || [])
      .join('\n\n');
  const thought = (): string =>
    [...streamed]
      .sort(([one], [other]) => one - other)
      .flatMap(([, { thought: given }]) => given || [])
      .join('\n\n');

  return {
    named(event) {
      id ??= plainId(row(row(event)?.response)?.id);
    },
    add(given) {
      const event = row(given);
      const before = size.all();
      if (event) {
        const type = text(event.type);
        const response = row(event.response) ?? (event.object === 'response' ? event : null);
        if (response || type.startsWith('response.')) started = true;
        answeredBy = text(response?.model) || answeredBy;
        if (Object.hasOwn(events, type)) events[type]?.(event);
        else if (event.object === 'response') finish(event, text(event.status) || 'completed');
        else if (event.error !== undefined && event.error !== null) problem ??= event;
      }
      size.noted(before);
    },
    endless: () => size.endless(status !== null),
    finished: () => status !== null,
    started: () => started,
    problem: () => problem,
    id: () => id,
    partial: () => ({ text: said(), reasoning: thought() }),
    reply: (): ModelReply => ({
      text: said(),
      reasoning: thought(),
      calls: calls().map(([item, at]) => ({
        id: text(item.call_id),
        name: text(item.name),
        arguments: of(at).arguments,
      })),
      finishReason: reasonOf(status, incomplete, calls().length > 0),
      usage,
      model: answeredBy,
      providerData: {
        responses: { provider: providerId, model, items: items.filter((item) => item !== null && item !== undefined) },
      },
    }),
  };
}

function reasonOf(status: string | null, incomplete: string | null, hasCalls: boolean): string | null {
  if (status === 'incomplete') return incomplete === 'content_filter' ? 'content_filter' : 'length';
  return status === null ? null : hasCalls ? 'tool_calls' : 'stop';
}

function partsText(parts: unknown, names: readonly string[]): string {
  const list = Array.isArray(parts) ? parts : [];
  return list.map((part) => names.map((name) => text(row(part)?.[name])).join('')).join('');
}

/** In the open where a model gives it so, else its summary. */
function thoughtOf(item: Item): string {
  const open = partsText(item.content, ['text']);
  const summary = Array.isArray(item.summary) ? item.summary.map((part) => text(row(part)?.text)) : [];
  return open !== '' ? open : summary.filter(Boolean).join('\n\n');
}

function usageOf(given: unknown): Usage | null {
  const usage = row(given);
  const count = (value: unknown): number | undefined => (typeof value === 'number' && value >= 0 ? value : undefined);
  const [input, output] = [count(usage?.input_tokens), count(usage?.output_tokens)];
  if (input === undefined && output === undefined) return null;
  const cached = count(row(usage?.input_tokens_details)?.cached_tokens);
  const reasoning = count(row(usage?.output_tokens_details)?.reasoning_tokens);
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}
