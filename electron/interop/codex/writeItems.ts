// Converts one message to the items of Codex's API. Items imported from Codex are written back unchanged.

import {
  type AssistantMessage,
  type ContentPart,
  callsOf,
  type Message,
  type SystemMessage,
  type ToolMessage,
  type UserMessage,
} from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { apiMessageOf } from '../../conversation/toApiMessages.ts';
import type { ExportSource } from '../history.ts';
import { jsonObjectOrNull, objectsOf, textOrEmpty } from '../looseJson.ts';
import { imagesOf, validParts } from '../web/validParts.ts';
import { writeParts } from './parts.ts';
import { argumentsOf, nameOf, replyTextOf } from './reply.ts';
import { callIdOf, isCall } from './rows.ts';
import { toCodexCall } from './toolNames.ts';

/** Unique call ids for the file. */
export interface CallIds {
  ofCall(messageId: string, index: number): string;
  /** Null if it answers no call, or one already answered. */
  ofResult(messageId: string): string | null;
  /** The command line that a result belongs to; null if none. */
  commandOf(messageId: string): string | null;
  /** The agent that a result's call started; null if none. */
  threadOf(messageId: string): string | null;
  /** Results that precede their call in the log; Codex would drop them there. */
  earlyOf(messageId: string): readonly ToolMessage[];
  isEarly(messageId: string): boolean;
}

/** JsonObject data that a message imported from Codex kept. */
export function importDataOf(message: Message): JsonObject | null {
  const { origin } = message;
  return origin?.type === 'import' && origin.program === 'codex' ? jsonObjectOrNull(origin.kept) : null;
}

export async function itemsOf(message: Message, source: ExportSource, ids: CallIds): Promise<JsonObject[]> {
  switch (message.role) {
    case 'user':
      return [await userItem(message, source)];
    case 'assistant':
      return message.partType === 'note' ? [] : replyItems(message, ids);
    case 'tool':
      return message.partType === 'tool_run' ? [noteItem(message, 'user')] : resultItems(message, source, ids);
    case 'system':
      return message.partType === 'summary' ? [] : wordItems(message);
  }
}

async function userItem(message: UserMessage, source: ExportSource): Promise<JsonObject> {
  const keptData = importDataOf(message);
  const item = jsonObjectOrNull(keptData?.item) ?? { type: 'message', role: 'user' };
  const isPlain = keptData !== null && jsonObjectOrNull(keptData.item) !== null && keptData.parts === undefined;
  if (isPlain && typeof message.content === 'string') return { ...item, content: message.content };
  const parts = validParts(message.content);
  const written = await writeParts(parts, objectsOf(keptData?.parts), source.attachment);
  return {
    ...item,
    content: message.content === '' && objectsOf(keptData?.parts).length === 0 && keptData ? [] : written,
  };
}

function replyItems(message: AssistantMessage, ids: CallIds): JsonObject[] {
  const stored = jsonObjectOrNull(message.providerData?.responses);
  const storedItems = stored?.provider === 'codex' ? objectsOf(stored.items) : [];
  if (storedItems.length > 0 && matchesMessage(storedItems, message)) {
    let at = 0;
    return storedItems.map((item) => {
      if (!isCall(item)) return item;
      const id = ids.ofCall(message.id, at++);
      return id === callIdOf(item) ? item : { ...item, call_id: id };
    });
  }
  const text = message.content ?? '';
  const textItem = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
  const calls = callsOf(message).map((call, index) => {
    const id = ids.ofCall(message.id, index);
    return { type: 'function_call', ...toCodexCall(call.function), call_id: id };
  });
  return [...(text === '' ? [] : [textItem]), ...calls];
}

function matchesMessage(items: readonly JsonObject[], message: AssistantMessage): boolean {
  const calls = items.filter(isCall);
  const now = callsOf(message);
  if (replyTextOf(items) !== (message.content ?? '') || calls.length !== now.length) return false;
  return now.every(({ id, function: { name, arguments: argumentText } }, at) => {
    const call = calls[at] as JsonObject;
    return callIdOf(call) === id && nameOf(call) === name && argumentsOf(call) === argumentText;
  });
}

async function resultItems(message: ToolMessage, source: ExportSource, ids: CallIds): Promise<JsonObject[]> {
  const keptData = importDataOf(message);
  const id = ids.ofResult(message.id);
  if (id === null || keptData?.made === true) return [];
  const item = jsonObjectOrNull(keptData?.item) ?? { type: 'function_call_output' };
  const output = jsonObjectOrNull(keptData?.output);
  if (output && 'whole' in output) return [{ ...item, call_id: id, output: output.whole }];
  const result = await source.result(message);
  const images = imagesOf(message).map(({ hash, mediaType }) => ({ type: 'image' as const, hash, mediaType }));
  if (!output && images.length === 0) return [{ ...item, call_id: id, output: result }];
  const [parts, rest] = output ? partsOf(objectsOf(output.parts), result) : [[textPart(result), ...images], []];
  return [{ ...item, call_id: id, output: await writeParts(parts, rest, source.attachment) }];
}

function textPart(content: string): ContentPart {
  return { type: 'text', text: content };
}

function partsOf(keptParts: readonly JsonObject[], result: string): [ContentPart[], JsonObject[]] {
  const parts = keptParts.map((part): ContentPart => {
    if (typeof part.hash === 'string')
      return { type: 'image', hash: part.hash, mediaType: textOrEmpty(part.mediaType) };
    return textPart(typeof part.text === 'string' ? part.text : result);
  });
  return [parts, keptParts.map(({ hash: _hash, mediaType: _type, text: _text, ...rest }) => rest)];
}

function wordItems(message: SystemMessage): JsonObject[] {
  const keptData = importDataOf(message);
  const item = jsonObjectOrNull(keptData?.item);
  if (item) return [{ ...item, content: keptData?.content }];
  return message.includeInContext === false ? [] : [noteItem(message, 'developer')];
}

/** In the text that every provider receives. */
function noteItem(message: Message, role: 'user' | 'developer'): JsonObject {
  const { content } = apiMessageOf(message) as { content: string };
  return { type: 'message', role, content: [{ type: 'input_text', text: content }] };
}
