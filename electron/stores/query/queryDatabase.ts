// query.db: the rows behind the views of SQL over the user's own calls. Derived, and rebuilt if missing, damaged or of
// another version. Texts are cut, and the rows of what the user removes are erased with it.

import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { type Database, openDatabase } from '../files/database.ts';
import { fileMode } from '../files/disk.ts';

const schemaVersion = 2;
/** Milliseconds to wait for another process that writes. */
const busyMs = 5_000;

/**
 * stored_conversations: `layout` and the columns before it describe how far messages.json was read, as in search.db.
 * stored_months: how far a month's file of costs was read.
 * Queries can name none of these tables, only the views.
 */
const tables = `
  CREATE TABLE stored_conversations(
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, projectId TEXT NOT NULL,
    file TEXT NOT NULL, size INTEGER NOT NULL, mtime TEXT NOT NULL, metaStamp TEXT NOT NULL,
    layout TEXT NOT NULL, whole INTEGER NOT NULL,
    lastStart INTEGER NOT NULL, lastLength INTEGER NOT NULL, lastHash TEXT NOT NULL,
    title TEXT NOT NULL, derived TEXT NOT NULL, provider TEXT, model TEXT, pinned INTEGER NOT NULL,
    archived INTEGER NOT NULL, tags TEXT NOT NULL, parent TEXT, source TEXT, createdAt TEXT, updatedAt TEXT,
    messages INTEGER NOT NULL, calls INTEGER NOT NULL
  );
  CREATE TABLE stored_projects(id TEXT PRIMARY KEY, name TEXT, folder TEXT) WITHOUT ROWID;
  CREATE TABLE stored_messages(
    number INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, id TEXT NOT NULL, parent TEXT, role TEXT NOT NULL,
    kind TEXT, at TEXT NOT NULL, text TEXT NOT NULL, characters INTEGER NOT NULL, model TEXT,
    input_tokens INTEGER, output_tokens INTEGER, cached_tokens INTEGER, reasoning_tokens INTEGER,
    finish_reason TEXT, error TEXT
  );
  CREATE INDEX stored_messages_by_id ON stored_messages(conversation, id);
  CREATE TABLE stored_calls(
    number INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, message TEXT NOT NULL, position INTEGER NOT NULL,
    id TEXT NOT NULL, tool TEXT NOT NULL, server TEXT, at TEXT NOT NULL, started_at TEXT, ms INTEGER, waited_ms INTEGER,
    outcome TEXT NOT NULL, arguments TEXT NOT NULL, command TEXT, path TEXT, answer TEXT, result TEXT,
    result_bytes INTEGER, exit_code INTEGER, error TEXT, decided_by TEXT, mode TEXT, rule TEXT, files INTEGER,
    manual INTEGER NOT NULL, agent TEXT
  );
  CREATE INDEX stored_calls_by_id ON stored_calls(conversation, id);
  CREATE TABLE stored_files(
    number INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, message TEXT NOT NULL, tool TEXT NOT NULL,
    path TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, added INTEGER, removed INTEGER
  );
  CREATE INDEX stored_files_by_message ON stored_files(conversation, message);
  CREATE TABLE stored_costs(
    number INTEGER PRIMARY KEY, month TEXT NOT NULL, at TEXT NOT NULL, kind TEXT NOT NULL, provider TEXT NOT NULL,
    model TEXT NOT NULL, project TEXT NOT NULL, conversation TEXT NOT NULL, parent TEXT, input_tokens INTEGER,
    output_tokens INTEGER, cached_tokens INTEGER, reasoning_tokens INTEGER, searches INTEGER, usd REAL
  );
  CREATE TABLE stored_months(month TEXT PRIMARY KEY, file TEXT NOT NULL, done INTEGER NOT NULL) WITHOUT ROWID;

  CREATE VIEW conversations AS
    SELECT c.name AS id, CASE WHEN c.title = '' THEN c.derived ELSE c.title END AS title, c.projectId AS project,
      p.name AS project_name, p.folder AS folder, c.provider AS provider, c.model AS model, c.createdAt AS created_at,
      c.updatedAt AS updated_at, c.messages AS messages, c.calls AS calls, c.pinned AS pinned, c.archived AS archived,
      c.tags AS tags, c.parent AS parent, c.source AS source
    FROM stored_conversations c LEFT JOIN stored_projects p ON p.id = c.projectId;
  CREATE VIEW messages AS
    SELECT c.name AS conversation, m.id AS id, m.parent AS parent, m.role AS role, m.kind AS kind, m.at AS at,
      m.text AS text, m.characters AS characters, m.model AS model, m.input_tokens AS input_tokens,
      m.output_tokens AS output_tokens, m.cached_tokens AS cached_tokens, m.reasoning_tokens AS reasoning_tokens,
      m.finish_reason AS finish_reason, m.error AS error
    FROM stored_messages m JOIN stored_conversations c ON c.number = m.conversation;
  CREATE VIEW calls AS
    SELECT c.name AS conversation, k.message AS message, k.position AS position, k.id AS id, k.tool AS tool,
      k.server AS server, c.projectId AS project, p.folder AS folder, k.at AS at, k.started_at AS started_at,
      k.ms AS ms, k.waited_ms AS waited_ms, k.outcome AS outcome, k.outcome = 'error' AS failed,
      k.arguments AS arguments, k.command AS command, k.path AS path, k.result AS result,
      k.result_bytes AS result_bytes, k.exit_code AS exit_code, k.error AS error, k.decided_by AS decided_by,
      k.mode AS mode, k.rule AS rule, k.files AS files, k.manual AS manual, k.agent AS agent
    FROM stored_calls k JOIN stored_conversations c ON c.number = k.conversation
      LEFT JOIN stored_projects p ON p.id = c.projectId;
  CREATE VIEW files AS
    SELECT c.name AS conversation, f.message AS message, f.tool AS tool, f.path AS path, f.kind AS kind,
      c.projectId AS project, p.folder AS folder, f.at AS at, f.added AS added, f.removed AS removed
    FROM stored_files f JOIN stored_conversations c ON c.number = f.conversation
      LEFT JOIN stored_projects p ON p.id = c.projectId;
  CREATE VIEW costs AS
    SELECT at, kind, provider, model, project, conversation, parent, input_tokens, output_tokens, cached_tokens,
      reasoning_tokens, searches, usd
    FROM stored_costs;
`;

/** Opens it to bring it up to date, creating it if needed. `path` null: in memory, for a folder without data. */
export function openQueryDatabase(path: string | null, key: Buffer | null): Database {
  if (path === null) return withTables(openDatabase(':memory:', { key: null, timeout: busyMs }));
  try {
    return opened(path, key);
  } catch (thrown) {
    if (isBusy(thrown)) throw thrown;
    // Damaged, of another version, or written with another key.
    discardQueryDatabase(path);
    return opened(path, key);
  }
}

function opened(path: string, key: Buffer | null): Database {
  // It derives from private conversations: create the file with owner-only access before SQLite does.
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode));
  const database = openDatabase(path, { key, timeout: busyMs });
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 16000000',
    );
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version === 0) return withTables(database);
    if (version !== schemaVersion) throw new Error(`query.db has version ${version}`);
    database.prepare('SELECT name, lastHash FROM stored_conversations LIMIT 0');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function withTables(database: Database): Database {
  database.exec('BEGIN IMMEDIATE');
  // Another process may have created them meanwhile.
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (version === 0) database.exec(`${tables} PRAGMA user_version = ${schemaVersion};`);
  database.exec('COMMIT');
  return database;
}

/** Opens it for a query; what it runs is checked before (`checkQuery.ts`). */
export function openForQueries(path: string, key: Buffer | null): Database {
  return openDatabase(path, { key, readOnly: true, timeout: busyMs });
}

function isBusy(thrown: unknown): boolean {
  return [5, 6].includes(Number((thrown as { errcode?: unknown } | null)?.errcode) & 0xff);
}

export function discardQueryDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { recursive: true, force: true });
}
