// The built-in tools. To add one: docs/architecture.md says what it takes.

import { systemClock } from '../lib/clock.ts';
import type { Environment } from '../lib/environment.ts';
import type { BackgroundCommands } from '../ports/background.ts';
import type { Clock } from '../ports/clock.ts';
import type { SkillSource } from '../ports/customizations.ts';
import type { FolderFiles } from '../ports/folderFiles.ts';
import type { ProcessJournal } from '../ports/processes.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Tool } from '../ports/tool.ts';
import type { WebSearch } from '../ports/webSearch.ts';
import { createAskUser } from './builtin/askUser.ts';
import { createEditFile } from './builtin/editFile.ts';
import { createEndCommand } from './builtin/endCommand.ts';
import { createFetchUrl, type FetchUrlOptions } from './builtin/fetchUrl.ts';
import { createListFiles } from './builtin/listFiles.ts';
import { createLoadSkill } from './builtin/loadSkill.ts';
import { createPresentPlan } from './builtin/presentPlan.ts';
import { createReadCommand } from './builtin/readCommand.ts';
import { createReadFile } from './builtin/readFile.ts';
import { createReadToolResult } from './builtin/readToolResult.ts';
import { createRunAgent } from './builtin/runAgent.ts';
import { createRunCommand } from './builtin/runCommand.ts';
import { createSearchFiles } from './builtin/searchFiles.ts';
import { createTodoWrite } from './builtin/todoWrite.ts';
import { createUpdateMemory, type MemoryDoor } from './builtin/updateMemory.ts';
import { createWebSearchTool } from './builtin/webSearch.ts';
import { createWriteCommand } from './builtin/writeCommand.ts';
import { createWriteFile } from './builtin/writeFile.ts';
import { createFolderFiles } from './folderFiles.ts';
import { createPathGate } from './paths/pathGate.ts';
import { createPathScope } from './paths/pathScope.ts';
import { createProcessJournal, noRecords } from './process/processJournal.ts';
import { createPathCompleter } from './search/pathCompleter.ts';
import { type FindRipgrep, findRipgrep } from './search/ripgrep.ts';
import { createReadTracker } from './text/readTracker.ts';

export interface BuiltInToolOptions {
  /** Absolute folders in which no tool may write, existing or not: the app's own data. */
  protectedFolders: readonly string[];
  /** Without it commands run outside of one. */
  sandbox?: Sandbox;
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
  /** Without it there are no skills. */
  skills?: SkillSource;
  /** Without it there is no memory to change. */
  memory?: MemoryDoor;
  /** Without it the web is not searched. */
  webSearch?: WebSearch;
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
  const seen = createReadTracker();
  return [
    createReadFile({ gate, seen }),
    createListFiles(gate),
    createSearchFiles({ gate, clock, findRipgrep: options.findRipgrep ?? findRipgrep }),
    createWriteFile({ gate, seen }),
    createEditFile({ gate, seen }),
    createRunCommand({
      scope,
      clock,
      environment,
      allowedVariables,
      journal,
      background: background ?? null,
      sandbox: options.sandbox ?? null,
    }),
    ...(background
      ? [createReadCommand(background), createWriteCommand(background), createEndCommand(background)]
      : []),
    createFetchUrl(options.fetchUrl),
    createTodoWrite(),
    createReadToolResult(),
    createAskUser(),
    createPresentPlan(),
    createRunAgent(),
    // The last of them: a list that changes with a setting stays the same before it.
    ...(options.memory ? [createUpdateMemory(options.memory)] : []),
    ...(options.webSearch ? [createWebSearchTool(options.webSearch)] : []),
    ...(options.skills ? [createLoadSkill(options.skills)] : []),
  ];
}
