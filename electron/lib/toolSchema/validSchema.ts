// Turns any tool schema into one that every provider accepts: a top-level object with properties, in valid JSON
// Schema 2020-12. A constraint without an equivalent is dropped. Deterministic to the byte.

import {
  isSchema,
  listKeywords,
  mapKeywords,
  modernizeSchema,
  namesIn,
  plainKeywords,
  type Schema,
  schemaKeywords,
} from './keywords.ts';
import { mergeTopLevel } from './mergedTop.ts';
import { createReferences, type References } from './references.ts';

/** Maximum nesting of schemas. Providers allow fewer JSON levels than this makes. */
export const maxDepth = 24;

/** Total schemas: beyond that only names remain. */
const maxSchemas = 3000;
/** Total named properties and definitions; the rest is dropped. */
const maxNames = 5000;

interface Reading {
  references: References;
  /** Remaining schemas to read. */
  remaining: number;
  /** Remaining names to include. */
  names: number;
  /** Reports that part of the schema is lost. */
  lost(what: Loss): void;
}

type Loss = 'reference' | 'depth' | 'size';

export interface ValidSchema {
  schema: Schema;
  losses: ReadonlySet<Loss>;
}

export function toValidSchema(input: unknown): ValidSchema {
  const root = isSchema(input) ? input : {};
  const losses = new Set<Loss>();
  const reading: Reading = {
    references: createReferences(root),
    remaining: maxSchemas,
    names: maxNames,
    lost: (what) => void losses.add(what),
  };
  const top = sound(root, 0, reading);
  const definitions: Schema = {};
  for (let next = reading.references.take(); next !== null; next = reading.references.take()) {
    setOwn(definitions, next[0], sound(next[1], 2, reading));
  }
  const merged = mergeTopLevel(top, definitions);
  // Unreferenced definitions are dropped.
  const used = usedDefinitions(merged, definitions);
  return { schema: Object.keys(used).length === 0 ? merged : { ...merged, $defs: used }, losses };
}

function sound(value: unknown, depth: number, reading: Reading): Schema {
  if (value === false) return { not: {} };
  if (!isSchema(value)) return {};
  if (depth > maxDepth || reading.remaining-- <= 0) {
    reading.lost(depth > maxDepth ? 'depth' : 'size');
    return {};
  }
  const schema = modernizeSchema(value);
  const out: Schema = {};
  for (const [key, inner] of Object.entries(schema)) {
    const made = plainKeywords.has(key) ? plainKeywords.get(key)?.(inner) : subschema(key, inner, depth, reading);
    if (made !== undefined) out[key] = made;
  }
  if (schema.$ref !== undefined) {
    const name = reading.references.nameOf(schema.$ref);
    if (name === null) reading.lost('reference');
    else out.$ref = `#/$defs/${name}`;
  }
  return completed(out, schema);
}

/** Undefined: not a keyword with subschemas, or it has none. */
function subschema(key: string, value: unknown, depth: number, reading: Reading): unknown {
  const inside = (inner: unknown): Schema => sound(inner, depth + 1, reading);
  if (key === 'items') return isSchema(value) ? inside(value) : value === true ? {} : undefined;
  if (key === 'additionalProperties' && typeof value === 'boolean') return value;
  if (schemaKeywords.has(key)) return isSchema(value) || typeof value === 'boolean' ? inside(value) : undefined;
  if (listKeywords.has(key)) return Array.isArray(value) && value.length > 0 ? value.map(inside) : undefined;
  if (key === 'dependentRequired' && isSchema(value)) {
    return mapped(value, reading, (names) => namesIn(names));
  }
  if (!mapKeywords.has(key) || !isSchema(value)) return undefined;
  // A forbidden property is omitted.
  return mapped(value, reading, (inner) => (inner === false || Array.isArray(inner) ? undefined : inside(inner)));
}

/** Adds what other drafts and providers write elsewhere or require. */
function completed(out: Schema, source: Schema): Schema {
  // Draft 3 marks a property itself as required.
  const required = isSchema(source.properties)
    ? Object.entries(source.properties).flatMap(([name, inner]) => {
        // Some servers put the list among the properties.
        if (name === 'required' && Array.isArray(inner)) return namesIn(inner) ?? [];
        return isSchema(inner) && inner.required === true ? name : [];
      })
    : [];
  if (required.length > 0)
    out.required = [...new Set([...((out.required as string[] | undefined) ?? []), ...required])];
  // "array schema missing items".
  const types = [out.type].flat();
  if (types.includes('array') && out.items === undefined) out.items = {};
  if (Array.isArray(out.enum) && typeof out.type === 'string') {
    // Gemini and others reject values of another type.
    const others = out.enum.filter((value) => !fits(value, out.type as string));
    if (others.length > 0 && others.length < out.enum.length && others.every((value) => value === null)) {
      out.type = [out.type, 'null'];
    } else if (others.length > 0) delete out.type;
  }
  return out;
}

function fits(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isSchema(value);
  return typeof value === type;
}

function mapped(map: Schema, reading: Reading, change: (value: unknown) => unknown): Schema {
  const out: Schema = {};
  for (const [name, value] of Object.entries(map)) {
    if (reading.names-- <= 0) {
      reading.lost('size');
      break;
    }
    const next = change(value);
    if (next !== undefined) setOwn(out, name, next);
  }
  return out;
}

/** Safe for names that every object has. */
function setOwn(out: Schema, name: string, value: unknown): void {
  Object.defineProperty(out, name, { value, enumerable: true, writable: true, configurable: true });
}

function usedDefinitions(top: Schema, definitions: Schema): Schema {
  const used = new Set<string>();
  const left: unknown[] = [top];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    const reference = (at as Schema).$ref;
    const name = typeof reference === 'string' ? reference.replace('#/$defs/', '') : null;
    if (name !== null && Object.hasOwn(definitions, name) && !used.has(name)) {
      used.add(name);
      left.push(definitions[name]);
    }
    for (const inner of Object.values(at)) if (typeof inner === 'object' && inner !== null) left.push(inner);
  }
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => used.has(name)));
}
