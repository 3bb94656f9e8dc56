// Drops `null` from optional fields of a server's messages: many libraries serialize missing values as null, which the
// SDK's schemas reject. Keeps null where it is a value: in data and in schema constants.

import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';

/** Fields with arbitrary data, passed on unchanged. */
const dataFields = new Set(['structuredContent', '_meta', 'input', 'data', 'metadata']);
const schemaFields = new Set(['inputSchema', 'outputSchema', 'requestedSchema']);
/** Schema keywords whose value is data. */
const constants = new Set(['default', 'const', 'enum', 'examples', 'example']);
/** Schema keywords whose keys are user-defined names. */
const schemaMaps = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
  'dependentRequired',
]);
/** Deeper than any schema of the protocol. */
const maxDepth = 200;

export function withoutNulls(message: JsonObject): JsonObject {
  return fields(message, 0);
}

function fields(row: JsonObject, depth: number): JsonObject {
  return mapped(row, (key, value) => {
    // A log message's data may be anything, including null.
    if (key === 'data' && Object.hasOwn(row, 'level')) return value;
    if (value === null) return undefined;
    if (dataFields.has(key)) return value;
    return schemaFields.has(key) ? schema(value, depth + 1) : inside(value, depth + 1);
  });
}

function inside(value: unknown, depth: number): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return mappedList(value, (one) => inside(one, depth + 1));
  return isJsonObject(value) ? fields(value, depth) : value;
}

function schema(value: unknown, depth: number): unknown {
  if (depth > maxDepth) return value;
  if (Array.isArray(value)) return mappedList(value, (one) => schema(one, depth + 1));
  if (!isJsonObject(value)) return value;
  return mapped(value, (key, inner) => {
    if (constants.has(key)) return inner;
    if (inner === null) return undefined;
    // A property whose schema is null still exists.
    if (schemaMaps.has(key) && isJsonObject(inner)) return mapped(inner, (_name, one) => schema(one ?? {}, depth + 2));
    return schema(inner, depth + 1);
  });
}

/** Maps each field; returns the same object if nothing changed. `undefined` drops a field. */
function mapped(row: JsonObject, map: (key: string, value: unknown) => unknown): JsonObject {
  let hasChanged = false;
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(row)) {
    const next = map(key, value);
    hasChanged ||= next !== value;
    if (next !== undefined) entries.push([key, next]);
  }
  return hasChanged ? Object.fromEntries(entries) : row;
}

function mappedList(list: readonly unknown[], map: (value: unknown) => unknown): readonly unknown[] {
  const next = list.map(map);
  return next.every((value, at) => value === list[at]) ? list : next;
}
