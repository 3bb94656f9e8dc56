// Everything a command works with: the core, its command line, its output, and the user if there is one.

import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { newestFirst } from '../../../shared/features/conversations/newestFirst.ts';
import { joinedIds } from '../../../shared/features/projects/joined.ts';
import type { Core } from '../../core.ts';
import type { Recorder } from '../../interop/scenario/recorder.ts';
import { resolveConversationId } from '../../lib/namedConversation.ts';
import { untilAborted } from '../../lib/untilAborted.ts';
import type { InputText, Streams } from './input.ts';
import { visibleLine } from './terminalText.ts';

/** What the user typed after the name of a command, validated. */
export interface Line<Values = unknown> {
  /** Arguments that are not options. */
  positionals: readonly string[];
  values: Values;
}

/** What a command needs to print its answer. `Given`: the part of the line that it reads. */
export interface Output<Given = unknown> {
  line: Given;
  /** Absolute path of the project's folder. */
  projectFolder: string;
  out(text: string): void;
  err(text: string): void;
  /** Whether standard output is a terminal. */
  outIsTerminal: boolean;
}

export interface Terminal<Given = unknown> extends Output<Given> {
  core: Core;
  /** Where relative paths on the command line start. */
  folder: string;
  /** Shows progress on one line of standard error; null clears it. Does nothing if that is not a terminal. */
  progress(text: string | null): void;
  /** Collects the exchanges for `record`; null for every other command. */
  recorder: Recorder | null;
  /** Resolves when the reader has consumed all output so far. */
  taken(): Promise<void>;
  errIsTerminal: boolean;
  /** For a command that controls keyboard and screen. */
  streams: Streams;
  /** The user wants no colors (https://no-color.org). */
  isPlain: boolean;
  /** False: no titles are requested from models (THROUGHLINE_TITLES=off). */
  makesTitles: boolean;
  /** The terminal understands no control sequences. */
  isDumb: boolean;
  /** Standard input. When the signal aborts, `read` returns what has arrived. */
  input: { isTerminal: boolean; read(maxBytes: number, signal: AbortSignal): Promise<InputText> };
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Asks yes or no; null if there is no user to ask. */
  confirm: ((question: string) => Promise<boolean>) | null;
  /**
   * Asks for a line. The answer is null after Ctrl-C, at the end of the input, and when `until` aborts first. Null itself if
   * there is no user to ask.
   */
  ask: ((question: string, until?: AbortSignal) => Promise<string | null>) | null;
  /** The same for a secret, which is not shown while it is typed. */
  askSecret: ((question: string) => Promise<string | null>) | null;
}

export type ExitCode = 0 | 1 | 2 | 130;

/** Finds the conversation that the first positional names. */
export async function resolveNamedConversation(terminal: Terminal<Line>): Promise<Result<string>> {
  return resolveConversationPrefix(terminal, firstPositional(terminal));
}

/** Empty if there is none. */
export function firstPositional({ line }: Pick<Terminal<Line>, 'line'>): string {
  return line.positionals[0] ?? '';
}

/** Finds a conversation anywhere in the data folder by its ID or a unique prefix of it. */
export async function resolveConversationPrefix(terminal: Terminal, prefix: string): Promise<Result<string>> {
  const { store } = terminal.core;
  const here = resolveConversationId(await store.conversationIds(), prefix);
  if (here.ok || here.error.code !== 'CONVERSATION_NOT_FOUND') return here;
  const coming = await store.comingConversations();
  const named = coming.length === 0 ? here : resolveConversationId(idsOf(coming), prefix);
  if (named.ok) return fetchFirst(terminal, named.value, coming.find(({ id }) => id === named.value)?.title ?? '');
  return named.error.code === 'CONVERSATION_NOT_FOUND' ? sessionElsewhere(terminal, prefix, named) : named;
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** A session of another app on another machine of the user. `otherwise`: there is none. */
async function sessionElsewhere(
  terminal: Terminal,
  prefix: string,
  otherwise: Result<string>,
): Promise<Result<string>> {
  const { machineSessions } = terminal.core;
  const sessions = await machineSessions.list();
  const ids = sessions.map(({ conversationId }) => conversationId);
  const named = ids.length === 0 ? otherwise : resolveConversationId(ids, prefix);
  if (!named.ok) return named.error.code === 'CONVERSATION_NOT_FOUND' ? otherwise : named;
  const title = sessions.find(({ conversationId }) => conversationId === named.value)?.title ?? '';
  return fetchFirst(terminal, named.value, title, () => machineSessions.prepare(named.value));
}

/** Fetches a conversation of another machine before a command works with it, with a line for the user. Returns its ID. */
export async function fetchFirst(
  terminal: Pick<Terminal, 'core' | 'signal' | 'err'>,
  conversationId: string,
  title: string,
  fetch: () => Promise<Result<unknown>> = () => terminal.core.store.readBranch(conversationId, { tail: 1 }),
): Promise<Result<string>> {
  terminal.err(`Fetching “${visibleLine(title)}” from your other machines…\n`);
  const fetched = await untilAborted(terminal.signal, fetch());
  if (!fetched) return fail('CANCELLED', say`Stopped. The conversation is not on this machine yet.`);
  return fetched.ok ? ok(conversationId) : fetched;
}

export function reportError(terminal: Terminal, error: AppError): ExitCode {
  terminal.err(`${error.message}\n`);
  return 1;
}

/** Resolves when the reader has consumed the output, or the user stops the command. */
export async function waitForReader({ taken, signal }: Terminal): Promise<void> {
  await untilAborted(signal, taken());
}

/** Conversations with their project's folder, newest first: those of this project and what is shown as one with it, or `all`. */
export async function listRows(
  terminal: Terminal,
  all: boolean,
): Promise<Result<{ row: ConversationRow; project: string | null; isHere: boolean }[]>> {
  const rows = await terminal.core.store.listConversations();
  if (!rows.ok) return rows;
  const here = new Set(rows.value.map(({ id }) => id));
  const coming = (await terminal.core.store.comingConversations()).filter(({ id }) => !here.has(id));
  const projects = await terminal.core.store.listProjects();
  const folders = new Map(projects.map(({ id, folder }) => [id, folder]));
  const project = projects.find(({ folder }) => folder === terminal.projectFolder);
  const ids = project && joinedIds(projects, project.id);
  return ok(
    (coming.length === 0 ? rows.value : [...rows.value, ...coming].sort(newestFirst))
      .map((row) => ({
        row,
        project: folders.get(row.projectId) ?? null,
        isHere: ids?.includes(row.projectId) ?? false,
      }))
      .filter(({ isHere }) => all || isHere),
  );
}
