// Files and folders → conversations of ours. What a file is, is told by its content. A conversation comes in once: its id is made of
// what its program calls it. What cannot be read is named, and the rest comes in. The sources are never written.

import { callsOf, type Message } from '../../../shared/conversation/message.ts';
import { deriveTitle } from '../../../shared/conversation/title.ts';
import { describeThrown, fail, ok, type Result } from '../../../shared/errors.ts';
import { type ImportProgram, programNames } from '../../../shared/programs.ts';
import { restoreSentence, type Sentence, say } from '../../../shared/sentence.ts';
import type { ConversationStore } from '../../ports/store.ts';
import { type History, type HistoryFormat, type HistoryProblem, isProblem } from '../history.ts';
import { importedId } from '../importedId.ts';
import { diskFile, fileName, filesBelow, headOf } from './diskFile.ts';

export interface ImportedRow {
  program: ImportProgram;
  session: string;
  title: string;
  messages: number;
  /** Of ours: the same at every import. */
  conversationId: string;
  /** `new`: it came in, or would; `known`: it was here before; `failed`: it could not be stored, as a problem says. */
  state: 'new' | 'known' | 'failed';
}

export interface ImportReport {
  rows: ImportedRow[];
  problems: HistoryProblem[];
  files: number;
}

export interface ImportOptions {
  /** Null: told by content. */
  as: ImportProgram | null;
  /** Nothing is stored. */
  dryRun: boolean;
  signal: AbortSignal;
  onProgress?(done: { files: number; conversations: number }): void;
}

type Store = Pick<
  ConversationStore,
  'importConversation' | 'openProject' | 'openFolderlessProject' | 'conversationIds'
>;

const headBytes = 64 * 1024;
const mostFiles = 100_000;

/** CANCELLED when the signal aborts: what came in by then stays. */
export async function importPaths(
  store: Store,
  formats: readonly HistoryFormat[],
  paths: readonly string[],
  options: ImportOptions,
): Promise<Result<ImportReport>> {
  const report: ImportReport = { rows: [], problems: [], files: 0 };
  const known = new Set(await store.conversationIds());
  const { signal } = options;
  const tell = (): void => options.onProgress?.({ files: report.files, conversations: report.rows.length });
  for (const path of paths) {
    const isNamed = new Set(paths);
    try {
      for await (const file of filesBelow(path, mostFiles)) {
        if (signal.aborted) return cancelled();
        const found = await formatOf(formats, file, options.as);
        if (!found) {
          // In a folder other files are to be expected.
          if (isNamed.has(file))
            report.problems.push(problemOf(file, say`This is no conversation of a known program.`));
          continue;
        }
        report.files++;
        for await (const read of found.read(diskFile(file), signal)) {
          if (signal.aborted) return cancelled();
          if (isProblem(read)) report.problems.push(read);
          else await take(store, read, report, known, options.dryRun, null);
          tell();
        }
      }
    } catch (thrown) {
      report.problems.push(problemOf(path, say`It could not be read: ${describeThrown(thrown)}.`));
    }
  }
  return ok(report);
}

function cancelled(): Result<never> {
  return fail('CANCELLED', say`The import was stopped. What had come in stays.`);
}

async function formatOf(
  formats: readonly HistoryFormat[],
  path: string,
  as: ImportProgram | null,
): Promise<HistoryFormat | undefined> {
  if (as !== null) return formats.find(({ program }) => program === as);
  const head = await headOf(path, headBytes);
  return formats.find((format) => format.recognises(head, fileName(path)));
}

async function take(
  store: Store,
  history: History,
  report: ImportReport,
  known: Set<string>,
  dryRun: boolean,
  parent: { conversationId: string; messageId: string; index: number } | null,
): Promise<void> {
  const { program, session, messages } = history;
  const title = history.title || deriveTitle(messages);
  report.problems.push(...history.problems);
  if (history.messages.length === 0) return;
  const conversationId = importedId(program, session);
  // An agent has a file of its own beside the one that it came in with.
  if (report.rows.some((row) => row.conversationId === conversationId)) return;
  const row: ImportedRow = { program, session, title, messages: history.messages.length, conversationId, state: 'new' };
  report.rows.push(row);
  if (known.has(conversationId)) row.state = 'known';
  else if (!dryRun) await storeHistory(store, history, row, report, parent);
  if (row.state === 'new') known.add(conversationId);
  for (const { history: agent, call } of history.agents) {
    const by = call === null ? null : { conversationId, ...call };
    await take(store, agent, report, known, dryRun, by);
  }
}

async function storeHistory(
  store: Store,
  history: History,
  row: ImportedRow,
  report: ImportReport,
  parent: { conversationId: string; messageId: string; index: number } | null,
): Promise<void> {
  const project = await projectOf(store, history.folder);
  const stored = project.ok
    ? await store.importConversation({
        conversationId: row.conversationId,
        projectId: project.value,
        title: history.title,
        messages: withAgents(parent === null ? history.messages : withParent(history.messages, parent), history),
        headId: history.headId,
        attachments: history.attachments,
      })
    : project;
  if (stored.ok) return;
  row.state = 'failed';
  const name = programNames[history.program];
  report.problems.push({
    file: `${name} ${history.session}`,
    line: null,
    message: restoreSentence(stored.error.message, stored.error.said),
  });
}

/** A call that started an agent leads to the conversation of ours that it became; to none where it did not come in. */
function withAgents(messages: readonly Message[], { program, agents }: History): Message[] {
  const byCall = new Map<string, string>();
  for (const { history, call } of agents) {
    const asked = call && messages.find(({ id }) => id === call.messageId);
    const id = asked && callsOf(asked)[call.index]?.id;
    if (id !== undefined && id !== null) byCall.set(id, importedId(program, history.session));
  }
  return messages.map((message) => {
    if (message.role !== 'tool') return message;
    const { agent, ...details } = message.details ?? {};
    const conversationId = byCall.get(message.tool_call_id);
    if (conversationId !== undefined)
      return { ...message, details: { ...details, agent: { ...agent, conversationId } } };
    return agent ? { ...message, details } : message;
  });
}

/** As with an agent of ours, so that it belongs to the conversation that started it. */
function withParent(
  messages: History['messages'],
  by: { conversationId: string; messageId: string; index: number },
): History['messages'] {
  return messages.map((message, at) =>
    at === 0
      ? { ...message, origin: { ...message.origin, ...by, type: 'sub-agent', imported: message.origin } }
      : message,
  );
}

async function projectOf(store: Store, folder: string | null): Promise<Result<string>> {
  if (folder !== null) {
    const opened = await store.openProject(folder);
    if (opened.ok) return ok(opened.value.id);
  }
  const without = await store.openFolderlessProject();
  return without.ok ? ok(without.value.id) : without;
}

function problemOf(file: string, message: Sentence): HistoryProblem {
  return { file, line: null, message };
}
