// Converts records from other apps or later versions to our format where their content is still clear: arguments as an
// object, content in parts, an unknown outcome. Valid records are returned unchanged; the file is never modified.

import { isJsonObject, type JsonObject } from '../../shared/core/json.ts';

/** Fixes what can be fixed. `outcomes`: the known outcomes of a result. */
export function normalizeRecord(value: unknown, outcomes: readonly string[]): unknown {
  if (!isJsonObject(value)) return value;
  const record = mendCommon(value);
  switch (record.role) {
    case 'user':
      return {
        ...record,
        content: Array.isArray(record.content) ? record.content.filter(isPart) : record.content,
      };
    case 'assistant':
      return mendReply(record);
    case 'tool':
      return {
        ...record,
        content: joined(record.content),
        outcome: outcomes.find((outcome) => outcome === record.outcome),
      };
    case 'system':
      return { ...record, content: joined(record.content) };
    default:
      return record;
  }
}

function mendCommon(record: JsonObject): JsonObject {
  const copy = { ...record };
  const drop = (key: string, isGood: (field: unknown) => boolean): void => {
    if (copy[key] !== undefined && !isGood(copy[key])) delete copy[key];
  };
  drop('v', (field) => typeof field === 'number');
  drop('createdAt', isText);
  drop('partType', isText);
  drop('includeInContext', (field) => typeof field === 'boolean');
  drop('tool_call_id', isText);
  drop('toolName', isText);
  return copy;
}

function mendReply(record: JsonObject): JsonObject {
  const { tool_calls: calls, ...rest } = record;
  const content = joined(record.content);
  if (!Array.isArray(calls)) return { ...rest, content };
  const mended = calls.flatMap((call: unknown) => mendCall(call) ?? []);
  return { ...rest, content, ...(mended.length > 0 ? { tool_calls: mended } : {}) };
}

function mendCall(call: unknown): JsonObject | null {
  if (!isJsonObject(call) || !isJsonObject(call.function) || !isText(call.function.name)) return null;
  const { id, function: callFunction } = call;
  return {
    ...call,
    id: isText(id) ? id : '',
    type: 'function',
    function: { ...callFunction, arguments: asText(callFunction.arguments) },
  };
}

/** Joins parts into one text; content without text stays unchanged for the schema to judge. */
function joined(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0 || !content.every(isPart)) return content;
  return content.map((part) => (isText(part.text) ? part.text : JSON.stringify(part))).join('');
}

/** Serializes arguments that were written as an object. */
function asText(value: unknown): string {
  return isText(value) ? value : value === undefined ? '' : JSON.stringify(value);
}

function isPart(value: unknown): value is JsonObject {
  return isJsonObject(value) && isText(value.type);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
