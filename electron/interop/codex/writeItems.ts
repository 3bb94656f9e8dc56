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
import { wireMessage } from '../../conversation/wireMessages.ts';
import type { GivenHistory } from '../history.ts';
import { row, rows, text } from '../looseJson.ts';
import { picturesOf, soundParts } from '../web/soundParts.ts';
import { writeParts } from './parts.ts';
import { argumentsOf, nameOf, wordsOf } from './reply.ts';
import { callIdOf, isCall } from './rows.ts';
import { asCodexCall } from './toolNames.ts';

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
export function keptOf(message: Message): JsonObject | null {
  const { origin } = message;
  return origin?.type === 'import' && origin.program === 'codex' ? row(origin.kept) : null;
}

export async function itemsOf(message: Message, given: GivenHistory, ids: CallIds): Promise<JsonObject[]> {
  switch (message.role) {
    case 'user':
      return [await userItem(message, given)];
    case 'assistant':
      return message.partType === 'note' ? [] : replyItems(message, ids);
    case 'tool':
      return message.partType === 'tool_run' ? [toldItem(message, 'user')] : resultItems(message, given, ids);
    case 'system':
      return message.partType === 'summary' ? [] : wordItems(message);
  }
}

async function userItem(message: UserMessage, given: GivenHistory): Promise<JsonObject> {
  const kept = keptOf(message);
  const item = row(kept?.item) ?? { type: 'message', role: 'user' };
  const isPlain = kept !== null && row(kept.item) !== null && kept.parts === undefined;
  if (isPlain && typeof message.content === 'string') return { ...item, content: message.content };
  const parts = soundParts(message.content);
  const written = await writeParts(parts, rows(kept?.parts), given.attachment);
  return { ...item, content: message.content === '' && rows(kept?.parts).length === 0 && kept ? [] : written };
}

function replyItems(message: AssistantMessage, ids: CallIds): JsonObject[] {
  const own = row(message.providerData?.responses);
  const kept = own?.provider === 'codex' ? rows(own.items) : [];
  if (kept.length > 0 && saysTheSame(kept, message)) {
    let at = 0;
    return kept.map((item) => {
      if (!isCall(item)) return item;
      const id = ids.ofCall(message.id, at++);
      return id === callIdOf(item) ? item : { ...item, call_id: id };
    });
  }
  const said = message.content ?? '';
  const words = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] };
  const calls = callsOf(message).map((call, index) => {
    const id = ids.ofCall(message.id, index);
    return { type: 'function_call', ...asCodexCall(call.function), call_id: id };
  });
  return [...(said === '' ? [] : [words]), ...calls];
}

function saysTheSame(items: readonly JsonObject[], message: AssistantMessage): boolean {
  const calls = items.filter(isCall);
  const now = callsOf(message);
  if (wordsOf(items) !== (message.content ?? '') || calls.length !== now.length) return false;
  return now.every(({ id, function: { name, arguments: said } }, at) => {
    const call = calls[at] as JsonObject;
    return callIdOf(call) === id && nameOf(call) === name && argumentsOf(call) === said;
  });
}

async function resultItems(message: ToolMessage, given: GivenHistory, ids: CallIds): Promise<JsonObject[]> {
  const kept = keptOf(message);
  const id = ids.ofResult(message.id);
  if (id === null || kept?.made === true) return [];
  const item = row(kept?.item) ?? { type: 'function_call_output' };
  const output = row(kept?.output);
  if (output && 'whole' in output) return [{ ...item, call_id: id, output: output.whole }];
  const result = await given.result(message);
  const images = picturesOf(message).map(({ hash, mediaType }) => ({ type: 'image' as const, hash, mediaType }));
  if (!output && images.length === 0) return [{ ...item, call_id: id, output: result }];
  const [parts, rest] = output ? partsOf(rows(output.parts), result) : [[textPart(result), ...images], []];
  return [{ ...item, call_id: id, output: await writeParts(parts, rest, given.attachment) }];
}

function textPart(words: string): ContentPart {
  return { type: 'text', text: words };
}

function partsOf(kept: readonly JsonObject[], result: string): [ContentPart[], JsonObject[]] {
  const parts = kept.map((part): ContentPart => {
    if (typeof part.hash === 'string') return { type: 'image', hash: part.hash, mediaType: text(part.mediaType) };
    return textPart(typeof part.text === 'string' ? part.text : result);
  });
  return [parts, kept.map(({ hash: _hash, mediaType: _type, text: _text, ...rest }) => rest)];
}

function wordItems(message: SystemMessage): JsonObject[] {
  const kept = keptOf(message);
  const item = row(kept?.item);
  if (item) return [{ ...item, content: kept?.content }];
  return message.includeInContext === false ? [] : [toldItem(message, 'developer')];
}

/** In the text that every provider receives. */
function toldItem(message: Message, role: 'user' | 'developer'): JsonObject {
  const { content } = wireMessage(message) as { content: string };
  return { type: 'message', role, content: [{ type: 'input_text', text: content }] };
}
