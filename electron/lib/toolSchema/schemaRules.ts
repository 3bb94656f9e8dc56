// Adapts a tool's schema to one provider API. `toValidSchema.ts` does what all of them need; this handles the differences
// as a table with one row per kind of server, chosen by API and dialect.

import { sendableValue } from '../../../shared/conversation/sendable.ts';
import { isSchema, type Schema } from './keywords.ts';
import { maxDepth, toValidSchema } from './validSchema.ts';

interface SchemaRules {
  /** False: references are inlined, except circular ones. */
  references: boolean;
  /**
   * The server compiles the schema to a grammar: what the grammar cannot express in bounded size is left to the call's
   * validation.
   */
  grammar: boolean;
  /** Only a description may accompany a choice; required properties must be defined. */
  plainChoices: boolean;
}

const standard: SchemaRules = { references: true, grammar: false, plainChoices: false };

/** @internal */
export const schemaRules = {
  /** OpenAI, Anthropic and most compatible servers. */
  standard,
  // ai.google.dev, function calling: references may not be circular or have siblings.
  google: { ...standard, references: false, plainChoices: true },
  // "not a valid moonshot flavored json schema: when using anyOf, type should be defined in anyOf items instead of the parent schema".
  moonshot: { ...standard, plainChoices: true },
  // llama.cpp and derivatives: "failed to parse grammar" for lookarounds, large counts and unknown formats.
  local: { references: false, grammar: true, plainChoices: false },
} as const satisfies Record<string, SchemaRules>;

export type SchemaRuleName = keyof typeof schemaRules;

/** Characters that inlining references may add to one tool's schema. */
const maxInlined = 100_000;
/** Characters that one choice may add by copying its siblings into each branch. */
const maxSpread = 10_000;
/** JSON levels, with a margin for data in a schema (`sendable.ts` allows 64). */
const maxLevels = 54;

/** Requests share schemas, so each form is computed once. */
const made = new WeakMap<object, Map<SchemaRuleName, Schema>>();

/** Deterministic to the byte. Callers share the result and must not modify it. */
export function schemaFor(input: unknown, name: SchemaRuleName): Schema {
  if (!isSchema(input)) return makeWireSchema(input, name);
  const forms = made.get(input) ?? new Map<SchemaRuleName, Schema>();
  made.set(input, forms);
  const form = forms.get(name) ?? makeWireSchema(input, name);
  forms.set(name, form);
  return form;
}

function makeWireSchema(input: unknown, name: SchemaRuleName): Schema {
  const rules: SchemaRules = schemaRules[name];
  const { schema } = toValidSchema(input);
  const inlined = rules.references ? schema : withoutReferences(schema);
  return sendableValue(withinLevels(adapted(inlined, rules, true), 0));
}

/** Counts two JSON levels per schema, as in a list or map. */
function withinLevels(schema: Schema, level: number): Schema {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    return isSchema(value) ? withinLevels(value, level + 2) : value;
  };
  return level > maxLevels ? outline(schema) : mapSchema(schema, within);
}

function withoutReferences(schema: Schema): Schema {
  const { $defs, ...top } = schema;
  const definitions = isSchema($defs) ? $defs : {};
  const sizes = new Map<string, number>();
  let left = maxInlined;

  function sizeOf(name: string, target: Schema): number {
    const size = sizes.get(name) ?? JSON.stringify(target).length;
    sizes.set(name, size);
    return size;
  }

  function expanded(value: unknown, open: ReadonlySet<string>, depth: number): unknown {
    if (Array.isArray(value)) return value.map((inner) => expanded(inner, open, depth));
    if (!isSchema(value)) return value;
    if (depth > maxDepth) return outline(value);
    const { $ref, ...rest } = value;
    if (typeof $ref !== 'string') return mapSchema(value, (inner) => expanded(inner, open, depth + 1));
    const name = $ref.replace('#/$defs/', '');
    const target = Object.hasOwn(definitions, name) ? (definitions[name] as Schema) : {};
    const siblings = mapSchema(rest, (inner) => expanded(inner, open, depth + 1));
    if (open.has(name) || left < sizeOf(name, target)) return { ...outline(target), ...siblings };
    left -= sizeOf(name, target);
    return { ...(expanded(target, new Set([...open, name]), depth + 1) as Schema), ...siblings };
  }

  return expanded(top, new Set(), 0) as Schema;
}

/** Summarizes a schema without its parts. */
function outline({ type, description }: Schema): Schema {
  return {
    ...(type === undefined ? {} : { type }),
    ...([type].flat().includes('array') ? { items: {} } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** Data is never changed. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples', 'required', 'type', 'dependentRequired']);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);

function mapSchema(schema: Schema, map: (value: unknown) => unknown): Schema {
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (dataKeywords.has(key)) return [key, value];
    if (maps.has(key) && isSchema(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]))];
    }
    return [key, map(value)];
  });
  return Object.fromEntries(entries);
}

function adapted(schema: Schema, rules: SchemaRules, isTop: boolean): Schema {
  const inside = mapSchema(schema, (value) => adaptedValue(value, rules));
  const plain = rules.plainChoices && !isTop ? withPlainChoice(inside) : inside;
  const defined = rules.plainChoices ? withDefinedRequired(plain) : plain;
  return rules.grammar ? forGrammar(defined, isTop) : defined;
}

function adaptedValue(value: unknown, rules: SchemaRules): unknown {
  if (Array.isArray(value)) return value.map((inner) => adaptedValue(inner, rules));
  return isSchema(value) ? adapted(value, rules, false) : value;
}

/** Copies what accompanies a choice into each of its branches. */
function withPlainChoice(schema: Schema): Schema {
  const { anyOf, oneOf, description, title, default: preset, ...rest } = schema;
  const branches = [anyOf, oneOf].find(Array.isArray) as Schema[] | undefined;
  if (!branches) return schema;
  const about = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(preset === undefined ? {} : { default: preset }),
  };
  if (JSON.stringify(rest).length * branches.length > maxSpread && Object.keys(rest).length > 0) {
    return { ...about, ...rest };
  }
  // A null branch gets nothing from its siblings.
  const whole = (branch: Schema): Schema => withDefinedRequired(withPlainChoice({ ...rest, ...branch }));
  return { ...about, anyOf: branches.map((branch) => (branch.type === 'null' ? branch : whole(branch))) };
}

function withDefinedRequired(schema: Schema): Schema {
  const { required, ...rest } = schema;
  if (!Array.isArray(required)) return schema;
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const definedNames = required.filter((name) => Object.hasOwn(properties, String(name)));
  return definedNames.length === 0 ? rest : { ...schema, required: definedNames };
}

/**
 * Constructs that local servers' grammars ignore or fail at. Counts are unrolled and multiply with those around them:
 * "number of repetitions exceeds sane defaults" can come from many small ones.
 */
const ungrammatical = new Set([
  ...['pattern', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems', 'not', 'if', 'then', 'else', 'contains'],
  ...['minContains', 'maxContains', 'propertyNames', 'patternProperties', 'dependentSchemas', 'dependentRequired'],
  'uniqueItems',
]);
const formKeywords = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'properties', 'items', 'prefixItems'];
const anyValue: readonly Schema[] = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object' },
  { type: 'array', items: { type: 'string' } },
];

function forGrammar(schema: Schema, isTop: boolean): Schema {
  const supported = Object.fromEntries(Object.entries(schema).filter(([key]) => !ungrammatical.has(key)));
  // "Unrecognized schema": one without any form.
  if (!isTop && !formKeywords.some((key) => Object.hasOwn(supported, key)))
    return { ...supported, anyOf: [...anyValue] };
  return supported;
}
