// Renames parameters to names that every provider accepts. Anthropic rejects a request if any tool has another
// ("Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"), whoever hosts its models. A new name depends only on
// the original name, so it is the same for every provider, request and start; the model's arguments are stored
// unchanged and translated when the call is made.

import { createHash } from 'node:crypto';
import { isSchema, type Schema } from './keywords.ts';

const takenName = /^[a-zA-Z0-9_.-]{1,64}$/;
const maxReadable = 40;
const hashLength = 6;
/** Maximum depth at which names are restored, since a model may nest arbitrarily. */
const maxArgumentDepth = 200;

export interface NamedParameters {
  schema: Schema;
  /** Restores the original parameter names; returns the same object if there is nothing to restore. */
  original(args: unknown): unknown;
}

/** `schema`: a valid one (`toValidSchema.ts`). */
export function renameParameters(schema: Schema): NamedParameters {
  const originals = new Map<string, string>();
  collect(schema, originals);
  if (originals.size === 0) return { schema, original: (args) => args };
  return { schema: renamed(schema) as Schema, original: (args) => restored(args, originals, 0) };
}

/** Returns the name by which a model knows a parameter. @internal */
export function parameterName(name: string): string {
  if (takenName.test(name)) return name;
  const hash = createHash('sha256').update(name.toWellFormed()).digest('hex').slice(0, hashLength);
  const readable = name
    .replaceAll(/[^a-zA-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, maxReadable);
  return `${/^[a-zA-Z]/.test(readable) ? readable : `p_${readable}`.replace(/_$/, '')}_${hash}`;
}

/** Keywords whose keys are names; names in lists are handled below. */
const namedMaps = new Set(['properties', 'dependentRequired', 'dependentSchemas']);
const dataKeywords = new Set(['const', 'enum', 'default', 'examples']);

function collect(value: unknown, originals: Map<string, string>): void {
  if (Array.isArray(value)) for (const inner of value) collect(inner, originals);
  if (!isSchema(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (dataKeywords.has(key)) continue;
    if (key === 'required' && Array.isArray(inner)) for (const name of inner) note(name, originals);
    if (!isSchema(inner) || !(namedMaps.has(key) || key === '$defs' || key === 'patternProperties')) {
      collect(inner, originals);
      continue;
    }
    for (const [name, under] of Object.entries(inner)) {
      if (namedMaps.has(key)) note(name, originals);
      if (key === 'dependentRequired' && Array.isArray(under)) for (const one of under) note(one, originals);
      else collect(under, originals);
    }
  }
}

function note(name: unknown, originals: Map<string, string>): void {
  if (typeof name === 'string' && !takenName.test(name)) originals.set(parameterName(name), name);
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (!isSchema(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    if (dataKeywords.has(key)) return [key, inner];
    if (key === 'required' && Array.isArray(inner)) return [key, names(inner)];
    if (key === 'properties' && isSchema(inner)) return [key, renamedMap(inner, described)];
    if (key === 'dependentSchemas' && isSchema(inner))
      return [key, renamedMap(inner, (_name, under) => renamed(under))];
    if (key === 'dependentRequired' && isSchema(inner)) return [key, renamedMap(inner, (_name, under) => names(under))];
    if ((key === '$defs' || key === 'patternProperties') && isSchema(inner)) {
      return [key, Object.fromEntries(Object.entries(inner).map(([name, under]) => [name, renamed(under)]))];
    }
    return [key, renamed(inner)];
  });
  return Object.fromEntries(entries);
}

function names(list: unknown): unknown {
  return Array.isArray(list) ? list.map((name) => (typeof name === 'string' ? parameterName(name) : name)) : list;
}

function renamedMap(map: Schema, change: (name: string, value: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [parameterName(name), change(name, value)]));
}

/** A renamed parameter's description mentions its original name. */
function described(name: string, value: unknown): unknown {
  const schema = renamed(value);
  if (takenName.test(name) || !isSchema(schema)) return schema;
  const { description } = schema;
  const originalName = JSON.stringify(name.slice(0, 200));
  return { ...schema, description: typeof description === 'string' ? `${originalName}: ${description}` : originalName };
}

function restored(value: unknown, originals: ReadonlyMap<string, string>, depth: number): unknown {
  const inside = (inner: unknown): unknown => restored(inner, originals, depth + 1);
  if (depth > maxArgumentDepth) return value;
  if (Array.isArray(value)) return value.map(inside);
  if (!isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [originals.get(key) ?? key, inside(inner)]));
}
