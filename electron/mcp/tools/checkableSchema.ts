// Reduces an untrusted schema to what can be checked in bounded time: standard keywords, with data (const, enum,
// property names) unchanged. Dropping a keyword never makes the schema stricter; a schema that cannot be bounded is not
// checked at all, since the server validates anyway. Keywords: JSON Schema 2020-12 and draft-07.

import { isJsonObject } from '../../../shared/core/json.ts';

type Schema = Record<string, unknown>;

export interface CheckableSchema {
  schema: Schema;
  /** Maximum schemas checked per value, including references. */
  steps: number;
}

/** A link between schemas: to a part of the value, or to the same value. */
interface Edge {
  to: Schema;
  isPart: boolean;
}

const assertions = new Set([
  '$schema',
  ...['type', 'nullable', 'enum', 'const', 'required', 'dependentRequired', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
]);
/** Regular expressions may take exponential time; comparing all items is quadratic. */
const tooDear = new Set(['pattern', 'format', 'patternProperties', 'propertyNames', 'uniqueItems']);
/** Keywords that may become stricter when their subschemas become weaker. */
const turning = new Set(['not', 'if', 'then', 'else', 'contains', 'minContains', 'maxContains']);
const single = new Set(['additionalProperties', 'additionalItems', 'items', 'contains', 'not', 'if', 'then', 'else']);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const maps = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const parts = new Set(['properties', 'additionalProperties', 'items', 'prefixItems', 'additionalItems']);
const names = new Set(['$id', 'id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor']);

const maxDepth = 100;
/** Compiling each takes about 0.1 ms, synchronously. */
const maxSteps = 300;

/** Null: not checkable. */
export function toCheckableSchema(root: Schema): CheckableSchema | null {
  const edges = new Map<Schema, Edge[]>();
  const references: { from: Schema; pointer: string }[] = [];
  let isWeaker = false;
  let isSound = true;

  function walk(schema: unknown, depth: number): void {
    if (typeof schema === 'boolean') return;
    if (!isObject(schema) || depth > maxDepth) {
      isSound = false;
      return;
    }
    const out: Edge[] = [];
    edges.set(schema, out);
    for (const [key, value] of Object.entries(schema)) {
      if (names.has(key)) isSound = false;
      if (tooDear.has(key)) isWeaker = true;
      if (key === '$ref') references.push({ from: schema, pointer: String(value) });
      for (const inner of schemasAt(key, value)) {
        walk(inner, depth + 1);
        if (isObject(inner) && key !== '$defs' && key !== 'definitions') {
          out.push({ to: inner, isPart: parts.has(key) });
        }
      }
    }
  }

  walk(root, 0);
  for (const { from, pointer } of references) {
    const to = targetOf(root, pointer);
    // References may only point to subschemas.
    if (to === null || !edges.has(to)) return null;
    edges.get(from)?.push({ to, isPart: false });
  }
  if (!isSound || isEndless(edges)) return null;
  const steps = stepsFrom(root, edges, new Map());
  return steps > maxSteps ? null : { schema: reduced(root, isWeaker) as Schema, steps };
}

/** The subschemas of a keyword; none for other keywords and data. */
function schemasAt(key: string, value: unknown): unknown[] {
  if (lists.has(key) && Array.isArray(value)) return value;
  if (single.has(key)) return [value];
  if (!maps.has(key) || !isObject(value)) return [];
  return Object.values(value).filter((inner) => !(key === 'dependencies' && Array.isArray(inner)));
}

/**
 * Whether checking could take unbounded or exponential time. A recursive schema is bounded only if each part of a value
 * reaches it in one way: through properties and items, or a sole reference.
 */
function isEndless(edges: ReadonlyMap<Schema, readonly Edge[]>): boolean {
  const looping = loopingOf(edges);
  for (const schema of looping) {
    const out = edges.get(schema) ?? [];
    const isBySameValue = out.some(({ to, isPart }) => !isPart && looping.has(to));
    if (isBySameValue && (out.length > 1 || !Object.hasOwn(schema, '$ref'))) return true;
    let at: Schema | undefined = schema;
    for (let hops = 0; at && Object.hasOwn(at, '$ref'); hops++) {
      if (hops > maxDepth) return true;
      at = edges.get(at)?.[0]?.to;
    }
  }
  return false;
}

/** Schemas from which a recursive schema is reachable. */
function loopingOf(edges: ReadonlyMap<Schema, readonly Edge[]>): Set<Schema> {
  const looping = new Set(edges.keys());
  const into = new Map<Schema, Schema[]>([...edges.keys()].map((schema) => [schema, []]));
  const stepCounts = new Map<Schema, number>();
  for (const [from, out] of edges) {
    stepCounts.set(from, out.length);
    for (const { to } of out) into.get(to)?.push(from);
  }
  const ends = [...edges.keys()].filter((schema) => stepCounts.get(schema) === 0);
  for (let schema = ends.pop(); schema !== undefined; schema = ends.pop()) {
    looping.delete(schema);
    for (const from of into.get(schema) ?? []) {
      const rest = (stepCounts.get(from) ?? 0) - 1;
      stepCounts.set(from, rest);
      if (rest === 0) ends.push(from);
    }
  }
  return looping;
}

/** Ignores cycles back to the start. */
function stepsFrom(
  schema: Schema,
  edges: ReadonlyMap<Schema, readonly Edge[]>,
  stepCounts: Map<Schema, number>,
): number {
  const before = stepCounts.get(schema);
  if (before !== undefined) return before;
  stepCounts.set(schema, 1);
  let sum = 1 + dataIn(schema);
  for (const { to } of edges.get(schema) ?? []) {
    sum += stepsFrom(to, edges, stepCounts);
    if (sum > maxSteps) break;
  }
  stepCounts.set(schema, sum);
  return sum;
}

/** Cost of comparing with constants; a few characters count as one step. */
function dataIn({ enum: values, const: one, required, dependentRequired }: Schema): number {
  return Math.floor((JSON.stringify([values, one, required, dependentRequired])?.length ?? 0) / 32);
}

function reduced(schema: unknown, isWeaker: boolean): unknown {
  if (!isObject(schema)) return schema;
  const hasPatterns = Object.hasOwn(schema, 'patternProperties');
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === '$ref' || assertions.has(key)) return isWeaker && turning.has(key) ? [] : [[key, value]];
    if (isWeaker && turning.has(key)) return [];
    // Its meaning depends on the dropped patterns.
    if (hasPatterns && key === 'additionalProperties') return [];
    if (maps.has(key) && isObject(value)) {
      const inner = Object.entries(value).map(([name, one]) => [name, reduced(one, isWeaker)] as const);
      return [[key, Object.fromEntries(inner)]];
    }
    if (lists.has(key) && Array.isArray(value)) {
      // With weaker alternatives, more than one may match.
      return [[isWeaker && key === 'oneOf' ? 'anyOf' : key, value.map((one) => reduced(one, isWeaker))]];
    }
    return single.has(key) ? [[key, reduced(value, isWeaker)]] : [];
  });
  return Object.fromEntries(entries);
}

function targetOf(root: Schema, reference: string): Schema | null {
  if (reference !== '#' && !reference.startsWith('#/')) return null;
  let at: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return null;
    at = (at as Schema)[key];
  }
  return isObject(at) ? at : null;
}

function isObject(value: unknown): value is Schema {
  return isJsonObject(value);
}
