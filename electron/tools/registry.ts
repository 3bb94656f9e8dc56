// The tools that come with the app. To add one: its file, its words beside it, a line here.

import { systemClock } from '../lib/clock.ts';
import type { BackgroundCommands } from '../ports/background.ts';
import type { Clock } from '../ports/clock.ts';
import type { FolderFiles } from '../ports/folderFiles.ts';
import type { Tool } from '../ports/tool.ts';
import type { Environment } from './commandEnvironment.ts';
import { createEditFile } from './editFile.ts';
import { type FindRipgrep, findRipgrep } from './findRipgrep.ts';
import { createFolderFiles } from './folderFiles.ts';
import { createListFiles } from './listFiles.ts';
import { createPathCompleter } from './pathCompleter.ts';
import { createPathScope } from './pathScope.ts';
import { createReadFile } from './readFile.ts';
import { createReadToolResult } from './readToolResult.ts';
import { createRunCommand } from './runCommand.ts';
import { createSearchFiles } from './searchFiles.ts';
import { createTodoWrite } from './todoWrite.ts';
import { createWriteFile } from './writeFile.ts';

export interface BuiltInToolOptions {
  /** Absolute folders in which no tool may write, existing or not: the app's own data. */
  protectedFolders: readonly string[];
  /** Commands that go on while the conversation does; without it there are none. */
  background?: BackgroundCommands;
  /** The system's unless given. */
  clock?: Clock;
  /** What commands get, less what looks like a secret: `process.env` unless given. */
  environment?: Environment;
  /** Variables that commands get though they look like secrets. */
  allowedVariables?: readonly string[];
  /** The ripgrep that came with the app unless another is given. */
  findRipgrep?: FindRipgrep;
}

/** The files that a person names in a message. They are only read. */
export function createProjectFiles(clock: Clock): FolderFiles {
  const scope = createPathScope({ protectedFolders: [] });
  return createFolderFiles({ scope, completer: createPathCompleter({ clock, findRipgrep }) });
}

export function createBuiltInTools(options: BuiltInToolOptions): Tool[] {
  const { clock = systemClock, environment = process.env, allowedVariables = [] } = options;
  const scope = createPathScope(options);
  return [
    createReadFile(scope),
    createListFiles(scope),
    createSearchFiles({ scope, clock, findRipgrep: options.findRipgrep ?? findRipgrep }),
    createWriteFile(scope),
    createEditFile(scope),
    createRunCommand({ clock, environment, allowedVariables }),
    createTodoWrite(),
    createReadToolResult(),
  ];
}
