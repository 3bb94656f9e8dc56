// Brings query.db up to date: reads what was appended, reads changed files again, and drops what is gone. Writes in short
// transactions, so that other processes get their turn; each conversation is compared again once the file is locked.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import type { Database } from '../files/database.ts';
import type { Disk } from '../files/disk.ts';
import { isCurrent, type ReadExtent, type Stamps, stampsOf } from '../search/conversationIndexing.ts';
import type { OpenFile } from '../search/openedFile.ts';
import { withStatementCache } from '../search/searchDatabase.ts';
import { refreshCosts } from './refreshCosts.ts';
import { deleteConversation, writeConversation } from './writeConversation.ts';

export interface RefreshDeps {
  disk: Disk;
  data: DataFolder;
  database: Database;
  open: OpenFile;
  /** Folder of each project on this machine, and its name. */
  projects: readonly { id: string; name: string; folder: string | null }[];
  onProgress(done: number, total: number): void;
}

type StoredExtent = ReadExtent & { number: number; projectId: string; metaStamp: string };

/** Milliseconds of work per transaction. */
const batchMs = 200;

export async function refreshQuery(deps: RefreshDeps): Promise<void> {
  const { disk, data, database } = deps;
  const statements = withStatementCache(database);
  const stored = new Map(
    database
      .prepare('SELECT name, projectId, file, size, mtime, metaStamp, whole, layout FROM stored_conversations')
      .all()
      .map((row) => [String(row.name), row as unknown as StoredExtent]),
  );
  const slice = createTimeSlice();
  const stale: { paths: ConversationPaths; stamps: Stamps }[] = [];
  for (const paths of await data.conversations()) {
    const stamps = stampsOf(disk, paths);
    const row = stored.get(paths.conversationId);
    if (stamps) stored.delete(paths.conversationId);
    if (stamps && !(row && isCurrent(row, paths, stamps))) stale.push({ paths, stamps });
    await slice();
  }

  let begunAt = 0;
  const begin = (): void => {
    if (database.isTransaction) return;
    database.exec('BEGIN IMMEDIATE');
    begunAt = performance.now();
  };
  const commitIfDue = (least: number): void => {
    if (database.isTransaction && performance.now() - begunAt >= least) database.exec('COMMIT');
  };
  const pause = (): void => {
    commitIfDue(batchMs);
    begin();
  };
  try {
    begin();
    writeProjects(database, deps.projects);
    for (const name of stored.keys()) {
      begin();
      deleteConversation(statements, name);
      commitIfDue(batchMs);
    }
    const total = stale.length;
    for (const [done, { paths, stamps }] of stale.entries()) {
      begin();
      const row = readExtent(statements, paths.conversationId);
      if (!(row && isCurrent(row, paths, stamps))) {
        await writeConversation({ ...deps, statements, pause }, paths, stamps);
      }
      commitIfDue(batchMs);
      deps.onProgress(done + 1, total);
    }
    commitIfDue(0);
    refreshCosts(deps, statements, { begin, commitIfDue: () => commitIfDue(batchMs) });
    commitIfDue(0);
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

function readExtent(statements: Pick<Database, 'prepare'>, name: string): StoredExtent | null {
  const row = statements.prepare('SELECT * FROM stored_conversations WHERE name = ?').get(name);
  return (row as unknown as StoredExtent | undefined) ?? null;
}

/** Writes nothing if nothing changed. */
function writeProjects(database: Database, projects: RefreshDeps['projects']): void {
  const stored = database.prepare('SELECT id, name, folder FROM stored_projects ORDER BY id').all();
  const current = projects
    .map(({ id, name, folder }) => ({ id, name, folder }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  if (JSON.stringify(stored) === JSON.stringify(current)) return;
  database.exec('DELETE FROM stored_projects');
  const insert = database.prepare('INSERT OR REPLACE INTO stored_projects VALUES (?, ?, ?)');
  for (const { id, name, folder } of current) insert.run(id, name, folder);
}
