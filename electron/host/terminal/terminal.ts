// What a command gets: the core, its command line, and its output.

import type { ConversationRow } from '../../../shared/contract/conversation.ts';
import { type AppError, ok, type Result } from '../../../shared/errors.ts';
import { namedConversation } from '../../../shared/namedConversation.ts';
import type { Core } from '../../core.ts';
import type { Recorder } from '../../interop/scenario/recorder.ts';
import { untilAborted } from '../../lib/untilAborted.ts';
import type { CommandLine } from './commandLine.ts';
import type { InputText } from './input.ts';
import type { Streams } from './streams.ts';

export interface Terminal {
  core: Core;
  line: CommandLine;
  /** Relative paths on the line begin here. */
  folder: string;
  /** Absolute path of the project's folder. */
  projectFolder: string;
  out(text: string): void;
  err(text: string): void;
  /** How far it has come, on one line of standard error; null takes it away. Shown only where that is a terminal. */
  progress(text: string | null): void;
  /** Collects the exchanges for `record`; null for every other command. */
  recorder: Recorder | null;
  /** Resolves when the reader of the output has taken everything written so far. */
  taken(): Promise<void>;
  /** Whether a person sees what goes out there. */
  outIsTerminal: boolean;
  errIsTerminal: boolean;
  /** For a command that has the keyboard and the screen to itself. */
  streams: Streams;
  /** No colours are wanted (https://no-color.org); a terminal that knows no control sequences. */
  isPlain: boolean;
  isDumb: boolean;
  /** Standard input. When the signal aborts, `read` returns what has arrived. */
  input: { isTerminal: boolean; read(maxBytes: number, signal: AbortSignal): Promise<InputText> };
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Asks yes or no; null where nobody can be asked. */
  confirm: ((question: string) => Promise<boolean>) | null;
  /**
   * Asks for a line; null for Ctrl-C, the end of the input, and when `until` was aborted first. Null itself where nobody can
   * be asked.
   */
  ask: ((question: string, until?: AbortSignal) => Promise<string | null>) | null;
}

export type ExitCode = 0 | 1 | 2 | 130;

/** The conversation that a shortened id names, over the whole data folder. */
export async function resolveId(terminal: Terminal, prefix: string): Promise<Result<string>> {
  return namedConversation(await terminal.core.store.conversationIds(), prefix);
}

export function reportError(terminal: Terminal, error: AppError): ExitCode {
  terminal.err(`${error.message}\n`);
  return 1;
}

/** Resolves when what was written has been taken, or nothing more is wanted. */
export async function takenOrStopped({ taken, signal }: Terminal): Promise<void> {
  await untilAborted(signal, taken());
}

/** Rows with the folder of their project, newest first; those of the project only unless `all`. */
export async function listRows(
  terminal: Terminal,
  all: boolean,
): Promise<Result<{ row: ConversationRow; project: string | null }[]>> {
  const rows = await terminal.core.store.listConversations();
  if (!rows.ok) return rows;
  const projects = new Map((await terminal.core.store.listProjects()).map((project) => [project.id, project.folder]));
  return ok(
    rows.value
      .map((row) => ({ row, project: projects.get(row.projectId) ?? null }))
      .filter(({ project }) => all || project === terminal.projectFolder),
  );
}
