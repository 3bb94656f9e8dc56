// Starts the user's editor with an argument list: never a shell, never a program of the project, and without the app's
// secrets in its environment.

import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, relative, sep } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { EditorName } from '../../../shared/features/editors/editors.ts';
import type { EditorChoice } from '../../../shared/features/editors/methods.ts';
import type { Environment } from '../../lib/environment.ts';
import { isSecretVariable } from '../../tools/process/secretVariables.ts';
import { fillEditorCommand, parseEditorCommand } from './editorCommand.ts';
import { type FilePosition, inTerminal } from './editorTable.ts';
import { createEditorFinder, isProgram } from './findEditors.ts';

export interface EditorStart {
  name: EditorName;
  /** For the user. */
  label: string;
  program: string;
  args: string[];
}

export interface Editors {
  list(): Promise<EditorChoice[]>;
  /** `name` null: the first installed one. `command`: the user's own, for `custom`. */
  plan(name: EditorName | null, command: string, at: FilePosition): Promise<Result<EditorStart>>;
  /** Resolves when the editor's program runs. `folder`: programs in it are refused. */
  start(plan: EditorStart, folder: string): Promise<Result<void>>;
}

export function createEditors(env: Environment): Editors {
  const home = env.HOME || homedir();
  const finder = createEditorFinder(env, home, process.platform);

  async function planCommand(command: string, at: FilePosition): Promise<Result<EditorStart>> {
    const parts = parseEditorCommand(command);
    if (!parts.ok) return parts;
    const [named = ''] = parts.value;
    const program = isAbsolute(named) ? named : await finder.programPath(named);
    if (program === null || !(await isProgram(program)))
      return fail('NOT_SUPPORTED', say`The program “${named}” was not found.`);
    return ok({ name: 'custom', label: named, program, args: fillEditorCommand(parts.value, at) });
  }

  return {
    async list() {
      return (await finder.list()).map(({ entry, label }) => ({ name: entry.name, label }));
    },

    async plan(name, command, at) {
      if (name === 'custom') return planCommand(command, at);
      const installed = await finder.list();
      const editor = name === null ? installed[0] : installed.find(({ entry }) => entry.name === name);
      if (!editor) {
        return name === null
          ? fail('NOT_SUPPORTED', say`No editor was found on this machine. Choose a command in the file panel.`)
          : fail('NOT_SUPPORTED', say`This editor is not installed. Choose another one in the file panel.`);
      }
      const parts = [editor.program, ...editor.entry.argumentsFor(at)];
      const [program = '', ...args] = inTerminal(editor.terminal, parts);
      return ok({ name: editor.entry.name, label: editor.label, program, args });
    },

    async start({ program, args }, folder) {
      const place = await realpath(program).catch(() => program);
      const below = relative(await realpath(folder).catch(() => folder), place);
      if (below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below))
        return fail('NOT_SUPPORTED', say`The editor’s program is in the project folder, so it was not started.`);
      return new Promise((resolve) => {
        const child = spawn(program, args, { cwd: home, env: environmentOf(env), detached: true, stdio: 'ignore' });
        child.once('spawn', () => {
          child.unref();
          resolve(ok(undefined));
        });
        child.once('error', ({ message }) => resolve(fail('NOT_SUPPORTED', say`The editor did not start: ${message}`)));
      });
    },
  };
}

const ofTheApp = /^(?:npm_.*|INIT_CWD|ELECTRON_.*|NODE_OPTIONS|NODE_CHANNEL_FD)$/i;

function environmentOf(env: Environment): Record<string, string> {
  const allowed = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !ofTheApp.test(entry[0]) && !isSecretVariable(entry[0], entry[1]),
  );
  return Object.fromEntries(allowed);
}
