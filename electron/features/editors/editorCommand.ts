// The user's own command for opening files: a program and arguments with placeholders. Never runs a shell, which would
// read file names as commands.

import { isAbsolute, win32 } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { FilePosition } from './editorTable.ts';

const shells = /^(?:ba|z|da|k|c|tc|fi)?sh$|^(?:cmd|powershell|pwsh|osascript|wscript|cscript|env|xargs|eval)$/i;
const word = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/y;

/** Splits a command into its words as a shell would split plain words and quotes, without expanding anything. */
export function parseEditorCommand(text: string): Result<string[]> {
  const parts: string[] = [];
  let at = 0;
  let joins = false;
  while (at < text.length) {
    const blank = /\s+/y;
    blank.lastIndex = at;
    if (blank.test(text)) {
      at = blank.lastIndex;
      joins = false;
      continue;
    }
    word.lastIndex = at;
    const match = word.exec(text);
    if (!match) return fail('SETTINGS_INVALID', say`The command has a quotation mark that is not closed.`);
    const part = match[1]?.replace(/\\(["\\])/g, '$1') ?? match[2] ?? match[3] ?? '';
    if (joins) parts[parts.length - 1] += part;
    else parts.push(part);
    joins = true;
    at = word.lastIndex;
  }
  const [program = ''] = parts;
  const base = win32.basename(program).replace(/\.exe$/i, '');
  if (program === '' || program.includes('{'))
    return fail('SETTINGS_INVALID', say`The command must begin with the name or path of a program.`);
  if (!isAbsolute(program) && /[/\\]/.test(program))
    return fail('SETTINGS_INVALID', say`Enter the program’s full path, or only its name.`);
  if (shells.test(base) || /\.(?:cmd|bat|ps1|vbs)$/i.test(program))
    return fail('SETTINGS_INVALID', say`The command must run the editor itself, without a shell.`);
  return ok(parts);
}

/** Arguments after the program. Without a placeholder for it, the file comes last. */
export function fillEditorCommand(parts: readonly string[], { file, line, column }: FilePosition): string[] {
  const values: Record<string, string> = { file, line: String(line ?? 1), column: String(column ?? 1) };
  const hasFile = parts.some((each) => each.includes('{file}'));
  const filled = parts
    .slice(1)
    .map((each) => each.replace(/\{(file|line|column)\}/g, (_, name: string) => values[name] ?? ''));
  return hasFile ? filled : [...filled, file];
}
