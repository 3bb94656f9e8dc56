// A tool's schema as every provider takes it: an object at the top with its properties, in valid JSON Schema 2020-12, whatever it
// was made from. It says no more than the original where it cannot say the same. Pure: the same schema gives the same bytes.

import {
  isSchema,
  listKeywords,
  mapKeywords,
  modernized,
  namesIn,
  plainKeywords,
  type Schema,
  schemaKeywords,
} from './keywords.ts';
import { mergedTop } from './mergedTop.ts';
import { createReferences, type References } from './references.ts';

/** Schemas inside one another. Providers allow fewer levels of JSON than this makes. */
export const maxDepth = 24;

/** Schemas in all: what is beyond is told by its name alone. */
const maxSchemas = 3000;
/** Properties and definitions by name, in all; the rest are left out. */
const maxNames = 5000;

interface Reading {
  references: References;
  /** Schemas that may still be read. */
  left: number;
  /** Names that may still be told. */
  names: number;
  /** Something of the schema is left out. */
  lost(what: Loss): void;
}

type Loss = 'reference' | 'depth' | 'size';

export interface SoundSchema {
  schema: Schema;
  losses: ReadonlySet<Loss>;
}

export function soundSchema(given: unknown): SoundSchema {
  const root = isSchema(given) ? given : {};
  const losses = new Set<Loss>();
  const reading: Reading = {
    references: createReferences(root),
    left: maxSchemas,
    names: maxNames,
    lost: (what) => void losses.add(what),
  };
  const top = sound(root, 0, reading);
  const definitions: Schema = {};
  for (let next = reading.references.take(); next !== null; next = reading.references.take()) {
    setOwn(definitions, next[0], sound(next[1], 2, reading));
  }
  const merged = mergedTop(top, definitions);
  // What nothing leads to any more is left out.
  const used = usedDefinitions(merged, definitions);
  return { schema: Object.keys(used).length === 0 ? merged : { ...merged, $defs: used }, losses };
}

function sound(value: unknown, depth: number, reading: Reading): Schema {
  if (value === false) return { not: {} };
  if (!isSchema(value)) return {};
  if (depth > maxDepth || reading.left-- <= 0) {
    reading.lost(depth > maxDepth ? 'depth' : 'size');
    return {};
  }
  const schema = modernized(value);
  const out: Schema = {};
  for (const [key, inner] of Object.entries(schema)) {
    const made = plainKeywords.has(key) ? plainKeywords.get(key)?.(inner) : subschema(key, inner, depth, reading);
    if (made !== undefined) out[key] = made;
  }
  if (schema.$ref !== undefined) {
    const name = reading.references.named(schema.$ref);
    if (name === null) reading.lost('reference');
    else out.$ref = `#/$defs/${name}`;
  }
  return completed(out, schema);
}

/** Undefined: it is no keyword that holds schemas, or holds none. */
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
  // A property that must not be there is not told of.
  return mapped(value, reading, (inner) => (inner === false || Array.isArray(inner) ? undefined : inside(inner)));
}

/** What other drafts and providers write elsewhere, or need besides. */
function completed(out: Schema, given: Schema): Schema {
  // Draft 3 wrote at a property that it is required.
  const required = isSchema(given.properties)
    ? Object.entries(given.properties).flatMap(([name, inner]) => {
        // Some servers write the list among the properties.
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
    // Gemini and others refuse values of another type.
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

/** Also where the name is one that every object has. */
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
