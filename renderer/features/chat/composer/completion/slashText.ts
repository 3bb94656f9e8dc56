// Formats a slash command with its arguments as text. Pure.

import type { SlashArgument, SlashEntry } from '../../../../../shared/features/slash/slash.ts';
import { argumentName } from '../../../../../shared/features/slash/slashArguments.ts';

/** Omits arguments without a value. */
export function slashLine(name: string, values: Readonly<Record<string, string>>): string {
  return [`/${name}`, formatArguments(values)].filter(Boolean).join(' ');
}

export function formatArguments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => argumentName(name, value))
    .join(' ');
}

/** Hint for what may follow the name. */
export function hintOf({ hint, arguments: named }: Pick<SlashEntry, 'hint' | 'arguments'>): string {
  return hint || named.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
}

export function missingArguments(
  named: readonly SlashArgument[],
  values: Readonly<Record<string, string>>,
): SlashArgument[] {
  return named.filter(
    ({ name, required, default: usual }) => required && usual === undefined && (values[name] ?? '') === '',
  );
}
