// Drops `null` from the optional fields of a server's message: many libraries write "nothing" as null, and the SDK's schemas
// refuse it. Null stays wherever it is a value: in data, and in the constants of a schema.

import { isJsonObject, type JsonObject } from '../../../../shared/core/json.ts';

/** Fields that hold a server's or a tool's own data, which is passed on unread. */
const dataFields = new Set(['structuredContent', '_meta', 'input', 'data', 'metadata']);
const schemaFields = new Set(['inputSchema', 'outputSchema', 'requestedSchema']);
/** Keywords whose value is data. */
const constants = new Set(['default', 'const', 'enum', 'examples', 'example']);
/** Keywords whose keys are names that the author chose. */
const schemaMaps = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'],
  'dependentRequired',
]);
/** Deeper than anything that a schema of the protocol looks at. */
const maxDepth = 200;

export function withoutNulls(message: JsonObject): JsonObject {
  return fields(message, 0);
}

function fields(row: JsonObject, depth: number): JsonObject {
  return mapped(row, (key, value) => {
    // The data of a log line may be anything, null too.
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
    // A property whose schema is null still has its name.
    if (schemaMaps.has(key) && isJsonObject(inner)) return mapped(inner, (_name, one) => schema(one ?? {}, depth + 2));
    return schema(inner, depth + 1);
  });
}

/** Each field mapped; the same object where nothing changed. `undefined` leaves the field out. */
function mapped(row: JsonObject, map: (key: string, value: unknown) => unknown): JsonObject {
  let changed = false;
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(row)) {
    const next = map(key, value);
    changed ||= next !== value;
    if (next !== undefined) entries.push([key, next]);
  }
  return changed ? Object.fromEntries(entries) : row;
}

function mappedList(list: readonly unknown[], map: (value: unknown) => unknown): readonly unknown[] {
  const next = list.map(map);
  return next.every((value, at) => value === list[at]) ? list : next;
}
