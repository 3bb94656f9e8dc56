// Erases text from search.db without a trace: from the tables, the full-text segments, freed pages (overwritten,
// secure_delete) and the WAL. The caller holds the lock.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../files/database.ts';
import { deleteCallRows } from './callWriter.ts';
import { inTransaction, removeConversation } from './conversationIndexing.ts';
import { readConversationRow, writeConversationRow } from './conversationRow.ts';
import { idHash, type ShardWriter } from './shards.ts';

/** A reader may block the checkpoint briefly. */
const checkpointAttempts = 40;
const checkpointPauseMs = 50;

/** `messageId` null means the whole conversation. Returns false if a reader still blocks it; then only the WAL has a trace. */
export async function eraseFromIndex(
  database: Database,
  shards: ShardWriter,
  conversationId: string,
  messageId: string | null,
): Promise<boolean> {
  inTransaction({ database, shards }, () => {
    if (messageId === null) removeConversation({ database, shards }, conversationId);
    else removeMessage(database, shards, conversationId, messageId);
  });
  // Scrub all removals: the text may be from an older copy of the message.
  shards.scrub(() => true);
  for (let attempt = 0; attempt < checkpointAttempts; attempt++) {
    if (Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0) return true;
    await sleep(checkpointPauseMs);
  }
  return false;
}

function removeMessage(database: Database, shards: ShardWriter, conversationId: string, messageId: string): void {
  const entry = readConversationRow(database, conversationId);
  if (!entry) return;
  const docRows = database
    .prepare('SELECT id FROM docs WHERE conversation = ? AND hash = ?')
    .all(entry.id, idHash(messageId));
  for (const { id } of docRows) {
    const doc = Number(id);
    const pieces = 'conversation = ? AND hash IS NULL AND owner = ?';
    shards.remove(pieces, entry.id, doc);
    shards.remove('id = ?', doc);
    database.prepare(`DELETE FROM docs WHERE ${pieces}`).run(entry.id, doc);
    database.prepare('DELETE FROM docs WHERE id = ?').run(doc);
    deleteCallRows(database, entry.id, doc);
  }
  // Also clears data derived from the text; the next scan rebuilds the rest.
  writeConversationRow(database, { ...entry, whole: 0, lastLength: 0, lastHash: '', derived: '' });
}
