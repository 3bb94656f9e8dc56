// Options of the terminal's commands: syntax, valid values, and the error for invalid ones. Options shared by several
// commands are defined here once.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import type { ModelOptions } from '../../../shared/features/models/modelOptions.ts';
import { efforts, outputBounds, temperatureBounds } from '../../../shared/features/models/optionBounds.ts';
import { cleanTag, isTag, maxTagLength } from '../../../shared/features/tags/tag.ts';
import { type ApprovalMode, approvalModeNamed, approvalModeNames } from '../../../shared/permission/rule.ts';

/** An option without a value; default false. */
export interface Flag {
  type: 'boolean';
  short?: string;
}

export interface TextOption<Value> {
  type: 'string';
  short?: string;
  /** Can be repeated; `read` gets the values with `manySeparator` between them. */
  many?: true;
  /** The option's meaning without a value. */
  bare?: string;
  /** `value`: undefined if absent. `option`: as typed. */
  read(value: string | undefined, option: string): Result<Value>;
}

export type Option = Flag | TextOption<unknown>;

/** Options by property name. Options that the host itself reads mean the same in every command. */
export interface OptionTable {
  readonly [name: string]: Option | undefined;
  readonly json?: Flag;
  readonly output?: typeof output;
  readonly approve?: typeof approve;
  readonly scenario?: typeof text;
}

type ValueOf<Defined> = Defined extends TextOption<infer Value> ? Value : Defined extends Flag ? boolean : never;

export type Values<Options> = { [Name in keyof Options]: ValueOf<Options[Name]> };

export const flag: Flag = { type: 'boolean' };

export const text: TextOption<string | undefined> = { type: 'string', read: (value) => ok(value) };

/** An optional option; `read` is only called with actual input. */
function optional<Value>(read: (value: string, option: string) => Result<Value>): TextOption<Value | undefined> {
  return { type: 'string', read: (value, option) => (value === undefined ? ok(undefined) : read(value, option)) };
}

/** The same option, but mandatory. */
export function required<Value>(option: TextOption<Value>, problem: string): TextOption<NonNullable<Value>> {
  return {
    ...option,
    read(value, optionName) {
      const read = option.read(value, optionName);
      if (!read.ok) return read;
      return read.value === undefined || read.value === null ? usageError(problem) : ok(read.value);
    },
  };
}

/** No argument can contain it. */
export const manySeparator = '\0';

/** An option that can be repeated, each time with KEY=VALUE. */
export const assignments: TextOption<[key: string, value: string][]> = {
  type: 'string',
  many: true,
  read(value, option) {
    const pairs = (value?.split(manySeparator) ?? []).map((text): [string, string] => {
      const at = text.indexOf('=');
      return [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1)];
    });
    return pairs.some(([key]) => key === '') ? usageError(`${option} takes KEY=VALUE`) : ok(pairs);
  },
};

/** `problem`: the error for a blank value. */
export function nonBlank(problem: string): TextOption<string | undefined> {
  return optional((value) => (value.trim() === '' ? usageError(problem) : ok(value)));
}

/** One tag of a conversation. */
export const tagOption: TextOption<string | undefined> = optional((value, option) => {
  const tag = cleanTag(value);
  return isTag(tag) ? ok(tag) : usageError(`${option} must be 1 to ${maxTagLength} characters, not "${value}"`);
});

/** `choices`: the values for the error message. */
export function oneOf<Word extends string>(
  values: readonly Word[],
  choices = `one of ${values.join(', ')}`,
): TextOption<Word | undefined> {
  return optional((value, option) => choose(values, choices, value, option));
}

/** Several of them, separated by commas. */
export function listOf<Word extends string>(values: readonly Word[]): TextOption<Word[] | undefined> {
  return optional((value, option) => {
    const words = value.split(',').map((word) => word.trim());
    const chosen = values.filter((one) => words.includes(one));
    return chosen.length === new Set(words).size
      ? ok(chosen)
      : usageError(`${option} takes ${values.join(', ')}, separated by commas, not "${value}"`);
  });
}

function choose<Word extends string>(
  values: readonly Word[],
  choices: string,
  input: string,
  option: string,
): Result<Word> {
  const value = values.find((one) => one === input);
  return value === undefined ? usageError(`${option} must be ${choices}, not "${input}"`) : ok(value);
}

/** `requirement` completes "must be …". */
export function numeric(isValid: (value: number) => boolean, requirement: string): TextOption<number | undefined> {
  return optional((input, option) => {
    const value = input.trim() === '' ? Number.NaN : Number(input);
    return isValid(value) ? ok(value) : usageError(`${option} must be ${requirement}`);
  });
}

export const positiveInteger = numeric(isPositiveInteger, 'a whole number above 0');

export function isPositiveInteger(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}

export function usageError(message: string): Result<never> {
  return fail('PARAMS_INVALID', message);
}

/** Options of every command. */
export const commonOptions = { project: text, data: text, help: { ...flag, short: 'h' } } as const;

export type OutputForm = 'text' | 'json' | 'stream-json';

export const output: TextOption<OutputForm> = {
  type: 'string',
  read: (value = 'text', option) => choose(['text', 'json', 'stream-json'], 'text, json or stream-json', value, option),
};

const modeNames = Object.values(approvalModeNames);

export const approve: TextOption<ApprovalMode | undefined> = optional((value, option) => {
  const mode = approvalModeNamed(value);
  return mode ? ok(mode) : usageError(`${option} must be one of ${modeNames.join(', ')}, not "${value}"`);
});

export const out = nonBlank('--out needs a file name');

/** Options that override the conversation's provider and model. */
export const modelChoice = {
  provider: nonBlank('--provider needs a name; see throughline --help'),
  baseUrl: text,
  model: text,
} as const;

export type ModelChoice = Values<typeof modelChoice>;

export function checkModelChoice({ provider, baseUrl }: Omit<ModelChoice, 'model'>): string | null {
  return baseUrl !== undefined && provider === undefined
    ? '--base-url needs --provider to select the API, such as --provider openai'
    : null;
}

const maxOutput = outputBounds;

/** Model options. */
export const answerOptions = {
  effort: oneOf(efforts),
  maxOutput: numeric(
    (value) => Number.isInteger(value) && isWithin(value, maxOutput),
    `a whole number from ${maxOutput.min} to ${maxOutput.max}`,
  ),
  temperature: numeric(
    (value) => isWithin(value, temperatureBounds),
    `a number from ${temperatureBounds.min} to ${temperatureBounds.max}`,
  ),
} as const;

/** Undefined if none was given. */
export function modelOptionsOf({
  effort,
  maxOutput: maxOutputTokens,
  temperature,
}: Values<typeof answerOptions>): ModelOptions | undefined {
  if (effort === undefined && maxOutputTokens === undefined && temperature === undefined) return undefined;
  return {
    ...(effort === undefined ? {} : { effort }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return value >= min && value <= max;
}
