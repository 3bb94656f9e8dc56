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
import { branchOf, pairAllCalls } from '../branches.ts';
import { expandCommands } from '../expandCommands.ts';
import type { ExportSource, HistoryWriter, WrittenFile } from '../history.ts';
import { createTextBuilder } from '../longText.ts';
import { savedOrigin } from '../web/origin.ts';
import { validParts } from '../web/validParts.ts';

const program = 'messages';
const noResult = '(no result)';

export const messagesWriter: HistoryWriter = { program, branches: false, write };

async function write(source: ExportSource): Promise<WrittenFile[]> {
  const { messages } = source;
  const branch = await branchOf({ messages, headId: source.headId ?? messages.at(-1)?.id ?? null });
  const slice = createTimeSlice();
  const results = new Map<ToolCall, ToolMessage | null>();
  for (const { call, result } of await pairAllCalls(branch)) {
    const turn = slice();
    if (turn) await turn;
    results.set(call, result);
  }
  const list = createTextBuilder();
  let comma = '';
  const add = (line: unknown): void => {
    list.add(`${comma}${JSON.stringify(line)}`);
    comma = ',\n';
  };
  let extra: JsonObject | null = null;
  for (const record of branch) {
    const turn = slice();
    if (turn) await turn;
    const origin = savedOrigin(record, program);
    for (const line of origin?.before ?? []) {
      if (isJsonObject(line.beside)) extra = line.beside;
      else if (isInstruction(line)) add(line);
    }
    for (const line of await messagesOf(record, origin?.kept ?? {}, source, results)) add(line);
    for (const line of (origin?.after ?? []).filter(isInstruction)) add(line);
  }
  const begin = extra ? `${JSON.stringify({ ...extra, messages: [] }).slice(0, -2)}\n` : '[\n';
  const text = `${begin}${await list.whole()}\n]${extra ? '}' : ''}\n`;
  return [{ path: 'messages.json', text }];
}

/** Only messages can be restored to the list. */
function isInstruction({ role, content }: JsonObject): boolean {
  return (role === 'system' || role === 'developer') && (typeof content === 'string' || Array.isArray(content));
}

type Results = ReadonlyMap<ToolCall, ToolMessage | null>;

async function messagesOf(
  record: Message,
  keptFields: JsonObject,
  source: ExportSource,
  results: Results,
): Promise<unknown[]> {
  if (record.partType === 'note') return [];
  switch (record.role) {
    case 'user':
      return userMessages(record, keptFields, source);
    case 'assistant':
      return assistantMessages(record, keptFields, source, results);
    case 'tool':
      return record.partType === 'tool_run' ? [await userRunMessage(record, source)] : [];
    case 'system':
      return [];
  }
}

async function userMessages(record: UserMessage, keptFields: JsonObject, source: ExportSource): Promise<unknown[]> {
  const content = keptFields.content ?? (await userContent(record, source));
  if (typeof content === 'string' ? isBlankText(content) : Array.isArray(content) && content.length === 0) return [];
  return [{ role: 'user', content, ...keptFields }];
}

async function userContent({ content }: UserMessage, source: ExportSource): Promise<string | JsonObject[]> {
  if (typeof content === 'string') return sendableText(content);
  const parts: JsonObject[] = [];
  for (const part of validParts(content)) {
    if (part.type === 'image') {
      const bytes = await source.attachment(part.hash);
      const url = bytes && `data:${part.mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
      parts.push(url ? { type: 'image_url', image_url: { url } } : textPart(`[${part.name ?? part.mediaType}]`));
    } else if (part.type === 'file') {
      parts.push(textPart(await fileText(part, source)));
    } else if (part.type === 'command') {
      parts.push(textPart(await expandCommands(part, source.attachment)));
    } else {
      const text = textOf({ content: [part] });
      if (!isBlankText(text)) parts.push(textPart(text));
    }
  }
  return parts;
}

async function fileText(
  part: { hash: string; mediaType: string; name: string },
  source: ExportSource,
): Promise<string> {
  const bytes = part.mediaType.startsWith('text/') ? await source.attachment(part.hash) : null;
  return bytes ? `${part.name}:\n${new TextDecoder().decode(bytes)}` : `[${part.name}]`;
}

function textPart(text: string): JsonObject {
  return { type: 'text', text: sendableText(text) };
}

async function assistantMessages(
  record: AssistantMessage,
  keptFields: JsonObject,
  source: ExportSource,
  results: Results,
): Promise<unknown[]> {
  const content = record.content === null || isBlankText(record.content) ? null : sendableText(record.content);
  const old = isJsonObject(keptFields.function_call);
  const answeredCalls =
    record.partType === 'error' ? callsOf(record).filter((call) => results.get(call)) : callsOf(record);
  const newId = createCallIds().name;
  const calls = answeredCalls.map((call) => ({
    id: newId(isPlainId(call.id) ? call.id : plainCallId(call.id)),
    type: 'function',
    function: { name: callName(call.function.name), arguments: sendableText(call.function.arguments) },
  }));
  if (content === null && calls.length === 0 && keptFields.content === undefined) return [];
  const { tool_calls: _calls, ...rest } = keptFields;
  const reply = { role: 'assistant', content, ...(calls.length === 0 || old ? {} : { tool_calls: calls }), ...rest };
  const answers: unknown[] = [];
  for (const [at, call] of answeredCalls.entries()) {
    const result = results.get(call) ?? null;
    const text = result ? sendableText(await source.result(result)) : noResult;
    const keptResult = (result && savedOrigin(result, program)?.kept) ?? {};
    const id = old ? {} : { tool_call_id: calls[at]?.id };
    answers.push({ role: 'tool', ...id, content: text, ...keptResult });
  }
  return [reply, ...answers];
}

/** Whether OpenAI accepts the id. */
function isPlainId(id: string): boolean {
  return id !== '' && id.length <= 40 && sendableText(id) === id;
}

/** No call precedes a command that the user ran, so it becomes a user message. */
async function userRunMessage(record: ToolMessage, source: ExportSource): Promise<unknown> {
  const callText = record.arguments === undefined ? record.toolName : `${record.toolName} with ${record.arguments}`;
  return { role: 'user', content: sendableText(`[The user ran ${callText}]\n${await source.result(record)}`) };
}
