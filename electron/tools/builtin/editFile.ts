// edit_file: replaces an exact snippet in a file.

import { z } from 'zod';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Tool } from '../../ports/tool.ts';
import { defineFolderTool } from '../defineTool.ts';
import { storedDiff } from '../text/diffText.ts';
import { createFileChanger, type FileChangeParts } from '../text/fileChange.ts';
import { describeLookAlike } from '../text/lookAlikes.ts';
import { convertCrlfToLf, replaceText } from '../text/replaceText.ts';
import {
  decodeText,
  encodeText,
  mayMatchMidCharacter,
  type TextFile,
  toFileText,
  unencodableReason,
} from '../text/textFile.ts';
import { failureOutput, successOutput, toolFailure } from '../toolOutput.ts';
import words from './editFile.md?raw';

const schema = z.strictObject({
  path: z.string().describe('The file, relative to the project folder.'),
  old_text: z.string().min(1).describe('The exact text to replace, including whitespace and line breaks.'),
  new_text: z.string().describe('The text to replace it with.'),
  replace_all: z.boolean().optional().describe('True: replace every place where old_text is found.'),
});
type Arguments = z.output<typeof schema>;

const shownLines = 20;

export function createEditFile(parts: FileChangeParts): Tool {
  const changer = createFileChanger<Arguments>(parts, edited);
  return defineFolderTool({
    name: 'edit_file',
    kind: 'write',
    exclusive: true,
    words,
    schema,
    watches: (args) => ({ type: 'paths', paths: [args.path] }),
    facts: (args, context) => parts.gate.facts(args, args.path, 'write', context),

    async preview(args, context) {
      const change = await changer.plan(args, context);
      if (!change.ok) return change;
      return ok({ type: 'diff', path: change.value.path, diff: change.value.diff, isNew: false });
    },

    async run(args, context) {
      const change = await changer.apply(args, context);
      if (!change.ok) return failureOutput(change.error, { path: args.path });
      const { path, diff } = change.value;
      const lines = diff.split('\n').slice(2);
      const added = lines.filter((line) => line.startsWith('+')).length;
      const removed = lines.filter((line) => line.startsWith('-')).length;
      return successOutput(`Edited "${path}" (+${added} −${removed} lines).`, { path, ...storedDiff(diff) });
    },
  });
}

async function edited(args: Arguments, before: Buffer | null, path: string): Promise<Result<Buffer>> {
  if (before === null) return toolFailure(`"${path}" does not exist. Create it with write_file.`);
  if (convertCrlfToLf(args.old_text) === convertCrlfToLf(args.new_text)) {
    return toolFailure('old_text and new_text are the same, so there is nothing to change.');
  }
  const file = await decodeText(before);
  if (file === null)
    return toolFailure(`"${path}" is a binary file. Change it with run_command and a program that supports it.`);
  const why = unencodableReason(file, args.new_text, path);
  if (why !== null) return toolFailure(why);
  const oldText = toFileText(file, args.old_text);
  if (mayMatchMidCharacter(file, oldText)) {
    return toolFailure(
      `the encoding of "${path}" is not known, and old_text begins where a character may not have ended, so nothing was changed. Begin it at least one character later.`,
    );
  }
  const replaced = replaceText(file.text, oldText, toFileText(file, args.new_text), args.replace_all === true);
  if (replaced.kind === 'none') return toolFailure(notFound(args, path, file));
  if (replaced.kind === 'several') {
    const lines = replaced.lines.slice(0, shownLines).join(', ') + (replaced.lines.length > shownLines ? ', …' : '');
    return toolFailure(
      `old_text was found ${replaced.lines.length} times in "${path}" (lines ${lines}), so nothing was changed. Add lines around it until it is unique, or set replace_all to true.`,
    );
  }
  return ok(encodeText(replaced.text, file));
}

function notFound(args: Arguments, path: string, file: TextFile): string {
  const nothing = `old_text was found 0 times in "${path}", so nothing was changed.`;
  const similar = file.encoding === null ? null : describeLookAlike(file.text, args.old_text);
  if (similar !== null) return `${nothing} ${similar}`;
  const numbered = /^ *\d+\t/.test(args.old_text) ? ' Leave out the line numbers that read_file shows.' : '';
  const unknown =
    file.encoding === null
      ? ` The encoding of the file is not known, so only ASCII characters can be found in it.`
      : '';
  return `${nothing} It must match exactly, including whitespace.${numbered}${unknown} Read the file again and copy the text from it.`;
}
