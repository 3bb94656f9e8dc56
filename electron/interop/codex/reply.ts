// Assembles a model's reply from its items: one assistant message with all calls, followed by the results.

import { maxCalls, type Todo, type ToolCall, type Usage } from '../../../shared/conversation/message.ts';
import { openCallText } from '../../../shared/conversation/repair.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { countOrUndefined, objectsOf, textOrEmpty } from '../looseJson.ts';
import type { Draft, Step } from '../steps.ts';
import { type CallFacts, detailsOf, factsOfOutput, outcomeOf } from './callFacts.ts';
import { type ReadParts, textOfParts } from './parts.ts';
import { callIdOf, isCall } from './rows.ts';

interface Output {
  name: string;
  time: string;
  item: JsonObject;
  read: ReadParts;
  /** The row without its item. */
  kept: JsonObject;
  before: JsonObject[];
}

export interface Reply extends Step {
  /** New versions: identifies the request; the same for all items of a reply. */
  key: number | null;
  /** False: only items with its key still belong to it. */
  open: boolean;
  items: JsonObject[];
  /** Rows in order, without payloads that are items. */
  rows: JsonObject[];
  /** Thinking from events. */
  thoughts: string[];
  before: JsonObject[];
  time: string;
  model: string | null;
  usage: Usage | null;
  stopped: boolean;
  /** More rows follow, so a call without output was interrupted. */
  followed: boolean;
  calls: ToolCall[];
  outputs: Map<number, Output>;
  isFull(): boolean;
}

export function createReply(
  begin: Pick<Reply, 'parent' | 'key' | 'before' | 'time' | 'model'>,
  factsOf: (callId: string) => CallFacts,
  todos: { last: Todo[] },
): Reply {
  const reply: Reply = {
    ...begin,
    open: true,
    items: [],
    rows: [],
    thoughts: [],
    usage: null,
    stopped: false,
    followed: false,
    calls: [],
    outputs: new Map(),
    isFull: () => reply.calls.length >= maxCalls,
    drafts: () => [assistantOf(reply), ...resultsOf(reply, factsOf, todos)],
  };
  return reply;
}

/** Adds an item with its row. */
export function addItem(reply: Reply, item: JsonObject, envelope: JsonObject): void {
  reply.items.push(item);
  reply.rows.push(envelope);
  if (isCall(item)) {
    reply.calls.push({
      id: callIdOf(item),
      type: 'function',
      function: { name: nameOf(item), arguments: argumentsOf(item) },
    });
  }
}

export function nameOf(item: JsonObject): string {
  return textOrEmpty(item.name) || (item.type === 'local_shell_call' ? 'local_shell' : 'unnamed');
}

export function argumentsOf(item: JsonObject): string {
  if (item.type === 'local_shell_call') return JSON.stringify(item.action ?? {});
  const callInput = item.arguments ?? item.input ?? '';
  return typeof callInput === 'string' ? callInput : JSON.stringify(callInput);
}

/** Text of its messages, joined as the Responses API does. */
export function replyTextOf(items: readonly JsonObject[]): string {
  return items
    .filter((item) => item.type === 'message')
    .map((item) => (typeof item.content === 'string' ? item.content : textsIn(item.content).join('')))
    .filter((part) => part !== '')
    .join('\n\n');
}

function textsIn(parts: unknown): string[] {
  return objectsOf(parts).map((part) => textOrEmpty(part.text) || textOrEmpty(part.refusal));
}

/** Plain thinking if available, else the summary. */
function thinkingOf(items: readonly JsonObject[]): string {
  return items
    .filter((item) => item.type === 'reasoning')
    .map((item) => textsIn(item.content).join('') || textsIn(item.summary).join('\n\n'))
    .filter((part) => part !== '')
    .join('\n\n');
}

function assistantOf(reply: Reply): Draft {
  const { items, calls, model, usage } = reply;
  const thinking = thinkingOf(items) || reply.thoughts.join('\n\n');
  const ids = items.map((item) => textOrEmpty(item.id) || textOrEmpty(item.call_id)).filter((id) => id !== '');
  return {
    name: `reply ${ids[0] ?? `${reply.time} ${textOrEmpty(items[0]?.type)}`}`,
    createdAt: reply.time,
    role: 'assistant',
    content: replyTextOf(items) || null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(thinking === '' ? {} : { reasoning: thinking }),
    providerData: { responses: { provider: 'codex', model, items } },
    ...(model === null ? {} : { model }),
    ...(usage ? { usage } : {}),
    ...(reply.stopped && calls.length === 0 ? { finishReason: 'stopped' } : {}),
    origin: { ...(ids.length > 0 ? { ids } : {}), kept: { rows: reply.rows }, ...beforeField(reply.before) },
  };
}

export function beforeField(before: JsonObject[]): { before?: JsonObject[] } {
  return before.length > 0 ? { before } : {};
}

/** In arrival order; missing results last. */
function resultsOf(reply: Reply, factsOf: (callId: string) => CallFacts, todos: { last: Todo[] }): Draft[] {
  const answeredResults = [...reply.outputs].map(([at, output]): Draft => {
    const call = reply.calls[at] as ToolCall;
    const content = textOfParts(output.read.parts);
    const facts = { ...factsOfOutput(content), ...factsOf(call.id) };
    const details = detailsOf(call.function.name, call.function.arguments, facts, todos.last);
    if (details.todos) todos.last = details.todos.after;
    const images = output.read.parts.flatMap((part) => (part.type === 'image' ? [part] : []));
    const { output: outputValue, ...envelope } = output.item;
    return {
      name: output.name,
      createdAt: output.time,
      ...resultBase(call),
      content,
      outcome: outcomeOf(content, facts),
      ...(facts.duration === undefined ? {} : { duration: facts.duration }),
      ...(Object.keys(details).length > 0 ? { details } : {}),
      ...(images.length > 0 ? { attachments: images.map(({ hash, mediaType }) => ({ hash, mediaType })) } : {}),
      origin: {
        ...(typeof envelope.id === 'string' ? { ids: [envelope.id] } : {}),
        kept: {
          row: output.kept,
          item: envelope,
          ...(typeof outputValue === 'string' ? {} : { output: keptOutput(outputValue, output.read) }),
        },
        ...beforeField(output.before),
      },
    };
  });
  if (!reply.followed && !reply.stopped) return answeredResults;
  const open = reply.calls.filter((_, at) => !reply.outputs.has(at));
  return [
    ...answeredResults,
    ...open.map(
      (call): Draft => ({
        name: `open ${call.id}`,
        createdAt: reply.time,
        ...resultBase(call),
        content: openCallText('unknown'),
        outcome: 'interrupted',
        origin: { kept: { made: true } },
      }),
    ),
  ];
}

function resultBase(call: ToolCall): { role: 'tool'; tool_call_id: string; toolName: string } {
  return { role: 'tool', tool_call_id: call.id, toolName: call.function.name };
}

/** A list's parts without the data that our parts reproduce, else verbatim. */
function keptOutput(output: unknown, read: ReadParts): unknown {
  const texts = read.parts.filter((part) => part.type === 'text');
  if (!Array.isArray(output) || read.kept.length !== output.length) return { whole: output };
  const keptParts = read.parts.map((part, at) => {
    const rest = read.kept[at] as JsonObject;
    if (part.type === 'image') return { ...rest, hash: part.hash, mediaType: part.mediaType };
    return part.type === 'text' && texts.length > 1 ? { ...rest, text: part.text } : rest;
  });
  return { parts: keptParts };
}

export function usageOf(info: JsonObject): Usage | null {
  const usage: Usage = {
    ...tokens('inputTokens', info.input_tokens),
    ...tokens('outputTokens', info.output_tokens),
    ...tokens('cachedInputTokens', info.cached_input_tokens),
    ...tokens('cacheWriteTokens', info.cache_write_input_tokens),
    ...tokens('reasoningTokens', info.reasoning_output_tokens),
  };
  return Object.keys(usage).length > 0 ? usage : null;
}

function tokens(name: keyof Usage, value: unknown): Partial<Usage> {
  const tokenCount = countOrUndefined(value);
  return tokenCount === undefined ? {} : { [name]: tokenCount };
}
