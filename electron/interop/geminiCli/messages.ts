// Converts a Gemini CLI message: a reply with its calls and their results.

import type { ContentPart, Outcome, ToolCall, ToolDetails, Usage } from '../../../shared/conversation/message.ts';
import { openCallText } from '../../../shared/conversation/repair.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { contentHash } from '../../lib/ids.ts';
import { countOrUndefined, jsonObjectOrNull, objectsOf, textOrEmpty, timeOf } from '../looseJson.ts';
import type { Draft } from '../steps.ts';
import type { MessageEntry } from './rows.ts';

const noTime = '1970-01-01T00:00:00.000Z';
const ownWords = /^\s*<session_context>|^This is the Gemini CLI\. We are setting up the context/;

/** Results from user rows, by reply and call (`responseKey`): some providers reuse call ids in every reply. */
export type Responses = ReadonlyMap<string, JsonObject>;

/** Results that a row repeats; null for other rows. */
export function responsesIn(rawRow: JsonObject): JsonObject[] | null {
  if (rawRow.type !== 'user') return null;
  const parts = objectsOf(rawRow.content);
  const responses = functionResponses(parts);
  return parts.length > 0 && responses.length === parts.length ? responses : null;
}

function functionResponses(parts: readonly JsonObject[]): JsonObject[] {
  return parts.map((part) => jsonObjectOrNull(part.functionResponse)).filter((one) => one !== null);
}

/** A response without an id answers the tool's first open call. `strays`: responses without a call. */
export function matchResponses(entries: readonly MessageEntry[]): { responses: Responses; strays: number } {
  const responses = new Map<string, JsonObject>();
  /** The last reply that has each call. */
  const replyOf = new Map<string, string>();
  /** The last reply's open calls: tools by call id. */
  let open = new Map<string, string>();
  let strays = 0;
  for (const { raw, id } of entries) {
    const calls = objectsOf(raw.toolCalls).map((call, at) => ({
      id: callIdOf(id, call, at),
      tool: textOrEmpty(call.name),
    }));
    if (calls.length > 0) open = new Map(calls.map(({ id: callId, tool }) => [callId, tool]));
    for (const call of calls) replyOf.set(call.id, id);
    if (raw.type !== 'user') continue;
    for (const response of functionResponses(objectsOf(raw.content))) {
      const callId = textOrEmpty(response.id) || firstOf(open, textOrEmpty(response.name));
      const reply = callId === undefined ? undefined : replyOf.get(callId);
      if (callId === undefined || reply === undefined) {
        strays++;
        continue;
      }
      const key = responseKey(reply, callId);
      if (!responses.has(key)) responses.set(key, response);
      open.delete(callId);
    }
  }
  return { responses, strays };
}

function responseKey(replyId: string, callId: string): string {
  return `${replyId} ${callId}`;
}

function firstOf(open: ReadonlyMap<string, string>, tool: string): string | undefined {
  for (const [id, name] of open) if (name === tool) return id;
  return undefined;
}

function callIdOf(messageId: string, call: JsonObject, at: number): string {
  return textOrEmpty(call.id) || `${messageId}_${at}`;
}

export interface Reading {
  attachments: Map<string, Uint8Array>;
  responses: Responses;
  /** It is the last message, so its calls may still be running. */
  isLast: boolean;
}

export function draftsOf(entry: MessageEntry, reading: Reading): Draft[] {
  const { raw, id } = entry;
  const createdAt = timeOf(raw.timestamp) ?? noTime;
  const { content, ...envelope } = raw;
  const origin = { ids: [id], kept: envelope, ...(entry.before.length > 0 ? { before: entry.before } : {}) };
  const base = { name: id, createdAt };
  switch (raw.type) {
    case 'user': {
      const spoken = Array.isArray(content)
        ? content.filter((part) => !jsonObjectOrNull(jsonObjectOrNull(part)?.functionResponse))
        : content;
      const parts = partsOf(spoken, reading.attachments);
      const [only] = parts;
      const plainText = parts.length === 1 && only?.type === 'text' ? only.text : null;
      if (plainText !== null && ownWords.test(plainText)) {
        return [{ ...base, role: 'system', partType: 'environment', content: plainText, origin }];
      }
      return [{ ...base, role: 'user', content: plainText ?? (parts.length === 0 ? '' : parts), origin }];
    }
    case 'gemini':
      return replyDrafts(entry, createdAt, reading);
    case 'error': {
      const error = { code: 'LLM_ERROR', message: wordsOf(content) || 'unknown' };
      return [{ ...base, role: 'assistant', content: null, partType: 'error', error, origin }];
    }
    default:
      // A note to the user that no model receives.
      return [{ ...base, role: 'assistant', content: wordsOf(content), partType: 'note', origin }];
  }
}

function partsOf(content: unknown, attachments: Map<string, Uint8Array>): ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  const items = Array.isArray(content) ? content : [content];
  return items.flatMap((part): ContentPart[] => {
    if (typeof part === 'string') return [{ type: 'text', text: part }];
    const one = jsonObjectOrNull(part);
    if (!one) return [];
    if (typeof one.text === 'string') return [{ type: 'text', text: one.text }];
    const data = jsonObjectOrNull(one.inlineData);
    if (typeof data?.data !== 'string') return [{ type: 'text', text: `[${Object.keys(one)[0] ?? 'part'}]` }];
    const bytes = Buffer.from(data.data, 'base64');
    const hash = contentHash(bytes);
    attachments.set(hash, bytes);
    const mediaType = textOrEmpty(data.mimeType);
    if (mediaType.startsWith('image/')) return [{ type: 'image', hash, mediaType, bytes: bytes.length }];
    return [{ type: 'file', hash, mediaType, name: textOrEmpty(data.displayName) || 'file', bytes: bytes.length }];
  });
}

function wordsOf(content: unknown): string {
  return partsOf(content, new Map())
    .flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : []))
    .join('\n\n');
}

function replyDrafts({ id, raw, before }: MessageEntry, createdAt: string, reading: Reading): Draft[] {
  const { content, toolCalls, ...rest } = raw;
  const rawCalls = objectsOf(toolCalls);
  const calls = rawCalls.map((one, at): ToolCall => {
    const callId = callIdOf(id, one, at);
    return {
      id: callId,
      type: 'function',
      function: { name: textOrEmpty(one.name) || 'unnamed', arguments: argumentsOf(one) },
    };
  });
  const thoughts = objectsOf(rest.thoughts).map(({ subject, description }) =>
    [textOrEmpty(subject) && `**${textOrEmpty(subject)}**`, textOrEmpty(description)]
      .filter((part) => part !== '')
      .join('\n'),
  );
  const reasoning = thoughts.filter((part) => part !== '').join('\n\n');
  const messageText = wordsOf(content);
  const usage = usageOf(jsonObjectOrNull(rest.tokens));
  const keptFields = { ...rest, ...(rawCalls.length > 0 ? { toolCalls: rawCalls.map(withoutArguments) } : {}) };
  return [
    {
      name: id,
      createdAt,
      role: 'assistant',
      content: messageText || null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...(reasoning === '' ? {} : { reasoning }),
      ...(typeof rest.model === 'string' ? { model: rest.model } : {}),
      ...(usage ? { usage } : {}),
      origin: { ids: [id], kept: keptFields, ...(before.length > 0 ? { before } : {}) },
    },
    ...calls.flatMap((call, at) => resultDrafts(id, call, rawCalls[at] as JsonObject, createdAt, reading)),
  ];
}

function argumentsOf({ args }: JsonObject): string {
  return typeof args === 'string' ? args : JSON.stringify(args ?? {});
}

function withoutArguments({ args: _args, ...rest }: JsonObject): JsonObject {
  return rest;
}

function resultDrafts(id: string, call: ToolCall, rawCall: JsonObject, createdAt: string, reading: Reading): Draft[] {
  const [answered] = functionResponses(objectsOf(rawCall.result));
  const response = jsonObjectOrNull((answered ?? reading.responses.get(responseKey(id, call.id)))?.response);
  const hasEnded = response !== null || ['success', 'error', 'cancelled'].includes(textOrEmpty(rawCall.status));
  if (!hasEnded && reading.isLast) return [];
  const content = response
    ? outputOf(response)
    : hasEnded
      ? textOrEmpty(rawCall.resultDisplay)
      : openCallText('unknown');
  const details = detailsOf(rawCall, content);
  return [
    {
      name: `${id} result ${call.id}`,
      createdAt: timeOf(rawCall.timestamp) ?? createdAt,
      role: 'tool',
      tool_call_id: call.id,
      toolName: call.function.name,
      content,
      outcome: hasEnded ? outcomeOf(rawCall, response, details) : 'interrupted',
      ...(Object.keys(details).length > 0 ? { details } : {}),
      origin: hasEnded ? {} : { kept: { made: true } },
    },
  ];
}

function outputOf(response: JsonObject): string {
  const output = response.output ?? response.error ?? response;
  return typeof output === 'string' ? output : JSON.stringify(output);
}

function outcomeOf(rawCall: JsonObject, response: JsonObject | null, details: ToolDetails): Outcome {
  if (rawCall.status === 'cancelled')
    return /denied|rejected|not allowed/i.test(textOrEmpty(response?.error)) ? 'denied' : 'cancelled';
  const failed = rawCall.status === 'error' || (response?.error !== undefined && response.output === undefined);
  return failed || (typeof details.exitCode === 'number' && details.exitCode !== 0) ? 'error' : 'ok';
}

function detailsOf(rawCall: JsonObject, content: string): ToolDetails {
  const display = jsonObjectOrNull(rawCall.resultDisplay);
  const args = jsonObjectOrNull(rawCall.args);
  const path = args?.file_path ?? args?.absolute_path;
  const exit = /(?:^|\n)Exit Code: (-?\d+)/.exec(content)?.[1];
  return {
    ...(exit === undefined ? {} : { exitCode: Number(exit) }),
    ...(typeof display?.fileDiff === 'string' ? { diff: display.fileDiff } : {}),
    ...(typeof path === 'string' ? { path } : {}),
  };
}

/** The output excludes thinking. */
function usageOf(tokens: JsonObject | null): Usage | null {
  const [input, output] = [countOrUndefined(tokens?.input), countOrUndefined(tokens?.output)];
  if (!tokens || input === undefined || output === undefined || !countOrUndefined(tokens.total)) return null;
  const thinking = countOrUndefined(tokens.thoughts) ?? 0;
  return {
    inputTokens: input,
    outputTokens: output + thinking,
    cachedInputTokens: Math.min(input, countOrUndefined(tokens.cached) ?? 0),
    reasoningTokens: thinking,
  };
}
