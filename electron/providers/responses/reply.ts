// Parses a Responses stream into one reply. Keeps output items verbatim and in order: thinking must be sent back with
// the item that follows it, or not at all.

import { maxCalls, type Usage } from '../../../shared/conversation/message.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ModelObserver, ModelReply } from '../../ports/provider.ts';
import { printableId } from '../http/exchange.ts';
import { createSizeLimiter, objectOrNull, type ReplyReader, stringOrEmpty, validCount } from '../http/replyReader.ts';
import { openAiUsage } from '../openAi.ts';
import { type Item, messageText } from './replayed.ts';
import { createStreamedItems, type StreamedItem } from './streamedItems.ts';

export function createResponsesReply(providerId: string, model: string, observer: ModelObserver): ReplyReader {
  const size = createSizeLimiter();
  const items = createStreamedItems();
  let status: string | null = null;
  let incomplete: string | null = null;
  let usage: Usage | null = null;
  let answeredBy: string | null = null;
  let id: string | null = null;
  let hasStarted = false;
  let problem: unknown = null;

  const calls = (): StreamedItem[] => items.all().filter(({ item }) => isCall(item));

  function addText(streamed: StreamedItem, text: string): void {
    const piece = size.take(text);
    if (piece === '') return;
    const isEarlier =
      streamed.text === '' &&
      items.all().some(({ index: place, text: itemText }) => itemText !== '' && place < streamed.index);
    if (isEarlier) observer.onText('\n\n');
    streamed.text += piece;
    observer.onText(piece);
  }
  function addThought(streamed: StreamedItem, text: string, from: 'open' | 'summary'): void {
    streamed.thoughtIn ??= from;
    if (streamed.thoughtIn !== from) return;
    const piece = size.take(text);
    if (piece === '') return;
    const isEarlier =
      streamed.thought === '' &&
      items.all().some(({ index: place, thought }) => thought !== '' && place < streamed.index);
    if (isEarlier) observer.onReasoning('\n\n');
    streamed.thought += piece;
    observer.onReasoning(piece);
  }
  function addArguments(streamed: StreamedItem, text: string): void {
    streamed.arguments += size.take(text);
    tellCall(streamed);
  }
  /** Uses the final arguments, which override the streamed ones. */
  function setArguments(streamed: StreamedItem, raw: unknown): void {
    const complete = typeof raw === 'string' ? raw : raw === null || raw === undefined ? '' : JSON.stringify(raw);
    if (complete !== '' && complete !== streamed.arguments) {
      const isMore = complete.startsWith(streamed.arguments);
      streamed.arguments = isMore
        ? streamed.arguments + size.take(complete.slice(streamed.arguments.length))
        : size.take(complete);
    }
    tellCall(streamed);
  }
  function tellCall(streamed: StreamedItem): void {
    if (!isCall(streamed.item)) return;
    const position = calls().indexOf(streamed);
    if (position < maxCalls) observer.onCall(position, stringOrEmpty(streamed.item?.name), streamed.arguments.length);
  }

  function take(event: Item, raw: unknown, done: boolean): void {
    const item = objectOrNull(raw);
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
    const complete = from === 'open' ? open : summary;
    if (complete !== '') addThought(streamed, rest(complete, streamed.thought), from);
  }

  function finish(response: Item | null, finalStatus: string): void {
    const output = Array.isArray(response?.output) ? response.output : [];
    // Items that were streamed win; add those only present here.
    for (const [at, item] of output.entries()) if (!items.has(at)) take({ output_index: at }, item, true);
    const searches =
      validCount(objectOrNull(objectOrNull(response?.tool_usage)?.web_search)?.num_requests) || searchesOf(items.all());
    usage = openAiUsage(response?.usage, searches || undefined) ?? usage;
    status = finalStatus;
    incomplete = stringOrEmpty(objectOrNull(response?.incomplete_details)?.reason) || null;
    if (finalStatus !== 'failed' && finalStatus !== 'cancelled') return;
    problem ??= response?.error ?? say`the reply ended with “error”`;
  }

  const events: Record<string, (event: Item) => void> = {
    'response.output_item.added': (event) => take(event, event.item, false),
    'response.output_item.done': (event) => take(event, event.item, true),
    'response.output_text.delta': (event) => addText(items.of(event), stringOrEmpty(event.delta)),
    'response.refusal.delta': (event) => addText(items.of(event), stringOrEmpty(event.delta)),
    'response.reasoning_text.delta': (event) => addThought(items.of(event), stringOrEmpty(event.delta), 'open'),
    'response.reasoning_summary_text.delta': (event) =>
      addThought(items.of(event), stringOrEmpty(event.delta), 'summary'),
    'response.reasoning_summary_part.added': (event) => {
      const streamed = items.of(event);
      if (streamed.thought !== '') addThought(streamed, '\n\n', 'summary');
    },
    'response.function_call_arguments.delta': (event) => addArguments(items.of(event), stringOrEmpty(event.delta)),
    'response.function_call_arguments.done': (event) => setArguments(items.of(event), event.arguments),
    'response.custom_tool_call_input.delta': (event) => addArguments(items.of(event), stringOrEmpty(event.delta)),
    'response.custom_tool_call_input.done': (event) => setArguments(items.of(event), event.input),
    'response.completed': ({ response }) => finish(objectOrNull(response), 'completed'),
    'response.done': ({ response }) =>
      finish(objectOrNull(response), stringOrEmpty(objectOrNull(response)?.status) || 'completed'),
    'response.incomplete': ({ response }) => finish(objectOrNull(response), 'incomplete'),
    'response.failed': ({ response }) => finish(objectOrNull(response), 'failed'),
    'response.cancelled': ({ response }) => finish(objectOrNull(response), 'cancelled'),
    error: (event) => {
      problem ??= objectOrNull(event.error) ?? event;
    },
  };

  const joinParts = (field: 'text' | 'thought'): string =>
    items
      .all()
      .flatMap((streamed) => streamed[field] || [])
      .join('\n\n');

  return {
    namedEvent(event) {
      id ??=
        printableId(objectOrNull(objectOrNull(event)?.response)?.id) ??
        printableId(objectOrNull(event)?.object === 'response' ? objectOrNull(event)?.id : null);
    },
    add(json) {
      const event = objectOrNull(json);
      const before = size.all();
      if (event) {
        const type = stringOrEmpty(event.type);
        const isWhole = event.object === 'response';
        const response = objectOrNull(event.response) ?? (isWhole ? event : null);
        if (response || type.startsWith('response.')) hasStarted = true;
        answeredBy = stringOrEmpty(response?.model) || answeredBy;
        if (Object.hasOwn(events, type)) events[type]?.(event);
        else if (isWhole) finish(event, stringOrEmpty(event.status) || 'completed');
        else if (event.object === 'error' || (event.error !== undefined && event.error !== null)) {
          problem ??= objectOrNull(event.error) ?? event;
        }
      }
      size.noted(before);
    },
    endless: () => size.endless(status !== null),
    finished: () => status !== null,
    ended: () => status !== null,
    characters: size.all,
    started: () => hasStarted,
    problem: () => problem,
    id: () => id,
    partial: () => ({ text: joinParts('text'), reasoning: joinParts('thought') }),
    reply(): ModelReply {
      const functionCalls = calls();
      const storedItems = items.whole() ? items.all().flatMap((streamed) => keptItem(streamed) ?? []) : [];
      const data = {
        provider: providerId,
        model,
        items: storedItems,
        // The last item may be truncated, which rules out replaying any of them.
        ...(status === 'completed' ? {} : { status: status ?? 'in_progress' }),
      };
      return {
        text: joinParts('text'),
        reasoning: joinParts('thought'),
        calls: functionCalls.slice(0, maxCalls).map(({ item, arguments: argumentText }) => ({
          id: stringOrEmpty(item?.call_id),
          name: stringOrEmpty(item?.name),
          arguments: argumentText,
        })),
        ...(functionCalls.length > maxCalls ? { callsLeftOut: true } : {}),
        finishReason: reasonOf(status, incomplete, functionCalls.length > 0),
        usage,
        model: answeredBy,
        ...(storedItems.length > 0 ? { providerData: { responses: data } } : {}),
      };
    },
  };
}

function isCall(item: Item | null): boolean {
  return item?.type === 'function_call' || item?.type === 'custom_tool_call';
}

/** Returns the part of the whole not yet streamed; empty if they differ. */
function rest(complete: string, streamed: string): string {
  return complete.startsWith(streamed) ? complete.slice(streamed.length) : '';
}

function textsOf(parts: unknown): string[] {
  return (Array.isArray(parts) ? parts : [])
    .map((part) => stringOrEmpty(objectOrNull(part)?.text))
    .filter((part) => part !== '');
}

/** The final item, or what was streamed if no final version arrived. */
function keptItem({ item, done, text: streamedText, arguments: streamedArguments }: StreamedItem): Item | null {
  if (!item) return null;
  if (item.type === 'function_call' && item.arguments !== streamedArguments)
    return { ...item, arguments: streamedArguments };
  if (item.type === 'custom_tool_call' && item.input !== streamedArguments)
    return { ...item, input: streamedArguments };
  const unsaid = item.type === 'message' && !done && streamedText !== messageText(item);
  return unsaid ? { ...item, content: [{ type: 'output_text', text: streamedText, annotations: [] }] } : item;
}

function searchesOf(items: readonly StreamedItem[]): number {
  const actions = items
    .filter(({ item }) => item?.type === 'web_search_call')
    .map(({ item }) => objectOrNull(item?.action)?.type);
  return actions.filter((type) => type === 'search').length;
}

function reasonOf(status: string | null, incomplete: string | null, hasCalls: boolean): string | null {
  if (status === 'incomplete') return incomplete === 'content_filter' ? 'content_filter' : 'length';
  return status === null ? null : hasCalls ? 'tool_calls' : 'stop';
}
