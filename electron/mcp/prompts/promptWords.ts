// Parses the text after a prompt's name into its arguments, or explains what is wrong. Pure.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { splitArguments } from '../../../shared/features/slash/slashArguments.ts';
import type { ListedArgument } from '../connection/listedPrompts.ts';

/** Maximum characters of input to quote. */
const maxRepeated = 200;

interface PromptWords {
  arguments: Record<string, string>;
  /** Text typed after a prompt without arguments; becomes part of the message. */
  rest: string;
}

/** `name`: as typed. */
export function parsePromptArguments(
  name: string,
  accepted: readonly Pick<ListedArgument, 'name' | 'required'>[],
  text: string,
): Result<PromptWords> {
  const { values, rest } = splitArguments(accepted, text);
  if (accepted.length > 0 && rest !== '') return fail('PARAMS_INVALID', say`/${name} does not accept ${rest}.`);
  const missing = accepted.filter((argument) => argument.required && (values.get(argument.name) ?? '') === '');
  if (missing.length > 0) {
    const names = say.list(missing.map((argument) => argument.name));
    const excerpt = text.trim().length <= maxRepeated ? text.trim() : '…';
    const example = [`/${name}`, excerpt, ...missing.map((argument) => `${argument.name}=…`)].filter(
      (part) => part !== '',
    );
    return fail('PARAMS_INVALID', say`/${name} needs ${names}. Write it as ${example.join(' ')}`);
  }
  return ok({ arguments: Object.fromEntries(values), rest });
}
