// Whether what a person filled in fits the form: for the window, the terminal and the core, which has the last word. Pure.

import { fail, ok, type Result } from '../errors.ts';
import type { QuestionField, QuestionValue } from './question.ts';

export type QuestionValues = Record<string, QuestionValue>;

/** What a field that the person left alone gives; absent: nothing. */
export function questionDefaults(fields: readonly QuestionField[]): QuestionValues {
  return Object.fromEntries(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default] as const])),
  );
}

/**
 * The values in the order of the fields, without those that are left empty. PARAMS_INVALID for the first one that does not
 * fit, named by its label; `details.field` is its name. A value without a field is refused.
 */
export function checkQuestionValues(
  fields: readonly QuestionField[],
  values: Readonly<Record<string, unknown>>,
): Result<QuestionValues> {
  const given = new Map(Object.entries(values));
  const known = new Set(fields.map(({ name }) => name));
  const unknown = [...given.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) {
    return fail('PARAMS_INVALID', `The form has no field "${unknown.slice(0, 100)}".`, { field: unknown });
  }
  const checked: [string, QuestionValue][] = [];
  for (const field of fields) {
    const value = given.get(field.name);
    if (isEmpty(value)) {
      if (field.required) return wrong(field, 'has to be filled in');
      continue;
    }
    const problem = whatIsWrong(field, value);
    if (problem !== null) return wrong(field, problem);
    checked.push([field.name, value as QuestionValue]);
  }
  return ok(Object.fromEntries(checked));
}

/** Why one value does not fit its field; null: it does. An empty one only where the field has to be filled in. */
export function questionProblem(field: QuestionField, value: unknown): string | null {
  if (isEmpty(value)) return field.required ? 'has to be filled in' : null;
  return whatIsWrong(field, value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

function wrong(field: QuestionField, problem: string): Result<never> {
  return fail('PARAMS_INVALID', `"${field.label || field.name}" ${problem}.`, { field: field.name });
}

function whatIsWrong(field: QuestionField, value: unknown): string | null {
  switch (field.type) {
    case 'text':
    case 'long_text':
      return typeof value === 'string' ? wrongText(field, value) : 'has to be text';
    case 'number':
    case 'integer':
      return typeof value === 'number' ? wrongNumber(field, value) : 'has to be a number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'has to be yes or no';
    case 'choice':
      return typeof value === 'string' ? wrongChoice(field, value) : 'has to be one of the choices';
    case 'choices': {
      if (!Array.isArray(value)) return 'has to be a list of choices';
      if (new Set(value).size !== value.length) return 'has one choice twice';
      const problems = value.map((one) =>
        typeof one === 'string' ? wrongChoice(field, one) : 'has a choice that is no text',
      );
      return problems.find((problem) => problem !== null) ?? null;
    }
    default:
      return 'is of a kind that is not known here';
  }
}

/** Characters as people count them, about: a surrogate pair is one. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length++;
  return length;
}

function wrongText({ minLength, maxLength, format }: QuestionField, text: string): string | null {
  const length = lengthOf(text);
  if (minLength !== undefined && length < minLength) return `needs at least ${minLength} characters`;
  if (maxLength !== undefined && length > maxLength) return `takes at most ${maxLength} characters, and has ${length}`;
  if (format === 'email' && !/^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) return 'has to be an e-mail address';
  if (format === 'uri' && !/^[a-z][a-z\d+.-]*:[^\s]+$/i.test(text))
    return 'has to be a whole address, such as https://example.com';
  if (format === 'date' && !isDate(text)) return 'has to be a date, such as 2026-01-31';
  if (format === 'date-time' && !isDateTime(text)) return 'has to be a date with a time, such as 2026-01-31T12:00:00Z';
  return null;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** RFC 3339. */
function isDateTime(text: string): boolean {
  const found = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.exec(text);
  return found !== null && isDate(found[1] ?? '') && !Number.isNaN(Date.parse(text.replace(' ', 'T').toUpperCase()));
}

function wrongNumber({ type, minimum, maximum }: QuestionField, value: number): string | null {
  if (!Number.isFinite(value)) return 'has to be a number';
  if (type === 'integer' && !Number.isInteger(value)) return 'has to be a whole number';
  if (minimum !== undefined && value < minimum) return `has to be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `has to be at most ${maximum}`;
  return null;
}

function wrongChoice(
  { options = [], allowOther = false, maxLength = 10_000 }: QuestionField,
  value: string,
): string | null {
  if (options.some((option) => option.value === value)) return null;
  if (!allowOther) return `has to be one of: ${options.map(({ label }) => label).join(', ')}`;
  if (value.trim() === '') return 'has an empty choice';
  return lengthOf(value) > maxLength ? `takes at most ${maxLength} characters` : null;
}
