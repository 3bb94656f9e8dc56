// Lists conversations straight from index.db if it is fully current: every conversation has a row, every row a
// conversation, and no file has changed. That costs two stats per conversation and loads none of the store. Returns
// null in any other case; the store then builds the list and fixes the index.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { isSafeId } from '../../../shared/core/ids.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import { indexVersion, stampOf } from './indexFormat.ts';

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
const exact = { bigint: true, throwIfNoEntry: false } as const;

/** Newest first, without sub-agents whose parents exist. */
export async function readUnchangedList(dataDir: string, hostName: string): Promise<UnchangedRow[] | null> {
  try {
    const projects = `${dataDir}${sep}projects`;
    if (!existsSync(projects)) return existsSync(`${dataDir}${sep}index.db`) ? null : [];
    const rows = await indexed(`${dataDir}${sep}index.db`);
    const folders = rows && unchangedFolders(projects, hostName, rows);
    return folders && listed(rows, folders);
  } catch {
    // An unreadable folder or a locked or damaged index: leave it to the store to report.
    return null;
  }
}

async function indexed(path: string): Promise<Map<string, Cells> | null> {
  if (!existsSync(path)) return null;
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyMs });
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

/** Maps project IDs to local folders. Null if a row does not match the disk. */
function unchangedFolders(
  projects: string,
  hostName: string,
  rows: ReadonlyMap<string, Cells>,
): Map<string, string | null> | null {
  const folders = new Map<string, string | null>();
  let matched = 0;
  for (const { name: projectId } of readdirSync(projects, { withFileTypes: true }).filter(isFolder)) {
    const project = `${projects}${sep}${projectId}`;
    if (!isInPlace(projectId)) {
      const folder = folderHere(`${project}${sep}project.json`, hostName);
      if (folder === undefined) return null;
      folders.set(projectId, folder);
    }
    const conversations = `${project}${sep}conversations`;
    for (const id of existsSync(conversations) ? readdirSync(conversations) : []) {
      if (!isSafeId(id) || isInPlace(id)) continue;
      const folder = `${conversations}${sep}${id}`;
      const row = rows.get(id);
      // A conversation without messages is never listed.
      if (!row && !statSync(`${folder}${sep}messages.json`, exact)) continue;
      if (!row || row[1] !== projectId || row[5] === null) return null;
      if (stampAt(`${folder}${sep}messages.json`) !== row[10] || stampAt(`${folder}${sep}meta.json`) !== row[11]) {
        return null;
      }
      matched++;
    }
  }
  return matched === rows.size ? folders : null;
}

function isFolder(entry: { name: string; isDirectory(): boolean }): boolean {
  return entry.isDirectory() && isSafeId(entry.name);
}

function stampAt(path: string): string {
  const stats = statSync(path, exact);
  return stats ? stampOf({ ino: stats.ino, size: stats.size, mtime: stats.mtimeNs }) : '';
}

/** Null if it has none on this machine; undefined if the file is not exactly as we write it. */
function folderHere(path: string, hostName: string): string | null | undefined {
  const {
    v = 1,
    id,
    name,
    createdAt,
    folders = {},
    trusted = {},
    approvalModes = {},
  } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
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
