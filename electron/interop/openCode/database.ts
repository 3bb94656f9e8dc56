// Reads OpenCode's database, `~/.local/share/opencode/opencode.db`, in place: tables `session`, `message` and `part`,
// whose `data` matches an export. Opens it read-only and creates no files: without a WAL, the database is opened as
// immutable, since SQLite would otherwise create a WAL index.

import { statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../../shared/core/json.ts';
import { say } from '../../../shared/core/sentence.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { History, HistoryProblem } from '../history.ts';
import { jsonObjectOrNull, parseLooseJson, textOrEmpty } from '../looseJson.ts';
import { findStartedAgents } from './agents.ts';
import { readSession } from './readSession.ts';

export interface ListedSession {
  id: string;
  title: string;
  folder: string;
  /** Milliseconds since 1970. */
  updated: number;
}

type Cells = Record<string, SQLOutputValue>;

/** Views and virtual tables could generate endless rows from a small file. */
const madeUp =
  "select 1 from sqlite_schema where lower(name) in ('session', 'message', 'part') and (type = 'view' or (type = 'table' and rootpage = 0))";

/** Throws SQLite's error for an invalid file. */
function open(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  const isWritten = sizeOf(`${file}-wal`) > 0 && sizeOf(`${file}-shm`) > 0;
  url.searchParams.set(isWritten ? 'mode' : 'immutable', isWritten ? 'ro' : '1');
  const database = new DatabaseSync(url, { readOnly: true, timeout: 2000 });
  try {
    if (database.prepare(madeUp).get()) throw new Error('its sessions are not in tables');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Newest first, without agents. */
export function listSessions(file: string): ListedSession[] {
  const database = open(file);
  try {
    const query =
      'select id, title, directory, time_updated from session where parent_id is null order by time_updated desc';
    return database
      .prepare(query)
      .all()
      .map((cells) => ({
        id: textOrEmpty(cells.id),
        title: textOrEmpty(cells.title),
        folder: textOrEmpty(cells.directory),
        updated: Number(cells.time_updated),
      }));
  } finally {
    database.close();
  }
}

/** Reads a session with its agents; null if it does not exist. */
export async function readStoredSession(file: string, id: string, signal: AbortSignal): Promise<History | null> {
  const database = open(file);
  try {
    return await readOne(database, file, id, signal, new Set());
  } finally {
    database.close();
  }
}

async function readOne(
  database: DatabaseSync,
  file: string,
  id: string,
  signal: AbortSignal,
  ancestors: ReadonlySet<string>,
): Promise<History | null> {
  const session = database.prepare('select * from session where id = ?').get(id);
  if (!session) return null;
  const slice = createTimeSlice(undefined, signal);
  const problems: HistoryProblem[] = [];
  const dataOf = (cells: Cells): JsonObject | null => {
    const parsed = parseLooseJson(textOrEmpty(cells.data));
    const data = jsonObjectOrNull('value' in parsed ? parsed.value : null);
    if (!data) problems.push({ file, line: null, message: say`The row ${textOrEmpty(cells.id)} could not be read` });
    return data;
  };
  const partsOf = database.prepare('select id, data from part where message_id = ? order by id');
  const messages: JsonObject[] = [];
  for (const cells of database
    .prepare('select id, data from message where session_id = ? order by time_created, id')
    .all(id)) {
    const data = dataOf(cells);
    if (!data) continue;
    const messageID = textOrEmpty(cells.id);
    const parts: JsonObject[] = [];
    for (const part of partsOf.iterate(messageID)) {
      const turn = slice();
      if (turn) await turn;
      const fields = dataOf(part);
      if (fields) parts.push({ ...fields, id: part.id, sessionID: id, messageID });
    }
    messages.push({ info: { ...data, id: messageID, sessionID: id }, parts });
  }
  const history = await readSession(infoOf(session), messages, id, problems);
  const path = new Set([...ancestors, id]);
  const agents = await findStartedAgents(history);
  for (const { id: agent } of database.prepare('select id from session where parent_id = ? order by id').all(id)) {
    const read = path.has(textOrEmpty(agent)) ? null : await readOne(database, file, textOrEmpty(agent), signal, path);
    if (read)
      history.agents.push({
        history: read,
        call: agents.find(({ session: sessionId }) => sessionId === agent)?.call ?? null,
      });
  }
  return history;
}

/** Renames columns to an export's field names. */
function infoOf(cells: Cells): JsonObject {
  const json = (value: SQLOutputValue | undefined): unknown => {
    const parsed = parseLooseJson(textOrEmpty(value));
    return 'value' in parsed ? parsed.value : undefined;
  };
  const info: JsonObject = {
    id: cells.id,
    slug: cells.slug,
    projectID: cells.project_id,
    directory: cells.directory,
    path: cells.path,
    parentID: cells.parent_id,
    title: cells.title,
    version: cells.version,
    agent: cells.agent,
    model: json(cells.model),
    cost: cells.cost,
    permission: json(cells.permission),
    revert: json(cells.revert),
    time: { created: cells.time_created, updated: cells.time_updated },
  };
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== null && value !== undefined));
}
