// The tools that come with the app. To add one: its file, its words beside it, a line here.

import { systemClock } from '../lib/clock.ts';
import type { BackgroundCommands } from '../ports/background.ts';
import type { Clock } from '../ports/clock.ts';
import type { FolderFiles } from '../ports/folderFiles.ts';
import type { ProcessJournal } from '../ports/processes.ts';
import type { Tool } from '../ports/tool.ts';
import { createAskUser } from './askUser.ts';
import type { Environment } from './commandEnvironment.ts';
import { createEditFile } from './editFile.ts';
import { createEndCommand } from './endCommand.ts';
import { createFetchUrl, type FetchUrlOptions } from './fetchUrl.ts';
import { type FindRipgrep, findRipgrep } from './findRipgrep.ts';
import { createFolderFiles } from './folderFiles.ts';
import { createListFiles } from './listFiles.ts';
import { createPathCompleter } from './pathCompleter.ts';
import { createPathGate } from './pathGate.ts';
import { createPathScope } from './pathScope.ts';
import { createProcessJournal, noRecords } from './processes/processJournal.ts';
import { createReadCommand } from './readCommand.ts';
import { createReadFile } from './readFile.ts';
import { createReadToolResult } from './readToolResult.ts';
import { createRunAgent } from './runAgent.ts';
import { createRunCommand } from './runCommand.ts';
import { createSearchFiles } from './searchFiles.ts';
import { createSeenFiles } from './seenFiles.ts';
import { createTodoWrite } from './todoWrite.ts';
import { createWriteCommand } from './writeCommand.ts';
import { createWriteFile } from './writeFile.ts';

export interface BuiltInToolOptions {
  /** Absolute folders in which no tool may write, existing or not: the app's own data. */
  protectedFolders: readonly string[];
  /** Commands that go on while the conversation does; without it there are none. */
  background?: BackgroundCommands;
  /** Where the processes of commands are noted; without it nowhere. */
  journal?: ProcessJournal;
  /** The system's unless given. */
  clock?: Clock;
  /** What commands get, less what looks like a secret: `process.env` unless given. */
  environment?: Environment;
  /** Variables that commands get though they look like secrets. */
  allowedVariables?(): Promise<readonly string[]>;
  /** The ripgrep that came with the app unless another is given. */
  findRipgrep?: FindRipgrep;
  /** For tests, which have a server on this machine. The app gives none: the public internet and no other address. */
  fetchUrl?: FetchUrlOptions;
}

/** The files that a person names in a message. They are only read. */
export function createProjectFiles(clock: Clock): FolderFiles {
  const scope = createPathScope({ protectedFolders: [] });
  return createFolderFiles({ scope, completer: createPathCompleter({ clock, findRipgrep }) });
}

export function createBuiltInTools(options: BuiltInToolOptions): Tool[] {
  const { clock = systemClock, environment = process.env, allowedVariables = async () => [], background } = options;
  const journal = options.journal ?? createProcessJournal({ records: noRecords, clock, environment });
  const scope = createPathScope(options);
  const gate = createPathGate(scope);
  const seen = createSeenFiles();
  return [
    createReadFile({ gate, seen }),
    createListFiles(gate),
    createSearchFiles({ gate, clock, findRipgrep: options.findRipgrep ?? findRipgrep }),
    createWriteFile({ gate, seen }),
    createEditFile({ gate, seen }),
    createRunCommand({ scope, clock, environment, allowedVariables, journal, background: background ?? null }),
    ...(background
      ? [createReadCommand(background), createWriteCommand(background), createEndCommand(background)]
      : []),
    createFetchUrl(options.fetchUrl),
    createTodoWrite(),
    createReadToolResult(),
    createAskUser(),
    createRunAgent(),
  ];
}
