// Validates form values for the window, the terminal and the core, which has the final say.

import { fail, ok, type Result } from '../core/errors.ts';
import { say } from '../core/sentence.ts';
import type { QuestionField, QuestionValue } from './question.ts';
import { type QuestionStrings, questionStrings } from './questionStrings.ts';

export type QuestionValues = Record<string, QuestionValue>;

/** Returns the values of fields that the user left alone; a field without a default is absent. @internal */
export function questionDefaults(fields: readonly QuestionField[]): QuestionValues {
  return Object.fromEntries(
    fields.flatMap((field) => (field.default === undefined ? [] : [[field.name, field.default] as const])),
  );
}

/**
 * Returns the values in field order, without empty ones. Fails with PARAMS_INVALID for the first invalid value, named
 * by its label (`details.field` is the field's name), and for a value without a field.
 */
export function checkQuestionValues(
  fields: readonly QuestionField[],
  values: Readonly<Record<string, unknown>>,
): Result<QuestionValues> {
  const valueByName = new Map(Object.entries(values));
  const names = new Set(fields.map(({ name }) => name));
  const unknown = [...valueByName.keys()].find((name) => !names.has(name));
  if (unknown !== undefined) {
    return fail('PARAMS_INVALID', say`The form has no field named "${unknown.slice(0, 100)}".`, { field: unknown });
  }
  const checked: [string, QuestionValue][] = [];
  for (const field of fields) {
    const value = valueByName.get(field.name);
    if (isEmpty(value)) {
      if (field.required) return wrong(field, questionStrings.filled);
      continue;
    }
    const problem = whatIsWrong(field, value, questionStrings);
    if (problem !== null) return wrong(field, problem);
    checked.push([field.name, value as QuestionValue]);
  }
  return ok(Object.fromEntries(checked));
}

/** Returns why a value is invalid, or null. An empty value is invalid only if the field is required. */
export function questionProblem(field: QuestionField, value: unknown, strings = questionStrings): string | null {
  if (isEmpty(value)) return field.required ? strings.filled : null;
  return whatIsWrong(field, value, strings);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

function wrong(field: QuestionField, problem: string): Result<never> {
  return fail('PARAMS_INVALID', say`"${field.label || field.name}" ${say.words(problem)}.`, { field: field.name });
}

function whatIsWrong(field: QuestionField, value: unknown, strings: QuestionStrings): string | null {
  switch (field.type) {
    case 'text':
    case 'long_text':
      return typeof value === 'string' ? wrongText(field, value, strings) : strings.text;
    case 'number':
    case 'integer':
      return typeof value === 'number' ? wrongNumber(field, value, strings) : strings.number;
    case 'boolean':
      return typeof value === 'boolean' ? null : strings.yesNo;
    case 'choice':
      return typeof value === 'string' ? wrongChoice(field, value, strings) : strings.choice;
    case 'choices': {
      if (!Array.isArray(value)) return strings.list;
      if (new Set(value).size !== value.length) return strings.twice;
      const problems = value.map((one) =>
        typeof one === 'string' ? wrongChoice(field, one, strings) : strings.noText,
      );
      return problems.find((problem) => problem !== null) ?? null;
    }
    default:
      return strings.unknown;
  }
}

/** Approximates user-perceived characters: counts a surrogate pair as one. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length++;
  return length;
}

function wrongText(
  { minLength, maxLength, format }: QuestionField,
  text: string,
  strings: QuestionStrings,
): string | null {
  const length = lengthOf(text);
  if (minLength !== undefined && length < minLength) return strings.shortest(minLength);
  if (maxLength !== undefined && length > maxLength) return strings.longest(maxLength, length);
  if (format === 'email' && !/^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) return strings.email;
  if (format === 'uri' && !/^[a-z][a-z\d+.-]*:[^\s]+$/i.test(text)) return strings.uri;
  if (format === 'date' && !isDate(text)) return strings.date;
  if (format === 'date-time' && !isDateTime(text)) return strings.dateTime;
  return null;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** RFC 3339. */
function isDateTime(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.exec(text);
  return match !== null && isDate(match[1] ?? '') && !Number.isNaN(Date.parse(text.replace(' ', 'T').toUpperCase()));
}

function wrongNumber(
  { type, minimum, maximum }: QuestionField,
  value: number,
  strings: QuestionStrings,
): string | null {
  if (!Number.isFinite(value)) return strings.number;
  if (type === 'integer' && !Number.isInteger(value)) return strings.whole;
  if (minimum !== undefined && value < minimum) return strings.least(minimum);
  if (maximum !== undefined && value > maximum) return strings.most(maximum);
  return null;
}

function wrongChoice(
  { options = [], allowOther = false, maxLength = 10_000 }: QuestionField,
  value: string,
  strings: QuestionStrings,
): string | null {
  if (options.some((option) => option.value === value)) return null;
  if (!allowOther) return strings.oneOf(options.map(({ label }) => label).join(', '));
  if (value.trim() === '') return strings.emptyChoice;
  return lengthOf(value) > maxLength ? strings.longestChoice(maxLength) : null;
}
