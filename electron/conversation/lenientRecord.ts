// A record that another program or a later version wrote in a way that is not ours, brought into our form where its words
// can still be told: arguments given as an object, content in parts, an outcome that nobody knows here. Pure; what is in
// our form already is given back as it is. The file is never changed by it.

import { isJsonObject, type JsonObject } from '../../shared/core/json.ts';

/** The same record with the fields mended that can be. `outcomes`: those of a result that are known here. */
export function lenientRecord(value: unknown, outcomes: readonly string[]): unknown {
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
        outcome: outcomes.find((known) => known === record.outcome),
      };
    case 'system':
      return { ...record, content: joined(record.content) };
    default:
      return record;
  }
}

function mendCommon(record: JsonObject): JsonObject {
  const kept = { ...record };
  const drop = (key: string, isGood: (field: unknown) => boolean): void => {
    if (kept[key] !== undefined && !isGood(kept[key])) delete kept[key];
  };
  drop('v', (field) => typeof field === 'number');
  drop('createdAt', isText);
  drop('partType', isText);
  drop('includeInContext', (field) => typeof field === 'boolean');
  drop('tool_call_id', isText);
  drop('toolName', isText);
  return kept;
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
  const { id, function: asked } = call;
  return {
    ...call,
    id: isText(id) ? id : '',
    type: 'function',
    function: { ...asked, arguments: asText(asked.arguments) },
  };
}

/** Parts as one text; what has no words in it stays as it is, and the schema has the last word on it. */
function joined(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0 || !content.every(isPart)) return content;
  return content.map((part) => (isText(part.text) ? part.text : JSON.stringify(part))).join('');
}

/** Arguments that were written as an object are the JSON of it. */
function asText(value: unknown): string {
  return isText(value) ? value : value === undefined ? '' : JSON.stringify(value);
}

function isPart(value: unknown): value is JsonObject {
  return isJsonObject(value) && isText(value.type);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
