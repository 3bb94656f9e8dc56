// Quick lookups in search.db for the rest of the store: a message's offset, message counts. Cheap, and null if in
// doubt, since nothing may depend on the index.

import type { Database } from '../files/database.ts';
import { type ConversationRowEntry, readConversationRow } from './conversationRow.ts';
import { inodeOf, openForReading } from './searchDatabase.ts';
import { idHash } from './shards.ts';

export interface IndexLookups {
  /** In bytes. `file` has the current size and inode of messages.json; null if missing. */
  offsetOf(
    conversationId: string,
    messageId: string,
    file: (projectId: string) => { size: number; ino: bigint } | null,
  ): number | null;
  countOf(conversationId: string, size: number, inode: number | bigint): number | null;
  close(): void;
}

export function createIndexLookups(path: string, key: Buffer | null): IndexLookups {
  let opened: { database: Database; inode: bigint | null } | null = null;

  function close(): void {
    try {
      opened?.database.close();
    } catch {}
    opened = null;
  }

  function ask<T>(question: (database: Database) => T | null): T | null {
    const inode = inodeOf(path);
    if (inode === null) return null;
    try {
      if (opened?.inode !== inode) {
        close();
        const database = openForReading(path, key);
        if (!database) return null;
        opened = { database, inode };
      }
      return question(opened.database);
    } catch {
      close();
      return null;
    }
  }

  return {
    offsetOf: (conversationId, messageId, file) =>
      ask((database) => {
        const entry = readConversationRow(database, conversationId);
        const now = entry && file(entry.projectId);
        if (!entry || !now || !isCurrent(entry, now)) return null;
        const rows = database
          .prepare('SELECT start, length FROM docs WHERE conversation = ? AND hash = ? AND renamed IS NULL LIMIT 2')
          .all(entry.id, idHash(messageId));
        const [row] = rows;
        if (!row || rows.length > 1 || Number(row.start) + Number(row.length) > now.size) return null;
        return Number(row.start);
      }),

    countOf: (conversationId, size, inode) =>
      ask((database) => {
        const entry = readConversationRow(database, conversationId);
        const same = entry?.whole === 1 && entry.size === size && entry.file === `${inode}`;
        return same && entry.layout !== 'unreadable' ? entry.messages : null;
      }),

    close,
  };
}

/** The file is unchanged or has only grown since it was read. */
function isCurrent(entry: ConversationRowEntry, now: { size: number; ino: bigint }): boolean {
  if (entry.layout === 'utf16' || entry.layout === 'unreadable' || entry.file !== `${now.ino}`) return false;
  return now.size >= Math.max(entry.size, entry.lastStart + entry.lastLength);
}
