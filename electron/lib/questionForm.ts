// Converts the form that an MCP server or an external agent asks for (elicitation) to fields, and the user's answer to its
// format. Its text is untrusted: bounded, without invisible characters, and shown as its own.

import type { QuestionField, QuestionValue } from '../../shared/conversation/question.ts';
import { boundedText } from './boundedText.ts';

type Schema = Record<string, unknown>;

/** A JSON schema of an object without nesting; each property is an object. */
export interface RequestedForm {
  properties?: object;
  required?: readonly string[] | null | undefined;
}

const maxFields = 50;
const maxOptions = 500;
/** Limit for names and choices, in UTF-16 units: they are sent back unchanged, so they cannot be truncated. */
const maxNameLength = 200;
const maxOption = 1000;
const maxDefault = 10_000;
/** Limit for the whole form, which is sent to every window and the terminal. */
const maxForm = 200_000;
const formats = ['email', 'uri', 'date', 'date-time'] as const;

/** Null: too large for a form. */
export function questionFieldsOf(requested: RequestedForm): QuestionField[] | null {
  const required = requested.required ?? [];
  const properties = Object.entries((requested.properties ?? {}) as Record<string, Schema>);
  if (properties.length > maxFields || properties.some(([name]) => name.length > maxNameLength)) return null;
  const fields = properties.map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
  if (fields.some((field) => field === null)) return null;
  return JSON.stringify(fields).length > maxForm ? null : (fields as QuestionField[]);
}

function fieldOf(name: string, schema: Schema, required: boolean): QuestionField | null {
  const preset = defaultOf(schema.default);
  const options = optionsOf(schema) ?? (schema.type === 'array' ? optionsOf((schema.items ?? {}) as Schema) : null);
  if (preset === null || options === 'too large') return null;
  const common = {
    name,
    label: boundedText(textOf(schema.title) ?? name, 200),
    ...optional('description', textOf(schema.description), (text) => boundedText(text, 2000)),
    required,
    ...optional('default', preset, (value) => value),
  };
  if (schema.type === 'array') return { ...common, type: 'choices', options: options ?? [] };
  if (options) return { ...common, type: 'choice', options };
  if (schema.type === 'boolean') return { ...common, type: 'boolean' };
  if (schema.type === 'number' || schema.type === 'integer') {
    return { ...common, type: schema.type, ...numbers(schema, ['minimum', 'maximum']) };
  }
  const format = formats.find((one) => one === schema.format);
  return { ...common, type: 'text', ...(format ? { format } : {}), ...numbers(schema, ['minLength', 'maxLength']) };
}

/** Undefined: none, or unsupported. Null: too large. */
function defaultOf(value: unknown): QuestionValue | undefined | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return value.length > maxDefault ? null : value;
  if (!Array.isArray(value)) return undefined;
  if (value.length > maxOptions) return null;
  const texts = value.filter((one) => typeof one === 'string');
  if (texts.some((one) => one.length > maxOption)) return null;
  return texts.length === value.length ? texts : undefined;
}

/** Choices: `enum`, with or without names, or titled constants. Null: not a choice. */
function optionsOf(schema: Schema): { value: string; label: string }[] | null | 'too large' {
  const titled = [schema.oneOf, schema.anyOf].find(Array.isArray) as Schema[] | undefined;
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  const all = titled ?? (Array.isArray(schema.enum) ? schema.enum : null);
  if (all === null) return null;
  if (all.length > maxOptions) return 'too large';
  const options = titled
    ? titled.flatMap((option) => {
        const value = textOf(option.const);
        return value === undefined ? [] : [{ value, label: boundedText(textOf(option.title) ?? value, 200) }];
      })
    : all.map((value, at) => ({ value: String(value), label: boundedText(String(names[at] ?? value), 200) }));
  return options.some(({ value }) => value.length > maxOption) ? 'too large' : options;
}

/** Returns only requested fields, with their types. */
export function elicitationContent(
  fields: readonly QuestionField[],
  values: Readonly<Record<string, QuestionValue>>,
): Record<string, string | number | boolean | string[]> {
  const entries = fields.flatMap(({ name, type }): [string, QuestionValue][] => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') return [];
    if ((type === 'number' || type === 'integer') && typeof value === 'string') return [[name, Number(value)]];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function optional<K extends string, V, W>(key: K, value: V | undefined, map: (value: V) => W): { [key in K]?: W } {
  return value === undefined ? {} : ({ [key]: map(value) } as { [key in K]?: W });
}

function numbers<K extends string>(schema: Schema, names: readonly K[]): { [key in K]?: number } {
  return Object.fromEntries(
    names.flatMap((name) => (typeof schema[name] === 'number' ? [[name, schema[name]]] : [])),
  ) as { [key in K]?: number };
}
