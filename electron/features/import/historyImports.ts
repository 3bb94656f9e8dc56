// What a window selected for import: paths that the user picked in the host's dialog, or an upload. The window cannot
// choose paths itself.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say, toUserTextData } from '../../../shared/core/sentence.ts';
import {
  type ImportFindings,
  type ImportRow,
  maxImportProblems,
  maxImportRows,
} from '../../../shared/features/import/methods.ts';
import type { KeyedQueue } from '../../lib/protocolServer.ts';
import type { Native } from '../../ports/native.ts';
import type { ImportedRow, ImportPaths, ImportReport } from './importer.ts';
import type { HistoryImports, ImportWatch, UploadFolder } from './imports.ts';

export interface HistoryImportsDeps {
  importPaths: ImportPaths;
  native: Pick<Native, 'pickToImport' | 'takeOpened'>;
  openUploads(): UploadFolder;
  tasks: KeyedQueue;
}

type Choice = { paths: readonly string[] } | { folder: UploadFolder };

const nothingChosen = fail('PARAMS_INVALID', say`Nothing is selected to import. Choose the files again.`);

export function createHistoryImports({ importPaths, native, openUploads, tasks }: HistoryImportsDeps): HistoryImports {
  const choices = new Map<string, Choice>();

  const inTurn = <T>(owner: string, task: () => Promise<T>): Promise<T> => tasks.run(`import:${owner}`, task);

  async function choose(owner: string, choice: Choice | null): Promise<void> {
    const before = choices.get(owner);
    if (choice) choices.set(owner, choice);
    else choices.delete(owner);
    if (before && 'folder' in before) await before.folder.discard();
  }

  function read(
    owner: string,
    { signal, onProgress, onStored }: ImportWatch,
    how: { dryRun: boolean; only?: ReadonlySet<string> | undefined },
  ): Promise<Result<ImportFindings>> {
    return inTurn(owner, async () => {
      const choice = choices.get(owner);
      if (!choice) return nothingChosen;
      const uploads = 'folder' in choice ? choice.folder : undefined;
      const paths = 'folder' in choice ? await choice.folder.paths() : choice.paths;
      const report = await importPaths(paths, { as: null, signal, onProgress, onStored, uploads, ...how });
      return report.ok ? ok(findingsOf(report.value)) : report;
    });
  }

  return {
    async pick(owner, what) {
      const { supported, paths } = await native.pickToImport(what);
      if (paths.length > 0) await inTurn(owner, () => choose(owner, { paths }));
      return { supported, chosen: paths.length > 0 };
    },
    async takeOpened(owner, key) {
      const paths = native.takeOpened(key);
      if (paths.length === 0) return nothingChosen;
      await inTurn(owner, () => choose(owner, { paths }));
      return ok(undefined);
    },
    upload: (owner, { first, ...piece }) =>
      inTurn(owner, async () => {
        if (first) await choose(owner, { folder: openUploads() });
        const choice = choices.get(owner);
        return choice && 'folder' in choice ? choice.folder.add(piece) : nothingChosen;
      }),
    preview: (owner, watch) => read(owner, watch, { dryRun: true }),
    run: (owner, only, watch) => read(owner, watch, { dryRun: false, only: only ? new Set(only) : undefined }),
    drop: (owner) => inTurn(owner, () => choose(owner, null)),
  };
}

/** A sub-agent's conversation counts with the one that started it. */
function findingsOf({ rows, problems, files }: ImportReport): ImportFindings {
  const byId = new Map<string, ImportRow>();
  const roots: ImportRow[] = [];
  for (const row of rows) {
    const root = row.agentOf === null ? undefined : byId.get(row.agentOf);
    if (root) addAgent(root, row);
    const rootRow = root ?? rowOf(row);
    if (!root) roots.push(rootRow);
    byId.set(row.conversationId, rootRow);
  }
  const counts = { new: 0, grown: 0, known: 0, failed: 0 };
  for (const { state } of roots) counts[state]++;
  return {
    rows: roots.slice(0, maxImportRows),
    counts,
    problems: problems.slice(0, maxImportProblems).map((each) => ({ ...each, message: toUserTextData(each.message) })),
    moreProblems: Math.max(0, problems.length - maxImportProblems),
    files,
  };
}

function rowOf({ conversationId, program, title, folder, messages, state, added }: ImportedRow): ImportRow {
  return { conversationId, program, title: title.slice(0, 500), folder, messages, agents: 0, state, added };
}

function addAgent(root: ImportRow, agent: ImportedRow): void {
  root.agents++;
  root.added += agent.added;
  if (root.state === 'known' && agent.added > 0) root.state = 'grown';
}
