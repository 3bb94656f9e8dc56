// Parameters under names that every provider takes. Anthropic refuses a request in which any tool has another ("Property keys
// should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"), whoever serves its models. The name that a model sees depends on the
// parameter's own name alone, so that it is the same for each provider, in each request and after each start; what the model
// sends is stored as it is, and translated where the call is made.

import { createHash } from 'node:crypto';
import { isSchema, type Schema } from './keywords.ts';

const takenName = /^[a-zA-Z0-9_.-]{1,64}$/;
const maxReadable = 40;
const hashLength = 6;
/** Levels of arguments in which names are restored: a model may nest any number. */
const maxArgumentDepth = 200;

export interface NamedParameters {
  schema: Schema;
  /** Arguments under the tool's own names; the same object where no name was changed. */
  original(args: unknown): unknown;
}

/** `schema`: a sound one (`soundSchema.ts`). */
export function namedParameters(schema: Schema): NamedParameters {
  const originals = new Map<string, string>();
  collect(schema, originals);
  if (originals.size === 0) return { schema, original: (args) => args };
  return { schema: renamed(schema) as Schema, original: (args) => restored(args, originals, 0) };
}

/** The name under which a model knows a parameter. @internal */
export function parameterName(name: string): string {
  if (takenName.test(name)) return name;
  const hash = createHash('sha256').update(name.toWellFormed()).digest('hex').slice(0, hashLength);
  const readable = name
    .replaceAll(/[^a-zA-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, maxReadable);
  return `${/^[a-zA-Z]/.test(readable) ? readable : `p_${readable}`.replace(/_$/, '')}_${hash}`;
}

/** Where names stand: as keys of these, and in these lists. */
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

/** A parameter under another name says in its description what its own is. */
function described(name: string, value: unknown): unknown {
  const schema = renamed(value);
  if (takenName.test(name) || !isSchema(schema)) return schema;
  const { description } = schema;
  const own = JSON.stringify(name.slice(0, 200));
  return { ...schema, description: typeof description === 'string' ? `${own}: ${description}` : own };
}

function restored(value: unknown, originals: ReadonlyMap<string, string>, depth: number): unknown {
  const inside = (inner: unknown): unknown => restored(inner, originals, depth + 1);
  if (depth > maxArgumentDepth) return value;
  if (Array.isArray(value)) return value.map(inside);
  if (!isSchema(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [originals.get(key) ?? key, inside(inner)]));
}
