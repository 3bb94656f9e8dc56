// Describes the first problem in arguments that the user edits: JSON syntax, then missing and unknown parameters. The host
// validates the full schema on submit. Pure.

import { isJsonObject } from '../../../../shared/core/json.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { strings } from '../../../core/strings.ts';
import { parametersOf, typesOf } from './schemaParameters.ts';

const words = lateStrings.tools.run;

export interface ArgumentsProblem {
  message: string;
  /** Must be fixed before submitting. */
  fatal: boolean;
}

export function argumentsProblem(text: string, schema: Record<string, unknown> | null): ArgumentsProblem | null {
  const value = parsed(text.trim() === '' ? '{}' : text);
  if ('problem' in value) return { message: words.notJson(value.problem), fatal: true };
  const parsedValue = value.value;
  if (typeof parsedValue !== 'object' || parsedValue === null || Array.isArray(parsedValue)) {
    return { message: words.notObject, fatal: true };
  }
  if (!schema) return null;
  return mismatch(parsedValue as Record<string, unknown>, schema);
}

function parsed(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function mismatch(values: Record<string, unknown>, schema: Record<string, unknown>): ArgumentsProblem | null {
  const parameters = parametersOf(schema);
  const missing = parameters.filter(({ name, required }) => required && !Object.hasOwn(values, name));
  if (missing.length > 0)
    return { message: words.missing(strings.sentences.list(missing.map(({ name }) => name))), fatal: false };
  const unexpected = Object.keys(values).filter((name) => !parameters.some((parameter) => parameter.name === name));
  if (unexpected.length > 0 && schema.additionalProperties === false) {
    return { message: words.unexpected(strings.sentences.list(unexpected)), fatal: false };
  }
  const wrong = parameters.find(({ name, schema: own }) => Object.hasOwn(values, name) && !fits(values[name], own));
  return wrong ? { message: words.wrongType(wrong.name, wrong.types), fatal: false } : null;
}

/** True if it cannot be determined. */
function fits(value: unknown, schema: Record<string, unknown>): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOf(value, type));
}

function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'null':
      return value === null;
    default:
      return true;
  }
}
