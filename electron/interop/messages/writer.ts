// Writes the current branch as Chat Completions messages. Omits what the format lacks: thinking, other branches, app
// notes to the model, and compactions, since the messages they replace are included.

import {
  type AssistantMessage,
  callsOf,
  type Message,
  type ToolCall,
  type ToolMessage,
  textOf,
  type UserMessage,
} from '../../../shared/conversation/message.ts';
import { isBlankText, sendableText } from '../../../shared/conversation/sendable.ts';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { callName, createCallIds, plainCallId } from '../../conversation/callNames.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { calledText } from '../calledText.ts';
import type { GivenHistory, HistoryWriter, WrittenFile } from '../history.ts';
import { branchOf, pairedCalls } from '../linearOf.ts';
import { createLongText } from '../longText.ts';
import { keptOrigin } from '../web/origin.ts';
import { soundParts } from '../web/soundParts.ts';

const program = 'messages';
const noResult = '(no result)';

export const messagesWriter: HistoryWriter = { program, branches: false, write };

async function write(given: GivenHistory): Promise<WrittenFile[]> {
  const { messages } = given;
  const branch = await branchOf({ messages, headId: given.headId ?? messages.at(-1)?.id ?? null });
  const slice = createTimeSlice();
  const results = new Map<ToolCall, ToolMessage | null>();
  for (const { call, result } of await pairedCalls(branch)) {
    const turn = slice();
    if (turn) await turn;
    results.set(call, result);
  }
  const list = createLongText();
  let comma = '';
  const add = (line: unknown): void => {
    list.add(`${comma}${JSON.stringify(line)}`);
    comma = ',\n';
  };
  let beside: JsonObject | null = null;
  for (const record of branch) {
    const turn = slice();
    if (turn) await turn;
    const own = keptOrigin(record, program);
    for (const line of own?.before ?? []) {
      if (isJsonObject(line.beside)) beside = line.beside;
      else if (isInstruction(line)) add(line);
    }
    for (const line of await messagesOf(record, own?.kept ?? {}, given, results)) add(line);
    for (const line of (own?.after ?? []).filter(isInstruction)) add(line);
  }
  const begin = beside ? `${JSON.stringify({ ...beside, messages: [] }).slice(0, -2)}\n` : '[\n';
  const text = `${begin}${await list.whole()}\n]${beside ? '}' : ''}\n`;
  return [{ path: 'messages.json', text }];
}

/** Only messages can be restored to the list. */
function isInstruction({ role, content }: JsonObject): boolean {
  return (role === 'system' || role === 'developer') && (typeof content === 'string' || Array.isArray(content));
}

type Results = ReadonlyMap<ToolCall, ToolMessage | null>;

async function messagesOf(
  record: Message,
  kept: JsonObject,
  given: GivenHistory,
  results: Results,
): Promise<unknown[]> {
  if (record.partType === 'note') return [];
  switch (record.role) {
    case 'user':
      return userMessages(record, kept, given);
    case 'assistant':
      return assistantMessages(record, kept, given, results);
    case 'tool':
      return record.partType === 'tool_run' ? [await handRun(record, given)] : [];
    case 'system':
      return [];
  }
}

async function userMessages(record: UserMessage, kept: JsonObject, given: GivenHistory): Promise<unknown[]> {
  const content = kept.content ?? (await userContent(record, given));
  if (typeof content === 'string' ? isBlankText(content) : Array.isArray(content) && content.length === 0) return [];
  return [{ role: 'user', content, ...kept }];
}

async function userContent({ content }: UserMessage, given: GivenHistory): Promise<string | JsonObject[]> {
  if (typeof content === 'string') return sendableText(content);
  const parts: JsonObject[] = [];
  for (const part of soundParts(content)) {
    if (part.type === 'image') {
      const bytes = await given.attachment(part.hash);
      const url = bytes && `data:${part.mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
      parts.push(url ? { type: 'image_url', image_url: { url } } : textPart(`[${part.name ?? part.mediaType}]`));
    } else if (part.type === 'file') {
      parts.push(textPart(await fileText(part, given)));
    } else if (part.type === 'command') {
      parts.push(textPart(await calledText(part, given.attachment)));
    } else {
      const text = textOf({ content: [part] });
      if (!isBlankText(text)) parts.push(textPart(text));
    }
  }
  return parts;
}

async function fileText(part: { hash: string; mediaType: string; name: string }, given: GivenHistory): Promise<string> {
  const bytes = part.mediaType.startsWith('text/') ? await given.attachment(part.hash) : null;
  return bytes ? `${part.name}:\n${new TextDecoder().decode(bytes)}` : `[${part.name}]`;
}

function textPart(text: string): JsonObject {
  return { type: 'text', text: sendableText(text) };
}

async function assistantMessages(
  record: AssistantMessage,
  kept: JsonObject,
  given: GivenHistory,
  results: Results,
): Promise<unknown[]> {
  const content = record.content === null || isBlankText(record.content) ? null : sendableText(record.content);
  const old = isJsonObject(kept.function_call);
  const asked = record.partType === 'error' ? callsOf(record).filter((call) => results.get(call)) : callsOf(record);
  const newId = createCallIds().name;
  const calls = asked.map((call) => ({
    id: newId(isPlainId(call.id) ? call.id : plainCallId(call.id)),
    type: 'function',
    function: { name: callName(call.function.name), arguments: sendableText(call.function.arguments) },
  }));
  if (content === null && calls.length === 0 && kept.content === undefined) return [];
  const { tool_calls: _calls, ...rest } = kept;
  const reply = { role: 'assistant', content, ...(calls.length === 0 || old ? {} : { tool_calls: calls }), ...rest };
  const answers: unknown[] = [];
  for (const [at, call] of asked.entries()) {
    const result = results.get(call) ?? null;
    const text = result ? sendableText(await given.result(result)) : noResult;
    const own = (result && keptOrigin(result, program)?.kept) ?? {};
    const id = old ? {} : { tool_call_id: calls[at]?.id };
    answers.push({ role: 'tool', ...id, content: text, ...own });
  }
  return [reply, ...answers];
}

/** Whether OpenAI accepts the id. */
function isPlainId(id: string): boolean {
  return id !== '' && id.length <= 40 && sendableText(id) === id;
}

/** No call precedes a command that the user ran, so it becomes a user message. */
async function handRun(record: ToolMessage, given: GivenHistory): Promise<unknown> {
  const asked = record.arguments === undefined ? record.toolName : `${record.toolName} with ${record.arguments}`;
  return { role: 'user', content: sendableText(`[The user ran ${asked}]\n${await given.result(record)}`) };
}
