// Lists conversations straight from index.db if it is fully current: every conversation has a row, every row a
// conversation, and no file has changed. That costs two stats per conversation and loads none of the store. Returns
// null in any other case; the store then builds the list and fixes the index.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import type { Database } from '../files/database.ts';
import { indexVersion, stampOf } from './indexFormat.ts';

/** How the files are read: plain here, encrypted in encryptedFiles.ts. */
export interface ListFiles {
  /** Whether the file has this stamp; empty: whether there is none. */
  hasStamp(path: string, stamp: string): boolean;
  readText(path: string): string;
  openIndex(path: string, busyMs: number): Database | Promise<Database>;
}

export interface UnchangedRow {
  id: string;
  title: string;
  createdAt: string;
  updatedAt: string;
  messageCount: number | null;
  pinned: boolean;
  archived: boolean;
  unread: boolean;
  tags?: string[];
  /** Its messages are still on another machine. */
  coming?: true;
  project: string | null;
}

type Cells = [
  id: string,
  projectId: string,
  title: string,
  createdAt: string,
  updatedAt: string,
  messageCount: number | null,
  parentId: string,
  pinned: number,
  archived: number,
  unread: number,
  logStamp: string,
  metaStamp: string,
  tags: string,
];

const query = `SELECT id, projectId, title, createdAt, updatedAt, messageCount, parentId, pinned, archived, unread,
  logStamp, metaStamp, tags FROM conversations`;
/** Milliseconds that a read may wait for another process. */
const busyMs = 40;

const plainFiles: ListFiles = {
  hasStamp: (path, stamp) => stampAt(path, statSync) === stamp,
  readText: (path) => readFileSync(path, 'utf8'),
  async openIndex(path, timeout) {
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(path, { readOnly: true, timeout });
  },
};

/** Newest first, without sub-agents whose parents exist. */
export async function readUnchangedList(
  dataDir: string,
  hostName: string,
  files = plainFiles,
): Promise<UnchangedRow[] | null> {
  try {
    const projects = `${dataDir}${sep}projects`;
    if (await hasComing(`${dataDir}${sep}sync-state.db`, files)) return null;
    if (!existsSync(projects)) return existsSync(`${dataDir}${sep}index.db`) ? null : [];
    const rows = await indexed(`${dataDir}${sep}index.db`, files);
    const folders = rows && unchangedFolders(projects, hostName, rows, files);
    return folders && listed(rows, folders);
  } catch {
    // An unreadable folder or a locked or damaged index: leave it to the store to report.
    return null;
  }
}

async function indexed(path: string, files: ListFiles): Promise<Map<string, Cells> | null> {
  if (!existsSync(path)) return null;
  const database = await files.openIndex(path, busyMs);
  try {
    if (database.prepare('PRAGMA user_version').get()?.user_version !== indexVersion) return null;
    const statement = database.prepare(query);
    statement.setReturnArrays(true);
    const cells = statement.all() as unknown as Cells[];
    return new Map(cells.map((row) => [row[0], row]));
  } finally {
    database.close();
  }
}

/** Whether another machine has stored messages that sync has not fetched yet. */
async function hasComing(path: string, files: ListFiles): Promise<boolean> {
  if (!existsSync(path)) return false;
  const database = await files.openIndex(path, busyMs);
  try {
    return database.prepare("SELECT 1 FROM segments WHERE state IN ('new', 'waits') LIMIT 1").get() !== undefined;
  } finally {
    database.close();
  }
}

/** Maps project IDs to local folders. Null if a row does not match the disk. */
function unchangedFolders(
  projects: string,
  hostName: string,
  rows: ReadonlyMap<string, Cells>,
  files: ListFiles,
): Map<string, string | null> | null {
  const folders = new Map<string, string | null>();
  let matched = 0;
  for (const { name: projectId } of readdirSync(projects, { withFileTypes: true }).filter(isFolder)) {
    const project = `${projects}${sep}${projectId}`;
    if (!isInPlace(projectId)) {
      const folder = folderHere(files.readText(`${project}${sep}project.json`), hostName);
      if (folder === undefined) return null;
      folders.set(projectId, folder);
    }
    const conversations = `${project}${sep}conversations`;
    for (const id of existsSync(conversations) ? readdirSync(conversations) : []) {
      if (!isSafeId(id) || isInPlace(id)) continue;
      const folder = `${conversations}${sep}${id}`;
      const row = rows.get(id);
      // A conversation without messages is never listed.
      if (!row && files.hasStamp(`${folder}${sep}messages.json`, '')) continue;
      if (!row || row[1] !== projectId || row[5] === null) return null;
      if (!files.hasStamp(`${folder}${sep}messages.json`, row[10])) return null;
      if (!files.hasStamp(`${folder}${sep}meta.json`, row[11])) return null;
      matched++;
    }
  }
  return matched === rows.size ? folders : null;
}

/** Empty if there is no file. */
export function stampAt(path: string, stat: typeof statSync): string {
  const stats = stat(path, { bigint: true, throwIfNoEntry: false });
  return stats ? stampOf({ ino: stats.ino, size: stats.size, mtime: stats.mtimeNs }) : '';
}

function isFolder(entry: { name: string; isDirectory(): boolean }): boolean {
  return entry.isDirectory() && isSafeId(entry.name);
}

/** Null if it has none on this machine; undefined if another project's may count, or the text of project.json is not exactly as we write it. */
function folderHere(text: string, hostName: string): string | null | undefined {
  const {
    v = 1,
    id,
    name,
    createdAt,
    folders = {},
    trusted = {},
    approvalModes = {},
    sameAs = null,
  } = JSON.parse(text) as Record<string, unknown>;
  if (sameAs !== null) return undefined;
  if (typeof v !== 'number' || [id, name, createdAt].some((value) => typeof value !== 'string')) return undefined;
  if (![folders, trusted, approvalModes].every(isTexts)) return undefined;
  return (folders as Record<string, string>)[hostName] ?? null;
}

function isTexts(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((text) => typeof text === 'string');
}

function listed(rows: ReadonlyMap<string, Cells>, folders: ReadonlyMap<string, string | null>): UnchangedRow[] {
  const topLevelRows = [...rows.values()].filter(([id, , , , , , parentId]) => {
    return parentId === '' || parentId === id || !rows.has(parentId);
  });
  topLevelRows.sort((a, b) => (a[4] !== b[4] ? (a[4] < b[4] ? 1 : -1) : a[0] < b[0] ? 1 : -1));
  return topLevelRows.map((cells) => {
    const [id, projectId, title, createdAt, updatedAt, messageCount, , pinned, archived, unread] = cells;
    const tags = cells[12];
    return {
      ...{ id, title, createdAt, updatedAt, messageCount },
      ...{ pinned: pinned === 1, archived: archived === 1, unread: unread === 1 },
      ...(tags === '' ? {} : { tags: JSON.parse(tags) as string[] }),
      project: folders.get(projectId) ?? null,
    };
  });
}
