// Erases a message or a conversation from query.db when the user removes it permanently: from the tables, freed pages
// (overwritten, secure_delete) and the write-ahead log.

import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ConversationSearch } from '../../ports/search.ts';
import type { DataFolder } from '../dataFolder.ts';
import type { Database } from '../files/database.ts';
import { discardQueryDatabase, openQueryDatabase } from './queryDatabase.ts';
import { deleteConversation } from './writeConversation.ts';

/** A query that runs may block the checkpoint briefly. */
const attempts = 40;
const pauseMs = 50;

type StoreSearch = Pick<ConversationSearch, 'forgetMessage' | 'changed' | 'offsetOf' | 'countOf'>;

const noSearch: StoreSearch = {
  forgetMessage: async () => ok(undefined),
  changed: () => {},
  offsetOf: () => null,
  countOf: () => null,
};

export interface QueryEraser {
  /** Also erases from query.db. */
  search: StoreSearch;
  erasedAfter(
    remove: (conversationId: string) => Promise<Result<void>>,
  ): (conversationId: string) => Promise<Result<void>>;
}

/** Erases from query.db what is erased from the search, and what is deleted. */
export function createQueryEraser(
  { query, databaseKey }: Pick<DataFolder, 'query' | 'databaseKey'>,
  search: StoreSearch = noSearch,
): QueryEraser {
  return {
    search: {
      ...search,
      async forgetMessage(conversationId, messageId) {
        const erased = await eraseFromQuery(query, databaseKey, conversationId, messageId);
        return erased.ok ? search.forgetMessage(conversationId, messageId) : erased;
      },
    },
    erasedAfter: (remove) => async (conversationId) => {
      const removed = await remove(conversationId);
      // If it cannot be erased now, the next query does it.
      if (removed.ok) await eraseFromQuery(query, databaseKey, conversationId, null);
      return removed;
    },
  };
}

/** `messageId` null: the conversation, and those of its agents. */
async function eraseFromQuery(
  path: string,
  key: Buffer | null,
  conversationId: string,
  messageId: string | null,
): Promise<Result<void>> {
  // Without a query.db there is nothing to erase; do not create one.
  if (!existsSync(path)) return ok(undefined);
  let database: Database;
  try {
    database = openQueryDatabase(path, key);
  } catch {
    return busy();
  }
  try {
    database.exec('BEGIN IMMEDIATE');
    if (messageId === null) eraseConversations(database, conversationId);
    else eraseMessage(database, conversationId, messageId);
    database.exec('COMMIT');
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0) return ok(undefined);
      await sleep(pauseMs);
    }
    return busy();
  } catch {
    // It is derived: what cannot be changed can be deleted.
    database.close();
    discardQueryDatabase(path);
    return ok(undefined);
  } finally {
    if (database.isOpen) database.close();
  }
}

function busy(): ReturnType<typeof fail> {
  return fail('STORE_WRITE_FAILED', say`A query that is running still has traces of it. Try again.`);
}

function eraseMessage(database: Database, conversationId: string, messageId: string): void {
  const row = database.prepare('SELECT number FROM stored_conversations WHERE name = ?').get(conversationId);
  if (!row) return;
  const number = Number(row.number);
  for (const table of ['stored_messages', 'stored_calls', 'stored_files']) {
    const column = table === 'stored_messages' ? 'id' : 'message';
    database.prepare(`DELETE FROM ${table} WHERE conversation = ? AND ${column} = ?`).run(number, messageId);
  }
  database
    .prepare(
      `UPDATE stored_calls SET result = NULL, error = NULL, result_bytes = NULL
      WHERE conversation = ? AND answer = ?`,
    )
    .run(number, messageId);
  // The next refresh reads it from the beginning.
  database
    .prepare("UPDATE stored_conversations SET file = '', whole = 0, lastLength = 0, derived = '' WHERE number = ?")
    .run(number);
}

function eraseConversations(database: Database, conversationId: string): void {
  const names = database
    .prepare(
      `WITH RECURSIVE below(name) AS (
        VALUES (?) UNION SELECT c.name FROM stored_conversations c JOIN below ON c.parent = below.name
      ) SELECT name FROM below`,
    )
    .all(conversationId);
  for (const { name } of names) deleteConversation(database, String(name));
}
