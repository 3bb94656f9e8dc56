// Converts Responses API items, where thinking, calls and results are separate entries, to Chat Completions messages.
// Source: OpenAI's API reference, "Responses", input items.

import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { asString, idText, jsonTextOf, objectItems } from '../web/values.ts';

const itemTypes = new Set([
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'reasoning',
]);

function isItem(value: unknown): value is JsonObject {
  return isJsonObject(value) && value.role === undefined && itemTypes.has(asString(value.type));
}

/** Merges consecutive thinking, text and calls into one reply. Returns lists without items unchanged. */
export function mergeItems(messages: readonly unknown[]): readonly unknown[] {
  if (!messages.some(isItem)) return messages;
  const joinedMessages: unknown[] = [];
  let reply: JsonObject | null = null;
  for (const message of messages) {
    if (isJsonObject(message) && isResult(message)) {
      reply = null;
      joinedMessages.push({ role: 'tool', tool_call_id: idText(message.call_id), content: outputOf(message.output) });
    } else if (isItem(message) || (isJsonObject(message) && message.role === 'assistant')) {
      const isText: boolean = !isItem(message);
      if (!reply || (isText && (reply.content !== null || reply.tool_calls !== undefined))) {
        reply = { role: 'assistant', content: null };
        joinedMessages.push(reply);
      }
      addItem(reply, message);
    } else {
      reply = null;
      joinedMessages.push(message);
    }
  }
  return joinedMessages;
}

function isResult({ role, type }: JsonObject): boolean {
  return role === undefined && (type === 'function_call_output' || type === 'custom_tool_call_output');
}

function addItem(reply: JsonObject, item: JsonObject): void {
  if (item.role === 'assistant') {
    const { role: _role, type: _type, ...rest } = item;
    Object.assign(reply, rest, rest.tool_calls === undefined ? {} : { tool_calls: objectItems(rest.tool_calls) });
  } else if (item.type === 'reasoning') {
    const thoughts = [...objectItems(item.summary), ...objectItems(item.content)].map(({ text }) => asString(text));
    for (const thought of thoughts.filter((one) => one !== '')) {
      const before = asString(reply.reasoning_content);
      reply.reasoning_content = before === '' ? thought : `${before}\n\n${thought}`;
    }
  } else {
    const fn = { name: asString(item.name), arguments: jsonTextOf(item.arguments ?? item.input ?? '') };
    const call = { id: idText(item.call_id), type: 'function', function: fn };
    if (Array.isArray(reply.tool_calls)) reply.tool_calls.push(call);
    else reply.tool_calls = [call];
  }
}

function outputOf(output: unknown): string {
  if (!Array.isArray(output)) return output === undefined || output === null ? '' : jsonTextOf(output);
  return objectItems(output)
    .map((part) => (typeof part.text === 'string' ? part.text : `[${asString(part.type) || 'part'}]`))
    .join('\n');
}
