// A form that a server asks for, as fields that a person fills in, and their answer as the server wants it. The server's
// words are data: bounded, without invisible characters, and shown as its own.

import type { ElicitRequestFormParams } from '@modelcontextprotocol/client';
import type { QuestionField, QuestionValue } from '../../../shared/conversation/question.ts';
import { plainWords } from '../tools/plainWords.ts';

type Schema = Record<string, unknown>;

const mostFields = 50;
const mostOptions = 500;
const formats = ['email', 'uri', 'date', 'date-time'] as const;

export function fieldsOf(requested: ElicitRequestFormParams['requestedSchema']): QuestionField[] {
  const required = requested.required ?? [];
  return Object.entries(requested.properties as Record<string, Schema>)
    .slice(0, mostFields)
    .map(([name, schema]) => fieldOf(name, schema, required.includes(name)));
}

function fieldOf(name: string, schema: Schema, required: boolean): QuestionField {
  const shown = {
    name,
    label: plainWords(textOf(schema.title) ?? name, 200),
    ...optional('description', textOf(schema.description), (text) => plainWords(text, 2000)),
    required,
    ...optional('default', schema.default as QuestionValue | undefined, (value) => value),
  };
  const single = optionsOf(schema);
  if (single) return { ...shown, type: 'choice', options: single };
  if (schema.type === 'array') {
    return { ...shown, type: 'choices', options: optionsOf((schema.items ?? {}) as Schema) ?? [] };
  }
  if (schema.type === 'boolean') return { ...shown, type: 'boolean' };
  if (schema.type === 'number' || schema.type === 'integer') {
    return { ...shown, type: schema.type, ...numbers(schema, ['minimum', 'maximum']) };
  }
  const format = formats.find((one) => one === schema.format);
  return { ...shown, type: 'text', ...(format ? { format } : {}), ...numbers(schema, ['minLength', 'maxLength']) };
}

/** The forms of a choice: `enum`, with names beside it or not, and constants with titles. Null: it is no choice. */
function optionsOf(schema: Schema): { value: string; label: string }[] | null {
  const titled = [schema.oneOf, schema.anyOf].find(Array.isArray) as Schema[] | undefined;
  if (titled) {
    return titled.slice(0, mostOptions).flatMap((option) => {
      const value = textOf(option.const);
      return value === undefined ? [] : [{ value, label: plainWords(textOf(option.title) ?? value, 200) }];
    });
  }
  if (!Array.isArray(schema.enum)) return null;
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  return schema.enum
    .slice(0, mostOptions)
    .map((value, at) => ({ value: String(value), label: plainWords(String(names[at] ?? value), 200) }));
}

/** Only fields that were asked for, each in its type. */
export function contentOf(
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
