// Imports files and folders as conversations. File types are detected by content. IDs derive from the source's IDs, so
// a conversation is imported only once. Reports what cannot be read and imports the rest. Sources are never written.

import { describeThrown, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { type ImportProgram, programNames } from '../../../shared/features/import/otherApps.ts';
import { deriveTitle } from '../../conversation/title.ts';
import { diskFile, filesBelow, readHeadBytes } from '../../interop/diskFile.ts';
import { readProjectRoot } from '../../interop/geminiCli/projectRoot.ts';
import {
  type History,
  type HistoryFile,
  type HistoryFormat,
  type HistoryProblem,
  isProblem,
} from '../../interop/history.ts';
import { importedId } from '../../interop/importedId.ts';
import { listSessions, readStoredSession } from '../../interop/openCode/database.ts';
import {
  type CallPosition,
  growHistory,
  type HistoryStore,
  type StoredAs,
  storeHistory,
  toHistoryProblem,
} from '../../interop/storeHistory.ts';
import { openZip } from '../../interop/zip.ts';

export interface ImportedRow {
  program: ImportProgram;
  session: string;
  title: string;
  /** Where it worked; null if nowhere or unknown. */
  folder: string | null;
  messages: number;
  /** Our ID, the same at every import. */
  conversationId: string;
  /** The conversation that started this sub-agent. */
  agentOf: string | null;
  /**
   * `new`: imported, or would be; `grown`: existed, and gained its source's additions; `known`: existed; `failed`:
   * could not be stored, see the problems.
   */
  state: 'new' | 'grown' | 'known' | 'failed';
  /** Number of messages imported, or that would be. */
  added: number;
}
/** Imports from files and folders. CANCELLED when the signal aborts; finished ones stay. */
export type ImportPaths = (paths: readonly string[], options: ImportOptions) => Promise<Result<ImportReport>>;

export interface ImportReport {
  rows: ImportedRow[];
  problems: HistoryProblem[];
  files: number;
}

export interface ImportOptions {
  /** Null to detect by content. */
  as: ImportProgram | null;
  dryRun: boolean;
  /** IDs of conversations to import, with their sub-agents; default: all. */
  only?: ReadonlySet<string> | undefined;
  /** For uploaded files: they determine no folder, and are named as the user knows them. */
  uploads?: { nameOf(path: string): string } | undefined;
  signal: AbortSignal;
  onStored?: ((conversationId: string) => void) | undefined;
  onProgress?(done: { files: number; conversations: number }): void;
}

export interface ImportDeps {
  store: HistoryStore;
  formats: readonly HistoryFormat[];
  /** Folders of apps' own sessions, whose working folders can be trusted as the user's. */
  ownPlaces: readonly string[];
}

interface Importing extends ImportDeps {
  options: ImportOptions;
  report: ImportReport;
  /** IDs of existing and imported conversations. */
  existingIds: Set<string>;
  /** IDs of this import: a sub-agent may also have a separate file. */
  seen: Set<string>;
  /** As resolved by `storeHistory`. */
  projects: Map<string, string>;
}

const headBytes = 64 * 1024;
const maxFiles = 100_000;

/** CANCELLED when the signal aborts; finished ones stay. */
export async function importPaths(
  deps: ImportDeps,
  paths: readonly string[],
  options: ImportOptions,
): Promise<Result<ImportReport>> {
  const report: ImportReport = { rows: [], problems: [], files: 0 };
  const knownIds = new Set(await deps.store.conversationIds());
  const importing: Importing = {
    ...deps,
    options,
    report,
    existingIds: knownIds,
    seen: new Set(),
    projects: new Map(),
  };
  const named = new Set(paths);
  for (const path of paths) {
    const before = report.rows.length + report.problems.length;
    try {
      for await (const file of filesBelow(path, maxFiles)) {
        await importPath(importing, file, named.has(file));
        if (options.signal.aborted)
          return fail('CANCELLED', say`The import was stopped. Conversations imported so far are kept.`);
      }
    } catch (thrown) {
      report.problems.push(unreadable(options.uploads?.nameOf(path) ?? path, thrown));
    }
    if (report.rows.length + report.problems.length === before && !options.only) {
      const message = say`No conversations were found.`;
      report.problems.push({ file: options.uploads?.nameOf(path) ?? path, line: null, message });
    }
  }
  return ok(report);
}

/** `isNamed`: picked by the user; inside a folder, unrelated files are expected. */
async function importPath(importing: Importing, path: string, isNamed: boolean): Promise<void> {
  const { report, ownPlaces, options } = importing;
  const { uploads } = options;
  try {
    const name = uploads ? uploads.nameOf(path) : path;
    const file = diskFile(path, name);
    const head = await readHeadBytes(file, headBytes);
    const isOwn = !uploads && ownPlaces.some((place) => path.startsWith(place));
    if (isDatabase(head)) {
      await importDatabase(importing, path, { isNamed, isOwn });
      return;
    }
    if (!isZip(head)) {
      await importFile(importing, file, head, { isNamed, isOwn, path: uploads ? null : path });
      return;
    }
    const archive = await openZip(path, name);
    if (!('names' in archive)) {
      if (isNamed) report.problems.push(archive);
      return;
    }
    const before = report.files;
    for (const name of archive.names) {
      const inside = archive.file(name);
      if (inside && !options.signal.aborted)
        await importFile(importing, inside, await readHeadBytes(inside, headBytes), notNamed);
    }
    archive.close();
    if (!isNamed && report.files === before) return;
    report.problems.push(...archive.problems);
    if (report.files === before) report.problems.push({ file: path, line: null, message: unknownFile });
  } catch (thrown) {
    report.problems.push(unreadable(uploads ? uploads.nameOf(path) : path, thrown));
  }
}

/** OpenCode stores sessions in a database. Any other database is not a conversation. */
async function importDatabase(
  importing: Importing,
  path: string,
  { isNamed, isOwn }: Pick<FilePlace, 'isNamed' | 'isOwn'>,
): Promise<void> {
  const { options, report } = importing;
  let sessions: ReturnType<typeof listSessions>;
  try {
    sessions = listSessions(path);
  } catch {
    if (isNamed) report.problems.push({ file: path, line: null, message: unknownFile });
    return;
  }
  report.files++;
  for (const { id } of sessions) {
    if (options.signal.aborted) return;
    const history = await readStoredSession(path, id, options.signal);
    if (history) await take(importing, history, isOwn, null);
    options.onProgress?.({ files: report.files, conversations: report.rows.length });
  }
}

interface FilePlace {
  isNamed: boolean;
  isOwn: boolean;
  /** Null if in an archive or uploaded. */
  path: string | null;
}

const notNamed: FilePlace = { isNamed: false, isOwn: false, path: null };

async function importFile(
  importing: Importing,
  file: HistoryFile,
  head: Uint8Array,
  { isNamed, isOwn, path }: FilePlace,
): Promise<void> {
  const { options, report } = importing;
  const format = formatOf(importing.formats, file.name, head, options.as);
  if (!format) {
    if (isNamed) report.problems.push({ file: file.name, line: null, message: unknownFile });
    return;
  }
  report.files++;
  const problemsBefore = report.problems.length;
  const folder = format.program === 'gemini-cli' && path !== null ? readProjectRoot(path) : null;
  let isEmpty = true;
  const reaching = path === null || !format.levelsAbove ? file : diskFile(path, file.name, format.levelsAbove);
  for await (const read of format.read(reaching, options.signal)) {
    if (options.signal.aborted) return;
    if (isProblem(read)) report.problems.push(read);
    else {
      isEmpty &&= read.messages.length === 0;
      await take(importing, { ...read, folder: read.folder ?? folder }, isOwn, null);
    }
    options.onProgress?.({ files: report.files, conversations: report.rows.length });
  }
  if (isNamed && isEmpty && report.problems.length === problemsBefore) {
    const message = say`This looks like a ${programNames[format.program]} file, but it contains no messages.`;
    report.problems.push({ file: file.name, line: null, message });
  }
}

function formatOf(
  formats: readonly HistoryFormat[],
  name: string,
  head: Uint8Array,
  as: ImportProgram | null,
): HistoryFormat | undefined {
  if (as !== null) return formats.find(({ program }) => program === as);
  const text = new TextDecoder().decode(head);
  return formats.find((format) => format.recognises(text, name.replace(/^.*[\\/]/, '')));
}

function isDatabase(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 16)).toString('latin1') === 'SQLite format 3\0';
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

const unknownFile = say`Throughline cannot read conversations in this format.`;

async function take(
  importing: Importing,
  history: History,
  isOwn: boolean,
  parent: CallPosition | null,
): Promise<void> {
  const { program, session, messages, agents } = history;
  const { report, seen, options } = importing;
  const conversationId = importedId(program, session);
  if (messages.length === 0) report.problems.push(...history.problems);
  if (messages.length === 0 || seen.has(conversationId)) return;
  // Sub-agents are imported with the conversation that started them.
  if (parent === null && options.only && !options.only.has(conversationId)) return;
  seen.add(conversationId);
  report.problems.push(...history.problems);
  const title = history.title || deriveTitle(messages);
  const agentOf = parent?.conversationId ?? null;
  const row: ImportedRow = {
    ...{ program, session, title, folder: history.folder, messages: messages.length, conversationId, agentOf },
    ...{ state: 'new', added: messages.length },
  };
  report.rows.push(row);
  await store(importing, history, row, { conversationId, isOwn, parent, projects: importing.projects });
  for (const { history: agent, call } of agents)
    await take(importing, agent, isOwn, call && { conversationId, ...call });
}

/** Records the outcome in the row. */
async function store(importing: Importing, history: History, row: ImportedRow, as: StoredAs): Promise<void> {
  const { existingIds, report, options } = importing;
  const { dryRun } = options;
  let problem: HistoryProblem | null = null;
  if (existingIds.has(row.conversationId)) {
    const grown = await growHistory(importing.store, history, as, dryRun);
    if (grown.ok) {
      row.added = grown.value.added;
      row.state = row.added > 0 ? 'grown' : 'known';
    } else problem = toHistoryProblem(history, grown.error);
  } else if (!dryRun) {
    problem = await storeHistory(importing.store, history, as);
    if (problem === null) existingIds.add(row.conversationId);
  }
  if (problem === null) {
    if (!dryRun && row.added > 0) options.onStored?.(row.conversationId);
    return;
  }
  Object.assign(row, { state: 'failed', added: 0 });
  report.problems.push(problem);
}

function unreadable(file: string, thrown: unknown): HistoryProblem {
  if ((thrown as NodeJS.ErrnoException).code === 'ENOENT')
    return { file, line: null, message: say`The file or folder does not exist.` };
  return { file, line: null, message: say`It could not be read: ${describeThrown(thrown)}.` };
}
