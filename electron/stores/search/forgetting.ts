// Removes something from search.db so that no byte of it is left: not in the tables, not in the segments of the full-text
// tables, not in freed pages (they are overwritten, secure_delete), not in the log of the database. The caller has the lock.

import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetCalls } from './callWriter.ts';
import { inTransaction, removeConversation } from './conversationIndexing.ts';
import { readKnown, writeKnown } from './knownConversation.ts';
import { idHash, type ShardWriter } from './shards.ts';

/** A reader may keep the log of the database for a moment. */
const checkpointAttempts = 40;
const checkpointPauseMs = 50;

/** `messageId` null: the whole conversation. False: a reader is still in the way; what it reads is the only trace. */
export async function forget(
  database: DatabaseSync,
  shards: ShardWriter,
  conversationId: string,
  messageId: string | null,
): Promise<boolean> {
  inTransaction({ database, shards }, () => {
    if (messageId === null) removeConversation({ database, shards }, conversationId);
    else removeMessage(database, shards, conversationId, messageId);
  });
  // All that ever was removed: the words may be those of an older copy of the message.
  shards.scrub(() => true);
  for (let attempt = 0; attempt < checkpointAttempts; attempt++) {
    if (Number(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0) return true;
    await sleep(checkpointPauseMs);
  }
  return false;
}

function removeMessage(database: DatabaseSync, shards: ShardWriter, conversationId: string, messageId: string): void {
  const known = readKnown(database, conversationId);
  if (!known) return;
  const found = database
    .prepare('SELECT id FROM docs WHERE conversation = ? AND hash = ?')
    .all(known.id, idHash(messageId));
  for (const { id } of found) {
    const doc = Number(id);
    const pieces = 'conversation = ? AND hash IS NULL AND owner = ?';
    shards.remove(pieces, known.id, doc);
    shards.remove('id = ?', doc);
    database.prepare(`DELETE FROM docs WHERE ${pieces}`).run(known.id, doc);
    database.prepare('DELETE FROM docs WHERE id = ?').run(doc);
    forgetCalls(database, known.id, doc);
  }
  // What was made of its words goes too; the next look at the file makes the rest again.
  writeKnown(database, { ...known, whole: 0, lastLength: 0, lastHash: '', derived: '' });
}
