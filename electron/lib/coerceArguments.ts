// Fixes arguments that are unambiguous although they do not match their schema: "2" for a number, or one string for a
// list of strings. Smaller and local models often write them. Applied only after strict validation fails, so valid
// arguments never change; ambiguous ones are still rejected. Bounded, since schemas come from servers.

import { isJsonObject } from '../../shared/core/json.ts';

export interface CoercedArguments {
  args: unknown;
  /** One per change, for the model: `depth: "2" as 2`. Empty: nothing changed. */
  notes: string[];
}

type Schema = Readonly<Record<string, unknown>>;

const maxDepth = 20;
/** Values and schema branches to visit. */
const maxSteps = 20_000;
const maxBranches = 20;
const maxShown = 40;

/** `schema`: JSON Schema of an object. */
export function coerceArguments(schema: Schema, input: unknown): CoercedArguments {
  const notes: string[] = [];
  let steps = 0;

  /** Undefined: counts as omitted. */
  function meant(
    value: unknown,
    schemas: readonly Schema[],
    path: string,
    isOptional: boolean,
    depth: number,
  ): unknown {
    if (++steps > maxSteps || depth > maxDepth || schemas.length === 0) return value;
    const types = typesOf(schemas);
    if (types === null) return value;
    if (types.has(typeOf(value)) || (typeof value === 'number' && types.has('number'))) {
      if (value === '' && isOptional && !schemas.some(takesEmptyText)) return noted(path, value, undefined);
      return inside(value, schemas, path, depth);
    }
    if (value === null && isOptional) return noted(path, value, undefined);
    if (typeof value !== 'string') return value;
    const text = value.trim();
    if (isOptional && (text === '' || text === 'null')) return noted(path, value, undefined);
    if (text === 'null' && types.has('null')) return noted(path, value, null);
    const read = readAs(text, types);
    if (read !== undefined) return noted(path, value, inside(read, schemas, path, depth));
    const takesText = typesOf(itemsOf(schemas).flatMap((item) => branchesOf(item, schema)))?.has('string') !== false;
    // With separators it may be several, and a Python-style or truncated list already is one.
    const isOne = types.has('array') && types.size === 1 && !/^$|[,;\n]|^\[\s*["'[{]|^\{\s*["']/.test(text);
    return isOne && takesText ? noted(path, value, [value]) : value;
  }

  function inside(value: unknown, schemas: readonly Schema[], path: string, depth: number): unknown {
    if (Array.isArray(value)) {
      const items = itemsOf(schemas).flatMap((item) => branchesOf(item, schema));
      if (items.length === 0 || value.length > maxSteps) return value;
      return value.map((item, at) => meant(item, items, `${path}[${at}]`, false, depth + 1));
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).flatMap(([key, inner]) => {
      const types = schemas.flatMap((one) =>
        branchesOf(ownField(one.properties, key) ?? one.additionalProperties, schema),
      );
      const isRequired = schemas.some(({ required }) => Array.isArray(required) && required.includes(key));
      const read = meant(inner, types, path === '' ? key : `${path}.${key}`, !isRequired, depth + 1);
      return read === undefined ? [] : [[key, read] as const];
    });
    return Object.fromEntries(entries);
  }

  function noted(path: string, value: unknown, read: unknown): unknown {
    notes.push(`${path}: ${displayValue(value)} ${read === undefined ? 'as left out' : `as ${displayValue(read)}`}`);
    return read;
  }

  const whole = wholeObject(input);
  if (whole !== input) notes.push(`the arguments: ${displayValue(input)} as ${displayValue(whole)}`);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return { args: input, notes: [] };
  const args = inside(whole, branchesOf(schema, schema), '', 0);
  return { args, notes };
}

const maxNotes = 6;

/** Returns a sentence for the model, added to the result; empty if nothing changed. */
export function coercionNote(notes: readonly string[]): string {
  if (notes.length === 0) return '';
  const more = notes.length > maxNotes ? `; and ${notes.length - maxNotes} more` : '';
  return `[Read as meant, because the arguments did not fit the schema: ${notes.slice(0, maxNotes).join('; ')}${more}.]`;
}

/** Accepts nothing, or JSON in a string, in place of the object. */
function wholeObject(input: unknown): unknown {
  if (input === null || input === '' || (Array.isArray(input) && input.length === 0)) return {};
  if (typeof input !== 'string') return input;
  const text = input.trim();
  if (text === '' || text === 'null') return {};
  const read = parsed(text);
  return typeof read === 'object' && !Array.isArray(read) ? (read ?? {}) : input;
}

/** Undefined: the text matches none of these types, or more than one. */
function readAs(text: string, types: ReadonlySet<string>): unknown {
  const readings: unknown[] = [];
  if (types.has('integer') || types.has('number')) {
    const number = /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isFinite(number) && (types.has('number') || Number.isSafeInteger(number))) readings.push(number);
  }
  if (types.has('boolean') && /^(?:true|false)$/i.test(text)) readings.push(text.toLowerCase() === 'true');
  if (types.has('array') || types.has('object')) {
    const read = /^[[{]/.test(text) ? parsed(text) : undefined;
    if (read !== undefined && types.has(typeOf(read))) readings.push(read);
  }
  return readings.length === 1 ? readings[0] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Null: any. */
function typesOf(schemas: readonly Schema[]): ReadonlySet<string> | null {
  const types = new Set<string>();
  for (const { type, enum: choices, const: only } of schemas) {
    const named = Array.isArray(type) ? type : [type];
    if (named.every((one) => typeof one === 'string')) for (const one of named) types.add(one);
    else if (Array.isArray(choices)) for (const one of choices) types.add(typeOf(one));
    else if (only !== undefined) types.add(typeOf(only));
    else return null;
  }
  return types;
}

function takesEmptyText({ type, minLength, enum: choices, const: only }: Schema): boolean {
  if (Array.isArray(choices)) return choices.includes('');
  if (only !== undefined) return only === '';
  return (type === 'string' || (Array.isArray(type) && type.includes('string'))) && !(Number(minLength ?? 0) > 0);
}

function itemsOf(schemas: readonly Schema[]): Schema[] {
  return schemas.flatMap(({ type, items }) => {
    if (type !== 'array' && !(Array.isArray(type) && type.includes('array'))) return [];
    return isSchema(items) ? [items] : [{}];
  });
}

/** Returns the schema itself and its branches: of anyOf and oneOf, and referenced ones. */
function branchesOf(schema: unknown, root: Schema): Schema[] {
  const branches: Schema[] = [];
  const open: unknown[] = [schema];
  const seen = new Set<unknown>();
  while (open.length > 0 && seen.size < maxBranches) {
    const one = open.shift();
    if (!isSchema(one) || seen.has(one)) continue;
    seen.add(one);
    const inner = [one.anyOf, one.oneOf, one.allOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
    if (typeof one.$ref === 'string') open.push(referred(root, one.$ref));
    open.push(...inner.slice(0, maxBranches));
    const isChoice = inner.length > 0 || typeof one.$ref === 'string';
    if (!isChoice || one.type !== undefined || one.properties !== undefined) branches.push(one);
  }
  return branches;
}

function referred(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split('/').slice(0, maxDepth)) {
    at = ownField(at, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return at;
}

function ownField(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function isSchema(value: unknown): value is Schema {
  return isJsonObject(value);
}

function displayValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? `[${displayValue(value[0])}]` : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length > maxShown ? `${JSON.stringify(value.slice(0, maxShown))}…` : JSON.stringify(value);
}
