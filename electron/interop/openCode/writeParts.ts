// Writes a message's parts for OpenCode's import, which rejects missing and unknown keys.

import {
  type AssistantMessage,
  type ContentPart,
  callsOf,
  type Message,
  type ToolCall,
  type ToolMessage,
  type UserMessage,
} from '../../../shared/conversation/message.ts';
import { openCallText } from '../../../shared/conversation/repair.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { callName, plainCallId } from '../../conversation/callNames.ts';
import { apiMessageOf } from '../../conversation/toApiMessages.ts';
import { expandCommands } from '../expandCommands.ts';
import type { ExportSource } from '../history.ts';
import { jsonObjectOrNull, objectsOf, parseLooseJson, textOrEmpty } from '../looseJson.ts';
import { imagesOf, validParts } from '../web/validParts.ts';
import { dataUrl } from './parts.ts';
import { toOpenCodeCall } from './toolNames.ts';

export function importDataOf({ origin }: Message): JsonObject | null {
  return origin?.type === 'import' && origin.program === 'opencode' ? jsonObjectOrNull(origin.kept) : null;
}

export async function userParts(message: UserMessage, source: ExportSource): Promise<JsonObject[]> {
  const keptParts = objectsOf(importDataOf(message)?.parts);
  const parts = validParts(message.content);
  const heldParts = keptParts.filter((part) => 'held' in part);
  if (heldParts.length === (message.content === '' ? 0 : parts.length) && keptParts.length > 0) {
    let at = 0;
    const written: JsonObject[] = [];
    for (const part of keptParts) {
      const { held: holds, ...rest } = part;
      if (holds === undefined) written.push((jsonObjectOrNull(part.whole) ?? rest) as JsonObject);
      else written.push({ ...rest, ...(await ownPart(parts[at++] as ContentPart, source)) });
    }
    return written;
  }
  const written: JsonObject[] = [];
  for (const part of parts.filter((part) => part.type !== 'mention' || part.of === undefined)) {
    written.push(await ownPart(part, source));
  }
  return written;
}

async function ownPart(part: ContentPart, source: ExportSource): Promise<JsonObject> {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'command') return { type: 'text', text: await expandCommands(part, source.attachment) };
  if (part.type === 'mention') return { type: 'text', text: `@${part.path}` };
  const bytes = await source.attachment(part.hash);
  if (!bytes) return { type: 'text', text: `[file: ${part.name ?? part.mediaType}]` };
  const fileName = part.name === undefined ? {} : { filename: part.name };
  return { type: 'file', mime: part.mediaType, ...fileName, url: dataUrl(part.mediaType, bytes) };
}

/** A user-role message that is not from the user. */
export function noteParts(message: Message): JsonObject[] {
  const { content } = apiMessageOf(message) as { content: string };
  return [{ type: 'text', text: content, ...(message.role === 'system' ? { synthetic: true } : {}) }];
}

/** The result of each call, and the session of the agent it started. */
export interface Answers {
  resultAt(index: number): ToolMessage | null;
  agentAt(index: number): string | null;
}

/** Includes results. */
export async function replyParts(
  message: AssistantMessage,
  { resultAt, agentAt }: Answers,
  source: ExportSource,
  newCallId: (plain: string) => string,
): Promise<JsonObject[]> {
  const calls = callsOf(message);
  const time = Date.parse(message.createdAt) || 0;
  const ownParts = importDataOf(message)?.parts;
  const keptParts = objectsOf(ownParts);
  if (Array.isArray(ownParts) && partsMatch(keptParts, message)) {
    let at = 0;
    const parts: JsonObject[] = [];
    for (const part of keptParts) {
      if (part.type === 'text' && !('text' in part)) parts.push({ ...part, text: message.content ?? '' });
      else if (part.type === 'reasoning' && !('text' in part)) parts.push({ ...part, text: message.reasoning ?? '' });
      else if (part.type !== 'tool' || !jsonObjectOrNull(part.state)) parts.push(part);
      else {
        const index = at++;
        newCallId(textOrEmpty(part.callID));
        const tool = await ownTool(part, calls[index] as ToolCall, resultAt(index), source);
        parts.push(withAgent(tool, agentAt(index)));
      }
    }
    return parts;
  }
  const span = { start: time, end: time };
  const thought = message.reasoning ?? '';
  const parts: JsonObject[] = [{ type: 'step-start' }];
  if (thought !== '') parts.push({ type: 'reasoning', text: thought, time: span });
  if (message.content) parts.push({ type: 'text', text: message.content, time: span });
  for (const [at, call] of calls.entries()) {
    const tool = await foreignTool({ ...call, id: newCallId(plainCallId(call.id)) }, resultAt(at), time, source);
    parts.push(withAgent(tool, agentAt(at)));
  }
  parts.push({
    type: 'step-finish',
    reason: calls.length > 0 ? 'tool-calls' : 'stop',
    cost: 0,
    tokens: tokensOf(message),
  });
  return parts;
}

function withAgent(tool: JsonObject, session: string | null): JsonObject {
  const state = jsonObjectOrNull(tool.state);
  if (session === null || !state || state.status === 'pending') return tool;
  return { ...tool, state: { ...state, metadata: { ...jsonObjectOrNull(state.metadata), sessionId: session } } };
}

/** The message's text or calls may have changed since the import. */
function partsMatch(keptParts: readonly JsonObject[], message: AssistantMessage): boolean {
  const tools = keptParts.filter((part) => part.type === 'tool' && jsonObjectOrNull(part.state));
  const calls = callsOf(message);
  const same = tools.every((part, at) => part.tool === calls[at]?.function.name);
  return same && tools.length === calls.length && textMatches(keptParts, 'text', message.content ?? '');
}

function textMatches(keptParts: readonly JsonObject[], type: string, now: string): boolean {
  const matching = keptParts.filter((part) => part.type === type);
  if (matching.some((part) => !('text' in part))) return true;
  return (
    matching
      .flatMap(({ text: partText }) => (textOrEmpty(partText) === '' ? [] : [textOrEmpty(partText)]))
      .join('\n\n') === now
  );
}

async function ownTool(
  part: JsonObject,
  call: ToolCall,
  result: ToolMessage | null,
  source: ExportSource,
): Promise<JsonObject> {
  const state = jsonObjectOrNull(part.state) ?? {};
  const input = 'input' in state ? {} : { input: inputOf(call) };
  const isOpen = !result || importDataOf(result)?.made === true;
  if (isOpen || (state.status !== 'completed' && state.status !== 'error'))
    return { ...part, state: { ...state, ...input } };
  const output = await source.result(result);
  return {
    ...part,
    state: { ...state, ...input, ...(state.status === 'completed' ? { output } : { error: output }) },
  };
}

async function foreignTool(
  call: ToolCall,
  result: ToolMessage | null,
  time: number,
  source: ExportSource,
): Promise<JsonObject> {
  const { tool, input } = toOpenCodeCall(callName(call.function.name), inputOf(call), source.folder ?? '/');
  const end = result ? Date.parse(result.createdAt) || time : time;
  const start = Math.max(0, end - (result?.duration ?? 0));
  const base = { type: 'tool', tool, callID: call.id };
  const state = { input, time: { start, end } };
  if (!result) return { ...base, state: { status: 'error', ...state, error: openCallText('unknown') } };
  const output = await source.result(result);
  const exit = result.details?.exitCode;
  if (result.outcome !== 'ok' && typeof exit !== 'number') {
    const stopped = result.outcome === 'cancelled' ? { metadata: { interrupted: true } } : {};
    return { ...base, state: { status: 'error', ...state, error: output, ...stopped } };
  }
  const { diff, todos } = result.details ?? {};
  const metadata = {
    ...(typeof exit === 'number' ? { exit, output } : {}),
    ...(typeof diff === 'string' ? { diff } : {}),
    ...(todos ? { todos: todos.after } : {}),
    truncated: false,
  };
  const attachments: JsonObject[] = [];
  for (const { hash, mediaType } of imagesOf(result)) {
    const bytes = await source.attachment(hash);
    if (bytes) attachments.push({ type: 'file', mime: mediaType, url: dataUrl(mediaType, bytes) });
  }
  const title = titleOf(tool, input);
  return {
    ...base,
    state: {
      status: 'completed',
      ...state,
      output,
      title,
      metadata,
      ...(attachments.length > 0 ? { attachments } : {}),
    },
  };
}

/** OpenCode requires an object. */
function inputOf(call: ToolCall): JsonObject {
  const parsed = parseLooseJson(call.function.arguments);
  return jsonObjectOrNull('value' in parsed ? parsed.value : null) ?? { arguments: call.function.arguments };
}

function titleOf(tool: string, input: JsonObject): string {
  const title = input.command ?? input.filePath ?? input.path ?? input.pattern ?? input.url;
  return typeof title === 'string' ? title.slice(0, 200) : tool;
}

export function tokensOf({ usage }: AssistantMessage): JsonObject {
  const read = usage?.cachedInputTokens ?? 0;
  const write = usage?.cacheWriteTokens ?? 0;
  const thinking = usage?.reasoningTokens ?? 0;
  return {
    input: Math.max(0, (usage?.inputTokens ?? 0) - read - write),
    output: Math.max(0, (usage?.outputTokens ?? 0) - thinking),
    reasoning: thinking,
    cache: { read, write },
  };
}
