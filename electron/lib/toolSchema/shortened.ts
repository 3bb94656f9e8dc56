// Shortens a schema that is too large to send with each request: first without descriptions, then with fewer levels,
// finally with parameter names only. Something always remains.

import { isSchema, type Schema } from './keywords.ts';

/** `maxCharacters`: of the JSON. Returns the same schema if it fits. `schema`: a valid one (`toValidSchema.ts`). */
export function shortenSchema(schema: Schema, maxCharacters: number): Schema {
  for (const made of forms(schema)) if (JSON.stringify(made).length <= maxCharacters) return made;
  return { type: 'object', properties: {}, additionalProperties: true };
}

function* forms(schema: Schema): Generator<Schema> {
  yield schema;
  yield cut(schema, 300, Number.POSITIVE_INFINITY);
  yield cut(schema, 80, Number.POSITIVE_INFINITY);
  for (const depth of [4, 2, 1]) yield withoutDefinitions(cut(schema, 80, depth));
  yield withoutDefinitions(cut(schema, 0, 1));
  const names = Object.keys((schema.properties ?? {}) as Schema);
  const required = new Set((schema.required ?? []) as string[]);
  const ordered = [...names.filter((name) => required.has(name)), ...names.filter((name) => !required.has(name))];
  for (const max of [500, 100, 20]) {
    const properties = Object.fromEntries(ordered.slice(0, max).map((name) => [name, {}]));
    const requiredNames = [...required].filter((name) => Object.hasOwn(properties, name));
    yield {
      type: 'object',
      properties,
      ...(requiredNames.length > 0 ? { required: requiredNames } : {}),
      additionalProperties: true,
    };
  }
}

const maxValues = 50;
const maps = new Set(['properties', '$defs', 'patternProperties', 'dependentSchemas']);

/** `words`: characters of a description. `depth`: schema levels below the top. */
function cut(schema: Schema, descriptionLength: number, depth: number): Schema {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'description') return descriptionLength === 0 ? [] : [[key, String(value).slice(0, descriptionLength)]];
    if (['default', 'examples', 'title', 'pattern', 'deprecated'].includes(key)) return [];
    if (key === 'enum') return (value as unknown[]).length > maxValues ? [] : [[key, value]];
    if (key === 'const' || key === 'required' || key === 'type' || key === 'dependentRequired') return [[key, value]];
    if (maps.has(key) && isSchema(value)) {
      if (depth < 1) return [];
      return [
        [
          key,
          Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one, descriptionLength, depth)])),
        ],
      ];
    }
    if (Array.isArray(value))
      return depth < 1 ? [] : [[key, value.map((one) => inside(one, descriptionLength, depth))]];
    if (isSchema(value))
      return depth < 1 && key !== 'items' ? [] : [[key, depth < 1 ? {} : inside(value, descriptionLength, depth)]];
    return [[key, value]];
  });
  return Object.fromEntries(entries);
}

function inside(value: unknown, descriptionLength: number, depth: number): unknown {
  return isSchema(value) ? cut(value, descriptionLength, depth - 1) : value;
}

/** References to dropped definitions allow anything. */
function withoutDefinitions(schema: Schema): Schema {
  const { $defs: _definitions, ...rest } = schema;
  return unreferred(rest) as Schema;
}

function unreferred(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unreferred);
  if (!isSchema(value)) return value;
  const entries = Object.entries(value).filter(([key, inner]) => !(key === '$ref' && typeof inner === 'string'));
  return Object.fromEntries(entries.map(([key, inner]) => [key, unreferred(inner)]));
}
