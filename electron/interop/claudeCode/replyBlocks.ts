// The blocks of a reply to write: the original ones if they still match the message, else new ones.

import type { AssistantMessage, ToolCall } from '../../../shared/conversation/message.ts';
import { isBlankText } from '../../../shared/conversation/sendable.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { isTooDeep, jsonObjectOrNull, objectsOf } from '../looseJson.ts';
import { isCall, visibleText } from './blocks.ts';
import { validToolName } from './names.ts';
import { program, providerApi } from './originalData.ts';
import { pathsRelativeTo, toolForm } from './toolForms.ts';
import { nonEmptyText } from './values.ts';

export interface WrittenCall {
  id: string;
  name: string;
  input: JsonObject;
}

/** `ids`: the id to write for each call. `isOwnedByUser`: the message was imported from Claude Code. */
export function replyBlocks(
  record: AssistantMessage,
  ids: readonly string[],
  folder: string | null,
  isOwn: boolean,
): { blocks: JsonObject[]; calls: WrittenCall[] } {
  const toolCalls = record.tool_calls ?? [];
  const calls = toolCalls.map((call, at) => ({ ...writtenCall(call, folder, isOwn), id: ids[at] ?? call.id }));
  const text = isBlankText(record.content) ? null : record.content;
  const original = originalBlocks(record, text, toolCalls.length);
  let at = 0;
  const used = (call: WrittenCall | undefined): JsonObject[] => (call ? [{ type: 'tool_use', ...call }] : []);
  const blocks = original
    ? original.flatMap((block) => (isCall(block) ? used(calls[at++]) : [block]))
    : [...(text === null ? [] : [{ type: 'text', text }]), ...calls.flatMap(used)];
  return { blocks, calls };
}

function writtenCall(call: ToolCall, folder: string | null, isOwn: boolean): WrittenCall {
  const input = inputOf(call.function.arguments);
  const form = isOwn ? null : toolForm(call.function.name);
  if (!form) return { id: call.id, name: validToolName(call.function.name), input };
  return { id: call.id, name: form.name, input: form.input(input, pathsRelativeTo(folder)) };
}

/** The provider rejects an `input` that is not an object. */
function inputOf(args: string): JsonObject {
  try {
    const input = jsonObjectOrNull(JSON.parse(args));
    if (input && !isTooDeep(input)) return input;
  } catch {
    // Keep it as text.
  }
  return isBlankText(args) ? {} : { arguments: args };
}

/** The original blocks; null if there are none, they belong to another API or model, or the message has changed. */
function originalBlocks(record: AssistantMessage, text: string | null, calls: number): JsonObject[] | null {
  const data = jsonObjectOrNull(record.providerData?.[providerApi]);
  if (!data || !Array.isArray(data.content)) return null;
  // A foreign signature would make the provider reject the whole conversation.
  if (data.provider !== program && !nonEmptyText(data.model)?.startsWith('claude')) return null;
  const blocks = objectsOf(data.content).filter(isAccepted);
  const isSame = visibleText(blocks) === text && blocks.filter(isCall).length === calls;
  return isSame ? blocks : null;
}

/** Excludes unsigned thinking, empty text and provider-side tools. */
function isAccepted(block: JsonObject): boolean {
  switch (block.type) {
    case 'text':
      return !isBlankText(block.text);
    case 'thinking':
      return nonEmptyText(block.signature) !== null && typeof block.thinking === 'string';
    case 'redacted_thinking':
      return nonEmptyText(block.data) !== null;
    case 'tool_use':
      return isCall(block);
    default:
      return true;
  }
}
