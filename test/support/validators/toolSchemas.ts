// What providers reject in tool schemas, with their messages. One bad schema fails the whole request.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Findings, findings, isRow, type Row, type RuleViolation, rowOf, rowsOf } from './violation.ts';

export type SchemaProvider = 'openai' | 'anthropic' | 'google' | 'moonshot' | 'local';

interface ToolSchema {
  name: string;
  where: string;
  schema: unknown;
}

const metaSchema = new Ajv2020({ strict: false, validateFormats: false });
const atTop = ['oneOf', 'anyOf', 'allOf', 'enum', 'not', 'const', 'if'];
/** Levels of JSON that Google's servers read, minus those around a schema. */
const maxLevels = 90;

export function toolSchemaViolations(body: unknown, provider: SchemaProvider): RuleViolation[] {
  const found = findings();
  for (const tool of toolsOf(rowOf(body))) checkTool(tool, provider, found);
  return found.list;
}

/** The tools in a body of any API. */
function toolsOf(body: Row): ToolSchema[] {
  return rowsOf(body.tools).flatMap((tool, at): ToolSchema[] => {
    const declared = rowsOf(tool.functionDeclarations);
    const called = declared.length > 0 ? declared : [isRow(tool.function) ? tool.function : tool];
    return called.flatMap(({ name, parameters, input_schema: input, parametersJsonSchema: json }) => {
      const schema = parameters ?? input ?? json;
      return schema === undefined ? [] : [{ name: String(name), where: `tools.${at}`, schema }];
    });
  });
}

function checkTool({ name, where, schema }: ToolSchema, provider: SchemaProvider, found: Findings): void {
  const say = (rule: string, message: string): undefined => found.say(rule, where, `'${name}': ${message}`);
  const isTold = isRow(schema) && (isRow(schema.properties) || (provider === 'anthropic' && !schema.properties));
  if (!isRow(schema) || schema.type !== 'object' || !isTold) {
    say('SCHEMA-TOP', "schema must be of type 'object' and have properties");
    return;
  }
  if (atTop.some((key) => Object.hasOwn(schema, key)))
    say('SCHEMA-TOP', "must not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level");
  if (metaSchema.validateSchema(schema) !== true)
    say('SCHEMA-META', `JSON schema is invalid. It must match JSON Schema draft 2020-12: ${metaSchema.errorsText()}`);
  if (levelsOf(schema) > maxLevels) say('SCHEMA-DEPTH', 'nested too deeply');
  const definitions = Object.keys(rowOf(schema.$defs));
  visit(schema, (inner, isTop) => {
    if ([inner.type].flat().includes('array') && inner.items === undefined)
      say('SCHEMA-ITEMS', 'array schema missing items');
    for (const key of Object.keys(rowOf(inner.properties))) {
      if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(key)) say('SCHEMA-KEYS', `Property keys should match pattern: ${key}`);
    }
    if (inner.$ref !== undefined) checkReference(inner, definitions, provider, say);
    if (provider === 'google' || provider === 'moonshot') checkChoice(inner, isTop, say);
    if (provider === 'local') checkGrammar(inner, isTop, say);
  });
}

type Say = (rule: string, message: string) => undefined;

function checkReference(inner: Row, definitions: readonly string[], provider: SchemaProvider, say: Say): void {
  if (provider === 'google' || provider === 'local') say('SCHEMA-REF', 'Unknown name "$ref"');
  const name = /^#\/\$defs\/([^/]+)$/.exec(String(inner.$ref))?.[1];
  if (name === undefined || !definitions.includes(name)) say('SCHEMA-REF', `unresolvable: ${String(inner.$ref)}`);
}

function checkChoice(inner: Row, isTop: boolean, say: Say): void {
  if (isTop) return;
  const beside = ['type', 'properties', 'items', 'enum'].filter((key) => Object.hasOwn(inner, key));
  if (inner.anyOf !== undefined && beside.length > 0)
    say('SCHEMA-CHOICE', 'when using anyOf, type should be defined in anyOf items instead of the parent schema');
  const properties = Object.keys(rowOf(inner.properties));
  const required = Array.isArray(inner.required) ? inner.required : [];
  if (required.some((name) => !properties.includes(String(name))))
    say('SCHEMA-CHOICE', 'required[0]: property is not defined');
}

const forms = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'properties', 'items', 'prefixItems'];

/** The checks of llama.cpp's json-schema-to-grammar that can fail. */
function checkGrammar(inner: Row, isTop: boolean, say: Say): void {
  if (inner.pattern !== undefined) say('SCHEMA-GRAMMAR', 'failed to parse grammar: pattern');
  const repeated = ['minLength', 'maxLength', 'minItems', 'maxItems'].some((key) => Number(inner[key]) > 100);
  if (repeated) say('SCHEMA-GRAMMAR', 'number of repetitions exceeds sane defaults');
  if (!isTop && !forms.some((key) => inner[key] !== undefined)) say('SCHEMA-GRAMMAR', 'Unrecognized schema');
}

const single = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

function visit(schema: Row, see: (schema: Row, isTop: boolean) => void, isTop = true): void {
  see(schema, isTop);
  const inner = [
    ...single.map((key) => schema[key]),
    ...lists.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : [])),
    ...maps.flatMap((key) => Object.values(rowOf(schema[key]))),
  ];
  for (const one of inner.filter(isRow)) visit(one, see, false);
}

function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}
