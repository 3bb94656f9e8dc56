// The text that a `/` call sends. The user's arguments are inserted once and never expanded again. Pure.

import { dirname } from 'node:path';
import { blockTag } from '../../../shared/conversation/attachments.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { splitArguments, splitWords } from '../../../shared/features/slash/slashArguments.ts';
import { type Definition, ranCommand } from './definition.ts';
import { fillPrompt } from './promptVariables.ts';

/** The placeholder for a skill's folder in other apps. */
const skillFolder = /\$\{CLAUDE_SKILL_DIR\}/g;

const notRun =
  '[The commands that stand in this text as !`…` were not run, so their output is not here. Run them with your own tools where you need it.]';

export function expandDefinition(definition: Definition, input: string): Result<string> {
  if (definition.kind === 'prompt') return promptText(definition, input);
  const { body } = definition;
  const folder = definition.kind === 'skill' ? dirname(definition.path) : null;
  const filled = fillArguments(folder === null ? body : body.replaceAll(skillFolder, () => folder), input);
  const text = folder === null ? filled.text : skillText(definition.name, folder, filled.text);
  const rest = filled.used || input === '' ? [] : [input];
  return ok([text.trimEnd(), ...rest, ...(ranCommand.test(body) ? [notRun] : [])].join('\n\n'));
}

/** A skill's text as sent and as loaded by the model. */
function skillText(name: string, folder: string, body: string): string {
  const tag = blockTag('skill', body);
  return [
    `Work by the skill "${name}". Its folder is ${folder}; the files that it names are in there.`,
    `<${tag} name="${name}">\n${body.trimEnd()}\n</${tag}>`,
  ].join('\n');
}

/**
 * `$ARGUMENTS` is the full argument text; `$1` … `$9` are single words or quoted texts. In a file with `$0`, counting
 * starts there, as it always does for `$ARGUMENTS[0]`.
 */
function fillArguments(body: string, input: string): { text: string; used: boolean } {
  const each = splitWords(input);
  const first = /\$0(?!\d)/.test(body) ? 0 : 1;
  let used = false;
  const text = body.replace(
    /\$ARGUMENTS(?:\[(\d{1,3})\])?|\$(\d)(?!\d|\.\d)/g,
    (_whole, index?: string, digit?: string) => {
      used = true;
      if (index !== undefined) return each[Number(index)] ?? '';
      return digit === undefined ? input : (each[Number(digit) - first] ?? '');
    },
  );
  return { text, used };
}

function promptText({ name, body, arguments: variables }: Definition, input: string): Result<string> {
  const inputValues = splitArguments(variables, input);
  for (const { name: variable, choices, required } of variables) {
    const value = inputValues.values.get(variable);
    if (value === undefined) {
      if (required) return fail('PARAMS_INVALID', say`/${name} needs a value for "${variable}". Use ${variable}=…`);
    } else if (choices && !choices.includes(value)) {
      return fail('PARAMS_INVALID', say`"${variable}" of /${name} must be one of: ${choices.join(', ')}.`);
    }
  }
  const text = fillPrompt(body, inputValues.values).trimEnd();
  return ok(inputValues.rest === '' ? text : `${text}\n\n${inputValues.rest}`);
}
