// Parses a Responses stream into one reply. Keeps output items verbatim and in order: thinking must be sent back with
// the item that follows it, or not at all.

import { maxCalls, type Usage } from '../../../shared/conversation/message.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { plainId } from '../http/exchange.ts';
import { count, createSize, type ReplyReader, row, text } from '../http/replyReader.ts';
import { openAiUsage } from '../openAiUsage.ts';
import { type Item, messageText } from './replayedItems.ts';
import { createStreamedItems, type StreamedItem } from './streamedItems.ts';

export function createResponsesReply(providerId: string, model: string, observer: ModelObserver): ReplyReader {
  const size = createSize();
  const items = createStreamedItems();
  let status: string | null = null;
  let incomplete: string | null = null;
  let usage: Usage | null = null;
  let answeredBy: string | null = null;
  let id: string | null = null;
  let started = false;
  let problem: unknown = null;

  const calls = (): StreamedItem[] => items.all().filter(({ item }) => isCall(item));

  function addText(streamed: StreamedItem, given: string): void {
    const piece = size.take(given);
    if (piece === '') return;
    const behind =
      streamed.text === '' && items.all().some(({ place, text: said }) => said !== '' && place < streamed.place);
    if (behind) observer.onText('\n\n');
    streamed.text += piece;
    observer.onText(piece);
  }
  function addThought(streamed: StreamedItem, given: string, from: 'open' | 'summary'): void {
    streamed.thoughtIn ??= from;
    if (streamed.thoughtIn !== from) return;
    const piece = size.take(given);
    if (piece === '') return;
    const behind =
      streamed.thought === '' && items.all().some(({ place, thought }) => thought !== '' && place < streamed.place);
    if (behind) observer.onReasoning('\n\n');
    streamed.thought += piece;
    observer.onReasoning(piece);
  }
  function addArguments(streamed: StreamedItem, given: string): void {
    streamed.arguments += size.take(given);
    tellCall(streamed);
  }
  /** Uses the final arguments, which override the streamed ones. */
  function setArguments(streamed: StreamedItem, given: unknown): void {
    const whole =
      typeof given === 'string' ? given : given === null || given === undefined ? '' : JSON.stringify(given);
    if (whole !== '' && whole !== streamed.arguments) {
      const isMore = whole.startsWith(streamed.arguments);
      streamed.arguments = isMore
        ? streamed.arguments + size.take(whole.slice(streamed.arguments.length))
        : size.take(whole);
    }
    tellCall(streamed);
  }
  function tellCall(streamed: StreamedItem): void {
    if (!isCall(streamed.item)) return;
    const position = calls().indexOf(streamed);
    if (position < maxCalls) observer.onCall(position, text(streamed.item?.name), streamed.arguments.length);
  }

  function take(event: Item, given: unknown, done: boolean): void {
    const item = row(given);
    if (!item) return;
    const streamed = items.take(event, item, done);
    if (item.type === 'message') addText(streamed, rest(messageText(item), streamed.text));
    if (item.type === 'reasoning') addWholeThought(streamed, item);
    if (isCall(item)) setArguments(streamed, item.type === 'function_call' ? item.arguments : item.input);
  }
  /** Plain thinking if available, else its summary. */
  function addWholeThought(streamed: StreamedItem, item: Item): void {
    const open = textsOf(item.content).join('');
    const summary = textsOf(item.summary).join('\n\n');
    const from = streamed.thoughtIn ?? (open === '' ? 'summary' : 'open');
    const whole = from === 'open' ? open : summary;
    if (whole !== '') addThought(streamed, rest(whole, streamed.thought), from);
  }

  function finish(response: Item | null, ended: string): void {
    const output = Array.isArray(response?.output) ? response.output : [];
    // Items that were streamed win; add those only present here.
    for (const [at, item] of output.entries()) if (!items.has(at)) take({ output_index: at }, item, true);
    const searches = count(row(row(response?.tool_usage)?.web_search)?.num_requests) || searchesOf(items.all());
    usage = openAiUsage(response?.usage, searches || undefined) ?? usage;
    status = ended;
    incomplete = text(row(response?.incomplete_details)?.reason) || null;
    if (ended !== 'failed' && ended !== 'cancelled') return;
    problem ??= response?.error ?? say`the reply ended with “error”`;
  }

  const events: Record<string, (event: Item) => void> = {
    'response.output_item.added': (event) => take(event, event.item, false),
    'response.output_item.done': (event) => take(event, event.item, true),
    'response.output_text.delta': (event) => addText(items.of(event), text(event.delta)),
    'response.refusal.delta': (event) => addText(items.of(event), text(event.delta)),
    'response.reasoning_text.delta': (event) => addThought(items.of(event), text(event.delta), 'open'),
    'response.reasoning_summary_text.delta': (event) => addThought(items.of(event), text(event.delta), 'summary'),
    'response.reasoning_summary_part.added': (event) => {
      const streamed = items.of(event);
      if (streamed.thought !== '') addThought(streamed, '\n\n', 'summary');
    },
    'response.function_call_arguments.delta': (event) => addArguments(items.of(event), text(event.delta)),
    'response.function_call_arguments.done': (event) => setArguments(items.of(event), event.arguments),
    'response.custom_tool_call_input.delta': (event) => addArguments(items.of(event), text(event.delta)),
    'response.custom_tool_call_input.done': (event) => setArguments(items.of(event), event.input),
    'response.completed': ({ response }) => finish(row(response), 'completed'),
    'response.done': ({ response }) => finish(row(response), text(row(response)?.status) || 'completed'),
    'response.incomplete': ({ response }) => finish(row(response), 'incomplete'),
    'response.failed': ({ response }) => finish(row(response), 'failed'),
    'response.cancelled': ({ response }) => finish(row(response), 'cancelled'),
    error: (event) => {
      problem ??= row(event.error) ?? event;
    },
  };

  const joined = (what: 'text' | 'thought'): string =>
    items
      .all()
      .flatMap((streamed) => streamed[what] || [])
      .join('\n\n');

  return {
    named(event) {
      id ??=
        plainId(row(row(event)?.response)?.id) ?? plainId(row(event)?.object === 'response' ? row(event)?.id : null);
    },
    add(given) {
      const event = row(given);
      const before = size.all();
      if (event) {
        const type = text(event.type);
        const isWhole = event.object === 'response';
        const response = row(event.response) ?? (isWhole ? event : null);
        if (response || type.startsWith('response.')) started = true;
        answeredBy = text(response?.model) || answeredBy;
        if (Object.hasOwn(events, type)) events[type]?.(event);
        else if (isWhole) finish(event, text(event.status) || 'completed');
        else if (event.object === 'error' || (event.error !== undefined && event.error !== null)) {
          problem ??= row(event.error) ?? event;
        }
      }
      size.noted(before);
    },
    endless: () => size.endless(status !== null),
    finished: () => status !== null,
    ended: () => status !== null,
    characters: size.all,
    started: () => started,
    problem: () => problem,
    id: () => id,
    partial: () => ({ text: joined('text'), reasoning: joined('thought') }),
    reply(): ModelReply {
      const asked = calls();
      const kept = items.whole() ? items.all().flatMap((streamed) => keptItem(streamed) ?? []) : [];
      const own = {
        provider: providerId,
        model,
        items: kept,
        // The last item may be truncated, which rules out replaying any of them.
        ...(status === 'completed' ? {} : { status: status ?? 'in_progress' }),
      };
      return {
        text: joined('text'),
        reasoning: joined('thought'),
        calls: asked.slice(0, maxCalls).map(({ item, arguments: given }) => ({
          id: text(item?.call_id),
          name: text(item?.name),
          arguments: given,
        })),
        ...(asked.length > maxCalls ? { callsLeftOut: true } : {}),
        finishReason: reasonOf(status, incomplete, asked.length > 0),
        usage,
        model: answeredBy,
        ...(kept.length > 0 ? { providerData: { responses: own } } : {}),
      };
    },
  };
}

function isCall(item: Item | null): boolean {
  return item?.type === 'function_call' || item?.type === 'custom_tool_call';
}

/** Returns the part of the whole not yet streamed; empty if they differ. */
function rest(whole: string, streamed: string): string {
  return whole.startsWith(streamed) ? whole.slice(streamed.length) : '';
}

function textsOf(parts: unknown): string[] {
  return (Array.isArray(parts) ? parts : []).map((part) => text(row(part)?.text)).filter((words) => words !== '');
}

/** The final item, or what was streamed if no final version arrived. */
function keptItem({ item, done, text: said, arguments: given }: StreamedItem): Item | null {
  if (!item) return null;
  if (item.type === 'function_call' && item.arguments !== given) return { ...item, arguments: given };
  if (item.type === 'custom_tool_call' && item.input !== given) return { ...item, input: given };
  const unsaid = item.type === 'message' && !done && said !== messageText(item);
  return unsaid ? { ...item, content: [{ type: 'output_text', text: said, annotations: [] }] } : item;
}

function searchesOf(items: readonly StreamedItem[]): number {
  const actions = items
    .filter(({ item }) => item?.type === 'web_search_call')
    .map(({ item }) => row(item?.action)?.type);
  return actions.filter((type) => type === 'search').length;
}

function reasonOf(status: string | null, incomplete: string | null, hasCalls: boolean): string | null {
  if (status === 'incomplete') return incomplete === 'content_filter' ? 'content_filter' : 'length';
  return status === null ? null : hasCalls ? 'tool_calls' : 'stop';
}
