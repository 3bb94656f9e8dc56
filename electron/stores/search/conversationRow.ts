// The state of a conversation in search.db: how far its messages.json was read, title, message count.

import type { Database } from '../files/database.ts';

export interface ConversationRowEntry {
  id: number;
  name: string;
  projectId: string;
  /** Inode of the messages.json that was read. */
  file: string;
  /** Size in bytes and mtime in nanoseconds when the file was last read to its end. */
  size: number;
  mtime: string;
  /** Size and modification time of meta.json; empty if missing. */
  metaStamp: string;
  /** The user-given name, or empty; `folded` is its form for comparison. */
  title: string;
  folded: string;
  /** The derived title; empty until known. */
  derived: string;
  /** ISO 8601, of the last record. */
  updatedAt: string;
  /** `lines`: our layout, which can be continued; `utf16`: offsets refer to its UTF-8 form. */
  layout: 'lines' | 'other' | 'utf16' | 'unreadable';
  /** 1 if the file was read to its end. */
  whole: number;
  /** Offset, length and line hash of the last indexed record. Length 0 for none. */
  lastStart: number;
  lastLength: number;
  lastHash: string;
  messages: number;
  damage: number;
  /** The parent call of a sub-agent's conversation, in the format of callsAbove.ts; else empty. */
  above: string;
}

export type NewConversation = Omit<ConversationRowEntry, 'id'>;

const columns = [
  'name',
  'projectId',
  'file',
  'size',
  'mtime',
  'metaStamp',
  'title',
  'folded',
  'derived',
  'updatedAt',
  'layout',
  'whole',
  'lastStart',
  'lastLength',
  'lastHash',
  'messages',
  'damage',
  'above',
] as const satisfies readonly (keyof NewConversation)[];

/** Prepares statements: the database, or a cache of prepared ones. */
export type Prepares = Pick<Database, 'prepare'>;

export function readConversationRow(database: Prepares, name: string): ConversationRowEntry | null {
  const row = database.prepare('SELECT * FROM conversations WHERE name = ?').get(name);
  return (row as unknown as ConversationRowEntry | undefined) ?? null;
}

export function listConversationRows(database: Prepares): ConversationRowEntry[] {
  return database.prepare('SELECT * FROM conversations').all() as unknown as ConversationRowEntry[];
}

export function isIndexEmpty(database: Prepares): boolean {
  return database.prepare('SELECT 1 FROM conversations LIMIT 1').get() === undefined;
}

const insertion = `INSERT INTO conversations(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
const update = `UPDATE conversations SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;

/**
 * Inserts a row if `id` is 0 or absent, else updates it and keeps its number, which docs refer to. Two statements,
 * because an upsert opens a savepoint, which makes the full-text tables flush.
 */
export function writeConversationRow(database: Prepares, entry: NewConversation & { id?: number }): number {
  const values = columns.map((column) => entry[column]);
  if (entry.id) {
    database.prepare(update).run(...values, entry.id);
    return entry.id;
  }
  return Number(database.prepare(insertion).run(...values).lastInsertRowid);
}

export function createEmptyRow(name: string, projectId: string): NewConversation {
  return {
    name,
    projectId,
    file: '',
    size: 0,
    mtime: '',
    metaStamp: '',
    title: '',
    folded: '',
    derived: '',
    updatedAt: '',
    layout: 'lines',
    whole: 0,
    lastStart: 0,
    lastLength: 0,
    lastHash: '',
    messages: 0,
    damage: 0,
    above: '',
  };
}
