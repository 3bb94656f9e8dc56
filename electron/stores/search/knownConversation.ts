// What search.db knows of one conversation: how far its messages.json has been read, its title, how many messages it has.

import type { DatabaseSync } from 'node:sqlite';

export interface ConversationRowEntry {
  id: number;
  /** The conversation's id. */
  name: string;
  projectId: string;
  /** Inode of the messages.json that was read. */
  file: string;
  /** Bytes, and nanoseconds: of the file when it was read to its end. */
  size: number;
  mtime: string;
  /** Size and time of change of meta.json; empty when there is none. */
  metaStamp: string;
  /** The name that a person gave; empty when nobody did. `folded`: as it is compared. */
  title: string;
  folded: string;
  /** What the title is otherwise; empty while it is not known. */
  derived: string;
  /** ISO 8601; of the last record. */
  updatedAt: string;
  /** `lines`: ours, so that it can be gone on with; `utf16`: places are those in its UTF-8. */
  layout: 'lines' | 'other' | 'utf16' | 'unreadable';
  /** 1 when the file was read to its end. */
  whole: number;
  /** The last record that is indexed: bytes, and the hash of its line. Length 0: none. */
  lastStart: number;
  lastLength: number;
  lastHash: string;
  messages: number;
  damage: number;
  /** Of a sub-agent's: the call that it belongs to, as `aboveOf` of callsAbove.ts reads it; else empty. */
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

/** What prepares a statement: the database, or what keeps those that were prepared. */
export type Prepares = Pick<DatabaseSync, 'prepare'>;

export function readKnown(database: Prepares, name: string): ConversationRowEntry | null {
  const row = database.prepare('SELECT * FROM conversations WHERE name = ?').get(name);
  return (row as unknown as ConversationRowEntry | undefined) ?? null;
}

export function listKnown(database: Prepares): ConversationRowEntry[] {
  return database.prepare('SELECT * FROM conversations').all() as unknown as ConversationRowEntry[];
}

export function isEmpty(database: Prepares): boolean {
  return database.prepare('SELECT 1 FROM conversations LIMIT 1').get() === undefined;
}

const insertion = `INSERT INTO conversations(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
const update = `UPDATE conversations SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`;

/**
 * A new row where `id` is 0 or absent, else the old one with other values: it keeps its number, which the docs have. Two
 * statements, because one that does either has a savepoint of its own, with which the full-text tables write what they hold.
 */
export function writeKnown(database: Prepares, known: NewConversation & { id?: number }): number {
  const values = columns.map((column) => known[column]);
  if (known.id) {
    database.prepare(update).run(...values, known.id);
    return known.id;
  }
  return Number(database.prepare(insertion).run(...values).lastInsertRowid);
}

export function emptyKnown(name: string, projectId: string): NewConversation {
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
