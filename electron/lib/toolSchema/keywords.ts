// The keywords of JSON Schema 2020-12 and their valid values. Invalid values are dropped: providers validate every
// schema against the standard, and reject the whole request for a single wrong one.

import { isJsonObject } from '../../../shared/core/json.ts';

export type Schema = Record<string, unknown>;

export function isSchema(value: unknown): value is Schema {
  return isJsonObject(value);
}

/** Other languages' and older drafts' names of the seven types. */
const typeNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'str text char varchar date datetime time uuid uri url email file binary byte',
    number: 'float double decimal num real',
    integer: 'int long int32 int64 short',
    boolean: 'bool',
    object: 'dict map record struct json',
    array: 'list tuple set',
    null: 'none nil undefined void',
  }).flatMap(([name, others]) => [name, ...others.split(' ')].map((other): [string, string] => [other, name])),
);

/** A type or several; undefined if unknown. */
function typeOf(value: unknown): string | string[] | undefined {
  const types = Array.isArray(value) ? value : [value];
  const names = types.flatMap((one) => (typeof one === 'string' ? (typeNames.get(one.toLowerCase()) ?? []) : []));
  // An unknown type may be anything.
  if (names.length < types.length || names.length === 0) return undefined;
  const distinct = [...new Set(names)];
  return Array.isArray(value) && distinct.length > 1 ? distinct : distinct[0];
}

type Reader = (value: unknown) => unknown;

const text: Reader = (value) => (typeof value === 'string' ? value : undefined);
const flag: Reader = (value) => (typeof value === 'boolean' ? value : undefined);
const number: Reader = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const count: Reader = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
const data: Reader = (value) => (isShallow(value, 0) ? value : undefined);
const list: Reader = (value) =>
  Array.isArray(value) && value.length > 0 && value.length <= maxListed ? data(value) : undefined;
const positive: Reader = (value) => (typeof value === 'number' && value > 0 ? number(value) : undefined);

/** Longer lists (enum, examples, required) are dropped. */
const maxListed = 2000;

/** Maximum nesting of data in a schema. */
const maxDataDepth = 8;

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < maxDataDepth && Object.values(value).every((inner) => isShallow(inner, depth + 1));
}

function pattern(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    new RegExp(value, 'u');
    return value;
  } catch {
    return undefined;
  }
}

/** Returns names without duplicates. */
export function namesIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length > maxListed) return undefined;
  return [...new Set(value.filter((name) => typeof name === 'string'))];
}

/** Keywords without subschemas, each with a reader that fixes its value; undefined drops it. */
export const plainKeywords: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['type', typeOf],
  ['title', text],
  ['description', text],
  ['enum', (value) => (list(value) === undefined ? undefined : distinct(value as unknown[]))],
  ['const', data],
  ['default', data],
  ['examples', list],
  ['format', text],
  ['pattern', pattern],
  ['contentEncoding', text],
  ['contentMediaType', text],
  ['minimum', number],
  ['maximum', number],
  ['exclusiveMinimum', number],
  ['exclusiveMaximum', number],
  ['multipleOf', positive],
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
  ].map((name): [string, Reader] => [name, count]),
  ['uniqueItems', flag],
  ['deprecated', flag],
  ['readOnly', flag],
  ['writeOnly', flag],
  ['required', namesIn],
]);

function distinct(values: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = JSON.stringify(value);
    return !seen.has(key) && seen.add(key);
  });
}

export const schemaKeywords = new Set([
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
]);
export const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
export const mapKeywords = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Draft 4 has exclusive bounds as a flag next to the bound; OpenAPI has null as a flag next to the type. */
export function modernizeSchema(schema: Schema): Schema {
  const next = { ...schema };
  for (const [bound, flagName] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof next[flagName] !== 'boolean') continue;
    if (next[flagName] && typeof next[bound] === 'number') {
      next[flagName] = next[bound];
      delete next[bound];
    } else delete next[flagName];
  }
  if (next.nullable === true && typeof next.type === 'string') {
    next.type = [next.type, 'null'];
    if (Array.isArray(next.enum)) next.enum = [...next.enum, null];
  }
  if (Array.isArray(next.items)) {
    next.prefixItems = next.items;
    next.items = next.additionalItems;
  }
  if (isSchema(next.dependencies)) {
    const rules = Object.entries(next.dependencies);
    next.dependentRequired ??= Object.fromEntries(rules.filter(([, rule]) => Array.isArray(rule)));
    next.dependentSchemas ??= Object.fromEntries(rules.filter(([, rule]) => isSchema(rule)));
  }
  return next;
}
