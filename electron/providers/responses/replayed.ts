// Replays reply items to the model that wrote them, in order. Nothing is stored on the server, so ids are dropped and
// thinking is sent encrypted ("Item 'rs_…' not found. Items are not persisted when `store` is set to false"). A
// leftover id would require its missing neighbor ("Item 'fc_…' of type 'function_call' was provided without its
// required 'reasoning' item").

import type { ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import { objectText } from '../callArguments.ts';
import { objectOrNull, stringOrEmpty } from '../http/replyReader.ts';
import { replayableData } from '../replayableData.ts';
import type { ResponsesDialect } from './dialects.ts';

export type Item = Record<string, unknown>;
type Reply = Extract<ApiMessage, { role: 'assistant' }>;

/** Text of a message, without refusals. */
export function messageText(item: Item): string {
  return partTexts(item.content).join('');
}

function partTexts(parts: unknown): string[] {
  return (Array.isArray(parts) ? parts : []).map(
    (part) => stringOrEmpty(objectOrNull(part)?.text) || stringOrEmpty(objectOrNull(part)?.refusal),
  );
}

/**
 * Returns null if the reply must be sent in neutral form, without thinking: from another model, incomplete, hidden or
 * edited, or with changed call names or ids.
 */
export function replayedItems(
  message: Reply,
  providerId: string,
  model: string,
  dialect: ResponsesDialect,
): Item[] | null {
  const stored = replayableData(message.providerData, 'responses', providerId, model);
  if (!stored || !Array.isArray(stored.items) || stored.status !== undefined) return null;
  const items: Item[] = stored.items.map(objectOrNull).filter((item) => item !== null);
  if (items.length < stored.items.length || items.some((item) => stringOrEmpty(item.type) === '')) return null;
  if (items.some(isUnfinished) || !matchesMessage(items, message)) return null;
  const sendable = dropTrailingThinking(
    items.map((item) => replayItem(item, dialect)).filter((item) => item !== null),
    dialect,
  );
  if (!sendable.some((item) => item.type !== 'reasoning')) return null;
  if (!dialect.callsLast) return sendable;
  return [...sendable.filter((item) => !isCall(item)), ...sendable.filter(isCall)];
}

function isCall({ type }: Item): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}

/** Includes calls to hosted tools that we never offered. */
function isUnfinished(item: Item): boolean {
  if (item.status === 'incomplete' || item.status === 'failed') return true;
  const { type, call_id: id, caller } = item;
  if (isCall(item)) return objectOrNull(caller)?.type === 'program';
  return type === 'mcp_approval_request' || (typeof id === 'string' && /_call$/.test(stringOrEmpty(type)));
}

function matchesMessage(items: readonly Item[], message: Reply): boolean {
  const texts = items
    .filter((item) => item.type === 'message')
    .map(messageText)
    .filter((part) => part !== '')
    .join('\n\n');
  if ((isBlankText(texts) ? '' : texts) !== (message.content ?? '')) return false;
  const calls = items.filter(isCall);
  const now = message.tool_calls ?? [];
  if (calls.length !== now.length) return false;
  return now.every(({ id, function: { name, arguments: argumentText } }, at) => {
    const call = calls[at] as Item;
    return call.call_id === id && call.name === name && stringOrEmpty(call.arguments ?? call.input) === argumentText;
  });
}

/** The item as the server accepts it; null if it could not resolve or decrypt it. */
function replayItem(item: Item, dialect: ResponsesDialect): Item | null {
  const { id: _id, status: _status, ...rest } = item;
  switch (item.type) {
    case 'reasoning':
      return replayThinking(item, dialect);
    case 'message':
      return isBlankText(messageText(item)) ? null : { ...rest, content: replayParts(item.content) };
    case 'function_call':
      return { ...rest, arguments: replayArguments(stringOrEmpty(item.arguments), dialect) };
    case 'custom_tool_call':
      return rest;
    default:
      return item;
  }
}

/** Verbatim, or as an object for servers that parse them. */
export function replayArguments(argumentText: string, { anyArguments }: ResponsesDialect): string {
  return anyArguments ? argumentText || '{}' : objectText(argumentText);
}

function replayParts(parts: unknown): unknown[] {
  return (Array.isArray(parts) ? parts : []).map((part) => {
    const { logprobs: _logprobs, ...rest } = objectOrNull(part) ?? {};
    return rest;
  });
}

function replayThinking(item: Item, dialect: ResponsesDialect): Item | null {
  const { id: _id, status: _status, content, encrypted_content: sealed, summary, ...rest } = item;
  const parts = Array.isArray(summary) ? summary : [];
  const open = Array.isArray(content) && content.length > 0 ? { content } : {};
  if (typeof sealed === 'string' && sealed !== '') {
    return { ...rest, summary: parts, ...open, encrypted_content: sealed };
  }
  if (!dialect.openThinking || isBlankText(partTexts(content).join(''))) return null;
  return { ...rest, ...(stringOrEmpty(item.id) === '' ? {} : { id: item.id }), summary: parts, ...open };
}

/** "Item of type 'reasoning' was provided without its required following item." */
function dropTrailingThinking(items: readonly Item[], dialect: ResponsesDialect): Item[] {
  if (dialect.thinkingLast) return [...items];
  const last = items.findLastIndex((item) => item.type !== 'reasoning');
  return items.slice(0, last + 1);
}
