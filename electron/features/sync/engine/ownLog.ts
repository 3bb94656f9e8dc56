// This device's log: each entry lists the changes since the one before. An entry is kept in the state until it is stored, so that an
// interrupted upload repeats the same entry.

import {
  type ConversationChange,
  decodeEntry,
  encodeEntry,
  hashOfBody,
  type LogEntry,
  type RegisterChange,
} from './logEntry.ts';
import { outlineOf } from './outlines.ts';
import { differs, fieldsOf, notePresence, type Presence, presenceOf } from './presence.ts';
import type { SegmentRow } from './segmentRows.ts';
import { needed, type SyncContext } from './syncContext.ts';

/** Conversations in one entry. */
export const maxConversations = 500;
/** Entries until the next checkpoint. */
const checkpointEvery = 1_000;

/** Our registers, and those of devices that have left. */
const isForUsToSay = '(device = ? OR device NOT IN (SELECT id FROM devices))';

type ChangeOf = (id: string) => ConversationChange;

function collectChanges(): { changes: Map<string, ConversationChange>; of: ChangeOf } {
  const changes = new Map<string, ConversationChange>();
  const of: ChangeOf = (id) => {
    const change = changes.get(id) ?? emptyChange(id);
    changes.set(id, change);
    return change;
  };
  return { changes, of };
}

function emptyChange(id: string): ConversationChange {
  return { id, segments: [], drop: [], removed: [], deleted: false, registers: [], updatedAt: '' };
}

type ListedSegment = Pick<SegmentRow, 'conversation' | 'n' | 'hash' | 'bytes' | 'records' | 'froms'>;

/** Not the IDs of its messages, which take more memory than all others. */
const listedColumns = 'conversation, n, hash, bytes, records, froms';

function segmentInfo({ n, hash, bytes, records, froms }: ListedSegment): ConversationChange['segments'][number] {
  return { n, hash, bytes, records, from: JSON.parse(froms) as number[] };
}

function registerValue(value: string | null): unknown {
  return value === null ? null : JSON.parse(value);
}

interface RegisterRow {
  conversation: string;
  field: string;
  counter: number;
  device: string;
  value: string | null;
}

function addUpdatedAt({ state }: SyncContext, changes: ReadonlyMap<string, ConversationChange>): void {
  for (const change of changes.values()) {
    const row = state.get<{ updatedAt: string }>('SELECT updatedAt FROM conversations WHERE id = ?', change.id);
    change.updatedAt = row?.updatedAt ?? '';
  }
}

function addOutline(context: SyncContext, change: ConversationChange, isUnsent: boolean): void {
  const outline = change.deleted ? null : outlineOf(context, change.id, isUnsent);
  if (outline) change.outline = outline;
}

/** Writes entries for everything that is not in the log yet into the outbox, and uploads them. */
export async function publishChanges(context: SyncContext, presence: Presence): Promise<void> {
  await sendOutbox(context);
  while (writeEntry(context, presence)) await sendOutbox(context);
  const { state } = context;
  const isDue =
    state.count('seq') - state.count('checkpoint') >= checkpointEvery || state.fact('checkpointDue') === '1';
  if (isDue && state.count('seq') > 0) {
    writeCheckpoint(context);
    await sendOutbox(context);
  }
}

/** False if there is nothing new. */
function writeEntry(context: SyncContext, now: Presence): boolean {
  const { state, sealer } = context;
  return state.transaction(() => {
    const { changes, of } = collectChanges();
    const ids = state.all<{ conversation: string }>(
      `SELECT DISTINCT conversation FROM (
         SELECT conversation FROM segments WHERE state = 'put'
         UNION SELECT conversation FROM registers WHERE sent = 0 AND conversation <> ''
         UNION SELECT conversation FROM removed WHERE sent = 0
         UNION SELECT conversation FROM deleted WHERE sent = 0
         UNION SELECT conversation FROM outlines WHERE sent = 0
         UNION SELECT conversation FROM garbage WHERE seq = 0 AND conversation <> '') LIMIT ${maxConversations}`,
    );
    const seq = state.count('seq') + 1;
    for (const { conversation } of ids) {
      const change = of(conversation);
      for (const row of state.all<ListedSegment>(
        `SELECT ${listedColumns} FROM segments WHERE conversation = ? AND state = 'put'`,
        conversation,
      )) {
        change.segments.push(segmentInfo(row));
      }
      for (const row of state.all<RegisterRow>(
        'SELECT * FROM registers WHERE conversation = ? AND sent = 0',
        conversation,
      )) {
        change.registers.push([row.field, row.counter, row.device, registerValue(row.value)]);
      }
      for (const { id } of state.all<{ id: string }>(
        'SELECT id FROM removed WHERE conversation = ? AND sent = 0',
        conversation,
      )) {
        change.removed.push(id);
      }
      change.deleted = state.get('SELECT 1 FROM deleted WHERE conversation = ? AND sent = 0', conversation) !== null;
      for (const { n } of state.all<{ n: number }>(
        'SELECT n FROM garbage WHERE conversation = ? AND seq = 0',
        conversation,
      )) {
        change.drop.push(n);
      }
      addOutline(context, change, true);
      state.run('UPDATE outlines SET sent = 1 WHERE conversation = ? AND sent = 0', conversation);
      state.run("UPDATE segments SET state = 'done' WHERE conversation = ? AND state = 'put'", conversation);
      state.run('UPDATE registers SET sent = 1 WHERE conversation = ? AND sent = 0', conversation);
      state.run('UPDATE removed SET sent = 1 WHERE conversation = ? AND sent = 0', conversation);
      state.run('UPDATE deleted SET sent = 1 WHERE conversation = ?', conversation);
      state.run('UPDATE garbage SET seq = ? WHERE conversation = ? AND seq = 0', seq, conversation);
    }
    const documents = documentsOf(context, 'AND sent = 0');
    state.run("UPDATE registers SET sent = 1 WHERE conversation = '' AND sent = 0");
    const files = state.all<LogEntry['files'][number]>(
      `SELECT hash, bytes, parts FROM files WHERE device = ? AND sent = 0 LIMIT 5000`,
      sealer.device,
    );
    const results = resultsOf(context, 'WHERE sent = 0 LIMIT 5000');
    const dropped = state.all<{ file: string }>("SELECT DISTINCT file FROM garbage WHERE seq = 0 AND file <> ''");
    const missing = state.all<LogEntry['missing'][number]>('SELECT * FROM complaints LIMIT 5000');
    const isLast = ids.length < maxConversations;
    const count = changes.size + documents.length + files.length + results.length + dropped.length + missing.length;
    if (count === 0 && !differs(state, sealer.device, now)) return false;
    for (const { hash } of files)
      state.run('UPDATE files SET sent = 1 WHERE device = ? AND hash = ?', sealer.device, hash);
    for (const [conversation, message] of results) {
      state.run('UPDATE results SET sent = 1 WHERE conversation = ? AND message = ?', conversation, message);
    }
    state.run("UPDATE garbage SET seq = ? WHERE seq = 0 AND file <> ''", seq);
    state.run('DELETE FROM complaints');
    addUpdatedAt(context, changes);
    const content = {
      conversations: [...changes.values()],
      documents,
      files: files.map(({ hash, bytes, parts }) => ({ hash, bytes, parts })),
      results,
      dropFiles: dropped.map(({ file }) => file),
      missing: missing.map(({ device, conversation, n, file }) => ({ device, conversation, n, file })),
    };
    // A run counts as ended once all of its messages are in the log.
    const presence = isLast ? now : presenceOf(state, sealer.device);
    addEntry(context, content, { isCheckpoint: false, presence });
    return true;
  });
}

function documentsOf({ state }: SyncContext, which: string, ...values: string[]): RegisterChange[] {
  const rows = state.all<RegisterRow>(`SELECT * FROM registers WHERE conversation = '' ${which}`, ...values);
  return rows.map((row) => [row.field, row.counter, row.device, registerValue(row.value)]);
}

function resultsOf({ state }: SyncContext, which: string): [string, string, string][] {
  const rows = state.all<{ conversation: string; message: string; hash: string }>(`SELECT * FROM results ${which}`);
  return rows.map(({ conversation, message, hash }) => [conversation, message, hash]);
}

/** The caller is in a transaction. */
function addEntry(
  { state, sealer }: SyncContext,
  content: Pick<LogEntry, 'conversations' | 'documents' | 'files' | 'results' | 'dropFiles' | 'missing'>,
  { isCheckpoint, presence }: { isCheckpoint: boolean; presence: Presence },
): void {
  const seq = state.count('seq') + 1;
  const checkpoint = isCheckpoint ? seq : state.count('checkpoint');
  const previous = state.fact('hash') ?? '';
  const fields = fieldsOf(presence);
  const body = encodeEntry({ v: 1, seq, previous, counter: state.count('counter'), checkpoint, ...content, ...fields });
  state.run('INSERT INTO outbox VALUES (?, ?)', seq, body.toString('utf8'));
  state.setFact('seq', String(seq));
  state.setFact('hash', hashOfBody(body));
  state.setFact('checkpoint', String(checkpoint));
  notePresence(state, sealer.device, fields);
}

/** Everything that this device stored and knows to be removed. Older entries are no longer needed. */
function writeCheckpoint(context: SyncContext): void {
  const { state, sealer, names } = context;
  state.transaction(() => {
    const { changes, of } = collectChanges();
    const device = sealer.device;
    const listed = `SELECT ${listedColumns} FROM segments WHERE device = ? AND state <> 'put'`;
    for (const row of state.all<ListedSegment>(listed, device)) {
      of(row.conversation).segments.push(segmentInfo(row));
    }
    for (const row of state.all<RegisterRow>(
      `SELECT * FROM registers WHERE ${isForUsToSay} AND conversation <> ''`,
      device,
    )) {
      of(row.conversation).registers.push([row.field, row.counter, row.device, registerValue(row.value)]);
    }
    for (const row of state.all<{ conversation: string; id: string }>('SELECT conversation, id FROM removed')) {
      of(row.conversation).removed.push(row.id);
    }
    for (const { conversation } of state.all<{ conversation: string }>('SELECT conversation FROM deleted')) {
      of(conversation).deleted = true;
    }
    for (const change of changes.values()) addOutline(context, change, false);
    addUpdatedAt(context, changes);
    const files = state.all<LogEntry['files'][number]>('SELECT hash, bytes, parts FROM files WHERE device = ?', device);
    const documents = documentsOf(context, `AND ${isForUsToSay}`, device);
    const before = state.count('checkpoint');
    const seq = state.count('seq') + 1;
    const content = {
      conversations: [...changes.values()],
      documents,
      files: files.map(({ hash, bytes, parts }) => ({ hash, bytes, parts })),
      results: resultsOf(context, ''),
      dropFiles: [],
      missing: [],
    };
    addEntry(context, content, { isCheckpoint: true, presence: presenceOf(state, sealer.device) });
    state.setFact('checkpointDue', '0');
    for (let old = Math.max(1, before); old < seq; old++) {
      state.run("INSERT OR REPLACE INTO garbage VALUES (?, ?, '', 0, '')", names.logEntry(device, old), seq);
    }
  });
}

/** Uploads entries that are not stored yet, in order. */
export async function sendOutbox({ state, sealer, names, remote, signal }: SyncContext): Promise<void> {
  for (const { seq, body } of state.all<{ seq: number; body: string }>('SELECT seq, body FROM outbox ORDER BY seq')) {
    const name = names.logEntry(sealer.device, seq);
    needed(await remote.put(name, await sealer.seal(name, Buffer.from(body, 'utf8')), signal));
    state.run('DELETE FROM outbox WHERE seq = ?', seq);
  }
}

/** Removes objects of ours that the log no longer names. */
export async function removeGarbage({ state, remote, signal }: SyncContext): Promise<void> {
  const rows = state.all<{ name: string }>('SELECT name FROM garbage WHERE seq > 0');
  for (const { name } of rows) {
    needed(await remote.remove(name, signal));
    state.run('DELETE FROM garbage WHERE name = ?', name);
  }
}

/** Continues a log that the store has and this machine does not know: `body` is its last entry. */
export function continueLog({ state }: SyncContext, body: Uint8Array): void {
  const entry = decodeEntry(body);
  if (!entry || entry.seq <= state.count('seq')) return;
  state.setFact('seq', String(entry.seq));
  state.setFact('hash', hashOfBody(body));
  state.setFact('checkpoint', String(entry.checkpoint));
}
