// Writes one conversation into query.db: only its new records if its file was appended to, else all of them. Call within
// a transaction, or with `pause` for long ones.

import type { Message } from '../../../shared/conversation/message.ts';
import { isRemoved } from '../../../shared/conversation/removed.ts';
import { metaSchema } from '../../conversation/formats.ts';
import { tagsOf } from '../../conversation/tags.ts';
import { deriveTitle, untitled } from '../../conversation/title.ts';
import type { ConversationPaths } from '../dataFolder.ts';
import type { Statement } from '../files/database.ts';
import { openUtf16Source } from '../files/utf16Source.ts';
import { readMessage } from '../log/logRecords.ts';
import { scanLog } from '../log/logScan.ts';
import { canGoOn, type ReadExtent, type Stamps, sameLog, sourceOf } from '../search/conversationIndexing.ts';
import { type OpenedFile, type OpenFile, readJson } from '../search/openedFile.ts';
import { lineHash } from '../search/shards.ts';
import { openingBytes, removedIds, sourceFromRecord } from '../search/sourceReader.ts';
import { type Row, rowsOf } from './queryRows.ts';

interface Statements {
  prepare(sql: string): Statement;
}

export interface WriteDeps {
  statements: Statements;
  open: OpenFile;
  /** Called between records: a long conversation commits, and continues in the next transaction. */
  pause(): void;
}

interface Stored extends ReadExtent {
  number: number;
  title: string;
  derived: string;
  source: string | null;
  parent: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  messages: number;
  calls: number;
}

const emptyExtent = { layout: 'lines' as const, whole: 0, lastStart: 0, lastLength: 0, lastHash: '' };
const emptyFacts = { derived: '', source: null, parent: null, createdAt: null, updatedAt: null, messages: 0, calls: 0 };

export async function writeConversation(deps: WriteDeps, paths: ConversationPaths, stamps: Stamps): Promise<void> {
  const { statements, open } = deps;
  const before = statements.prepare('SELECT * FROM stored_conversations WHERE name = ?').get(paths.conversationId) as
    | (Stored & Row)
    | undefined;
  const extent = { file: `${stamps.log.ino}`, size: stamps.log.size, mtime: `${stamps.log.mtime}` };
  const described = { projectId: paths.projectId, metaStamp: stamps.meta, ...metaRow(paths, open) };
  if (before && sameLog(before, stamps.log)) return update(statements, before.number, described);
  const file = open(paths.messages);
  try {
    const goesOn = file !== null && before !== undefined && canGoOn(before, file);
    if (before && !goesOn) deleteRows(statements, before.number);
    const state = { ...described, ...extent, ...(goesOn ? {} : { ...emptyExtent, ...emptyFacts }), whole: 0 };
    const number = before?.number ?? insertConversation(statements, { name: paths.conversationId, ...state });
    if (before) update(statements, number, state);
    if (!file) return update(statements, number, { ...extent, layout: 'unreadable', whole: 1 });
    const facts = goesOn && before ? factsOf(before) : { ...emptyFacts };
    const from = goesOn && before ? before : null;
    const read = await readRecords({ ...deps, paths, file, number, facts, from });
    update(statements, number, {
      ...facts,
      ...read,
      size: file.identity.size,
      mtime: `${file.identity.mtime}`,
      whole: 1,
    });
  } finally {
    file?.close();
  }
}

type Facts = Omit<typeof emptyFacts, 'source' | 'parent' | 'createdAt' | 'updatedAt'> &
  Pick<Stored, 'source' | 'parent' | 'createdAt' | 'updatedAt'>;

function factsOf({ derived, source, parent, createdAt, updatedAt, messages, calls }: Stored): Facts {
  return { derived, source, parent, createdAt, updatedAt, messages, calls };
}

interface ReadDeps extends WriteDeps {
  paths: ConversationPaths;
  file: OpenedFile;
  number: number;
  /** Updated while reading. */
  facts: Facts;
  from: ReadExtent | null;
}

async function readRecords(
  deps: ReadDeps,
): Promise<Pick<ReadExtent, 'layout' | 'lastStart' | 'lastLength' | 'lastHash'>> {
  const { file, from, facts } = deps;
  const removed = removedIds(deps.paths.removed, deps.open);
  const whole = sourceOf(file);
  const utf16 = from ? null : await openUtf16Source(whole);
  const source = from ? sourceFromRecord(whole, from.lastStart) : (utf16 ?? whole);
  const shift = from ? from.lastStart - openingBytes : 0;
  const resumedAt = from ? from.lastStart : -1;
  const write = createRowWriter(deps.statements, deps.number);
  let lastStart = from?.lastStart ?? 0;
  let lastLength = from?.lastLength ?? 0;
  const shape = await scanLog(source, ({ value, start, end }) => {
    if (start + shift === resumedAt) return;
    const record = readMessage(value);
    lastStart = start + shift;
    lastLength = end - start;
    if (!record.ok || removed.has(record.message.id)) return;
    note(facts, record.message);
    write(record.message);
    deps.pause();
  });
  // Counted, since a conversation may be read in several parts.
  facts.messages = countOf(deps.statements, 'stored_messages', deps.number);
  facts.calls = countOf(deps.statements, 'stored_calls', deps.number);
  const layout = utf16 ? 'utf16' : shape.appendAt === null ? 'other' : 'lines';
  const lastHash = utf16 || lastLength === 0 ? '' : lineHash(file.read(lastStart, lastLength));
  return { layout, lastStart, lastLength, lastHash };
}

function note(facts: Facts, message: Message): void {
  if (facts.createdAt === null) {
    const { origin } = message;
    facts.source = typeof origin?.program === 'string' ? origin.program : null;
    facts.parent =
      origin?.type === 'sub-agent' && typeof origin.conversationId === 'string' ? origin.conversationId : null;
    facts.createdAt = message.createdAt;
  }
  facts.updatedAt = message.createdAt;
  if (facts.derived !== '' || isRemoved(message)) return;
  const derived = deriveTitle([message]);
  if (derived !== untitled) facts.derived = derived;
}

function metaRow(paths: ConversationPaths, open: OpenFile): Row {
  const read = metaSchema.safeParse(readJson(paths.meta, open) ?? {});
  const meta = read.success ? read.data : metaSchema.parse({});
  return {
    title: meta.title,
    provider: meta.model?.provider ?? null,
    model: meta.model?.model ?? null,
    pinned: Number(meta.pinned),
    archived: Number(meta.archived),
    tags: JSON.stringify(tagsOf(meta)),
  };
}

function insertInto(statements: Statements, table: string, row: Row): number {
  const names = Object.keys(row);
  const places = names.map(() => '?').join(', ');
  const sql = `INSERT INTO ${table}(${names.join(', ')}) VALUES (${places})`;
  return Number(statements.prepare(sql).run(...Object.values(row)).lastInsertRowid);
}

function insertConversation(statements: Statements, row: Row): number {
  return insertInto(statements, 'stored_conversations', row);
}

function update(statements: Statements, number: number, row: Row): void {
  const sets = Object.keys(row).map((name) => `${name} = ?`);
  const sql = `UPDATE stored_conversations SET ${sets.join(', ')} WHERE number = ?`;
  statements.prepare(sql).run(...Object.values(row), number);
}

function countOf(statements: Statements, table: string, number: number): number {
  return Number(statements.prepare(`SELECT count(*) AS count FROM ${table} WHERE conversation = ?`).get(number)?.count);
}

function createRowWriter(statements: Statements, conversation: number): (message: Message) => void {
  const has = statements.prepare('SELECT 1 FROM stored_messages WHERE conversation = ? AND id = ? LIMIT 1');
  const openCall = statements.prepare(
    `SELECT number FROM stored_calls WHERE conversation = ? AND id = ?
    ORDER BY outcome = 'open' DESC, number DESC LIMIT 1`,
  );
  return (message) => {
    // A repeated record counts once.
    if (has.get(conversation, message.id)) return;
    const rows = rowsOf(message);
    if (rows.message) insertInto(statements, 'stored_messages', { conversation, ...rows.message });
    for (const row of rows.calls) insertInto(statements, 'stored_calls', { conversation, ...row });
    for (const row of rows.files) insertInto(statements, 'stored_files', { conversation, ...row });
    if (rows.answer) answerCall(rows.answer);
  };

  function answerCall({ id, row }: { id: string; row: Row }): void {
    const call = openCall.get(conversation, id);
    if (!call) return;
    const sets = Object.keys(row).map((name) => `${name} = ?`);
    const sql = `UPDATE stored_calls SET ${sets.join(', ')} WHERE number = ?`;
    statements.prepare(sql).run(...Object.values(row), Number(call.number));
  }
}

function deleteRows(statements: Statements, number: number): void {
  for (const table of ['stored_messages', 'stored_calls', 'stored_files']) {
    statements.prepare(`DELETE FROM ${table} WHERE conversation = ?`).run(number);
  }
}

export function deleteConversation(statements: Statements, name: string): void {
  const row = statements.prepare('SELECT number FROM stored_conversations WHERE name = ?').get(name);
  if (!row) return;
  deleteRows(statements, Number(row.number));
  statements.prepare('DELETE FROM stored_conversations WHERE number = ?').run(Number(row.number));
}
