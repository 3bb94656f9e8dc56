// A prompt's variables: those declared in the front matter, then undeclared ones from the text. Pure.

import { isJsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { promptVariable, variablesIn } from '../../../shared/features/customizations/customization.ts';
import type { SlashArgument } from '../../../shared/features/slash/slash.ts';
import type { FrontmatterProblem } from './frontmatter.ts';

const variableName = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
const maxVariables = 50;
const maxChoices = 200;
const maxWordsLength = 1_000;

export function parsePromptVariables(
  fields: ReadonlyMap<string, unknown>,
  body: string,
): SlashArgument[] | FrontmatterProblem {
  const wrong = (message: FrontmatterProblem['message']): FrontmatterProblem => ({ line: 1, message });
  const declared = declaredIn(fields.get('variables'));
  if (declared === null)
    return wrong(
      say`"variables" must be a list of names, or of entries with "name", "description", "default" and "choices".`,
    );
  const placeholders: SlashArgument[] = [];
  for (const one of declared) {
    const name = textOf(one.name);
    if (name === null || !variableName.test(name)) {
      return wrong(say`A variable needs a name of letters, digits, "-" and "_".`);
    }
    if (placeholders.some((other) => other.name === name)) return wrong(say`The variable "${name}" is declared twice.`);
    const usual = textOf(one.default);
    const choices = choicesOf(one.choices);
    if (choices === null) return wrong(say`"choices" of the variable "${name}" must be a list of words.`);
    if (choices && usual !== null && !choices.includes(usual)) {
      return wrong(say`The default of the variable "${name}" is not one of its choices.`);
    }
    placeholders.push({
      name,
      description: (textOf(one.description) ?? '').replace(/\s+/g, ' ').slice(0, maxWordsLength),
      required: usual === null,
      ...(usual === null ? {} : { default: usual }),
      ...(choices ? { choices, completes: true } : {}),
    });
  }
  for (const name of variablesIn(body)) {
    if (placeholders.some((other) => other.name === name)) continue;
    if (placeholders.length >= maxVariables) break;
    placeholders.push({ name, description: '', required: true });
  }
  return placeholders.length > maxVariables ? wrong(say`It has more than ${maxVariables} variables.`) : placeholders;
}

/** Fills in the values; a name without a value stays. */
export function fillPrompt(body: string, values: ReadonlyMap<string, string>): string {
  return body.replace(promptVariable, (whole, name: string) => values.get(name) ?? whole);
}

type Declared = Record<string, unknown>;

function declaredIn(value: unknown): Declared[] | null {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const all = value.map((one) => (isRow(one) ? one : typeof one === 'string' ? { name: one } : null));
    return all.some((one) => one === null) ? null : (all as Declared[]);
  }
  if (!isRow(value)) return null;
  return Object.entries(value).map(([name, one]) =>
    isRow(one) ? { ...one, name } : { name, ...(typeof one === 'string' ? { description: one } : {}) },
  );
}

/** Undefined if missing; null if not a list of strings. */
function choicesOf(value: unknown): string[] | undefined | null {
  if (value === undefined || value === null) return undefined;
  const choices = Array.isArray(value) ? value.map(textOf) : [null];
  return choices.length === 0 || choices.length > maxChoices || choices.includes(null) ? null : (choices as string[]);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function isRow(value: unknown): value is Declared {
  return isJsonObject(value);
}
