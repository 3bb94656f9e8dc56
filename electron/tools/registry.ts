// The built-in tools. docs/architecture.md explains how to add one.

import { systemClock } from '../lib/clock.ts';
import type { Environment } from '../lib/environment.ts';
import type { Log } from '../lib/log.ts';
import type { BackgroundCommands } from '../ports/background.ts';
import type { Clock } from '../ports/clock.ts';
import type { SkillSource } from '../ports/customizations.ts';
import type { FolderFiles } from '../ports/folderFiles.ts';
import type { ProcessJournal } from '../ports/processes.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { SharedBrowser } from '../ports/sharedBrowser.ts';
import type { Tool } from '../ports/tool.ts';
import type { WebSearch } from '../ports/webSearch.ts';
import { createAskUser } from './builtin/askUser.ts';
import { createBrowserTools } from './builtin/browserTools.ts';
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
import { createUpdateMemory, type MemoryAccess } from './builtin/updateMemory.ts';
import { createWebSearchTool } from './builtin/webSearch.ts';
import { createWriteCommand } from './builtin/writeCommand.ts';
import { createWriteFile } from './builtin/writeFile.ts';
import { createFolderFiles } from './folderFiles.ts';
import { createPathGate } from './paths/pathGate.ts';
import { createPathScope } from './paths/pathScope.ts';
import { createProcessJournal, noRecords } from './process/processJournal.ts';
import { createPathCompleter } from './search/pathCompleter.ts';
import { type FindRipgrep, findRipgrep } from './search/ripgrep.ts';
import { createSymbols } from './symbols/symbols.ts';
import { createReadTracker } from './text/readTracker.ts';

export interface BuiltInToolOptions {
  /** Absolute folders in which no tool may write, existing or not: the app's own data. */
  protectedFolders: readonly string[];
  /** Without it, commands run unsandboxed. */
  sandbox?: Sandbox;
  /** Without it, there are no background commands. */
  background?: BackgroundCommands;
  /** Records command processes; optional. */
  journal?: ProcessJournal;
  clock?: Clock;
  /** The environment of commands, before secrets are removed. Default: `process.env`. */
  environment?: Environment;
  /** Secret-looking variables that commands may see. */
  allowedVariables?(): Promise<readonly string[]>;
  findRipgrep?: FindRipgrep;
  /** Without it, there are no skills. */
  skills?: SkillSource;
  /** Without it, memory cannot be changed. */
  memory?: MemoryAccess;
  /** Without it, there is no web search. */
  webSearch?: WebSearch;
  /** Without it, there is no shared browser. */
  sharedBrowser?: SharedBrowser;
  /** For tests with a local server. The app passes nothing, which means the public internet only. */
  fetchUrl?: FetchUrlOptions;
}

/** Files that the user names in a message. Read-only. */
export function createProjectFiles(clock: Clock): FolderFiles {
  const scope = createPathScope({ protectedFolders: [] });
  return createFolderFiles({ scope, completer: createPathCompleter({ clock, findRipgrep }), clock, findRipgrep });
}

export function createProjectSymbols(log: Log): ReturnType<typeof createSymbols> {
  return createSymbols({ log, findRipgrep });
}

export function createBuiltInTools(options: BuiltInToolOptions): Tool[] {
  const { clock = systemClock, environment = process.env, allowedVariables = async () => [], background } = options;
  const journal = options.journal ?? createProcessJournal({ records: noRecords, clock, environment });
  const scope = createPathScope(options);
  const gate = createPathGate(scope);
  const tracker = createReadTracker();
  return [
    createReadFile({ gate, tracker }),
    createListFiles(gate),
    createSearchFiles({ gate, clock, findRipgrep: options.findRipgrep ?? findRipgrep }),
    createWriteFile({ gate, tracker }),
    createEditFile({ gate, tracker }),
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
    // Last, so that toggling it by a setting does not change the list before it.
    ...(options.memory ? [createUpdateMemory(options.memory)] : []),
    ...(options.webSearch ? [createWebSearchTool(options.webSearch)] : []),
    ...(options.skills ? [createLoadSkill(options.skills)] : []),
    ...(options.sharedBrowser ? createBrowserTools(options.sharedBrowser) : []),
  ];
}
