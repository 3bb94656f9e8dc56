// Reads parameters from a tool's JSON schema: enough to list them and to prefill a call. Tolerates malformed schemas from
// servers. Pure.

import { jsonObject } from '../../../../shared/core/json.ts';

export interface Parameter {
  name: string;
  /** "string", "integer or null"; empty if the schema has no type. */
  types: string;
  required: boolean;
  description: string;
  /** Allowed values, as JSON. */
  choices: string[];
  schema: Record<string, unknown>;
}

const record = (value: unknown): Record<string, unknown> => jsonObject(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export function parametersOf(schema: Record<string, unknown>): Parameter[] {
  const required = list(schema.required);
  return Object.entries(record(schema.properties)).map(([name, value]) => {
    const own = record(value);
    return {
      name,
      types: typesOf(own).join(' or '),
      required: required.includes(name),
      description: typeof own.description === 'string' ? own.description : '',
      choices: list(own.enum).map((choice) => (typeof choice === 'string' ? choice : JSON.stringify(choice))),
      schema: own,
    };
  });
}

export function typesOf(schema: Record<string, unknown>): string[] {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const own = types.filter((type) => typeof type === 'string');
  const inner = [...list(schema.anyOf), ...list(schema.oneOf)].flatMap((part) => typesOf(record(part)));
  return [...new Set(own.length > 0 ? own : inner)];
}

/** Prefilled arguments: the required ones, each with its default or the empty value of its type. */
export function initialArguments(schema: Record<string, unknown>): string {
  const needed = parametersOf(schema).filter((parameter) => parameter.required);
  return JSON.stringify(Object.fromEntries(needed.map(({ name, schema: own }) => [name, emptyOf(own)])), null, 2);
}

function emptyOf(schema: Record<string, unknown>): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  const choices = list(schema.enum);
  if (choices.length > 0) return choices[0];
  switch (typesOf(schema)[0]) {
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return '';
  }
}
