// Answers queries from search.db: titles first, then messages, newest first. Index hits are read from their file and
// compared, so every hit is current. Bounded by the limit and by time, after which a cursor says where to continue.
// Synchronous; runs in a worker thread.

import type { Message } from '../../../shared/conversation/message.ts';
import type { SearchHit } from '../../../shared/features/search/methods.ts';
import { untitled } from '../../conversation/title.ts';
import type { SearchRequest } from '../../ports/search.ts';
import type { DataFolder } from '../dataFolder.ts';
import type { Database } from '../files/database.ts';
import { type Candidates, createCandidates } from './candidates.ts';
import type { ConversationRowEntry } from './conversationRow.ts';
import { createHitFilter, type HitFilter, requestedProjects } from './hitFilter.ts';
import { excerptOf, findTerms } from './matching.ts';
import { partsOf } from './messageParts.ts';
import { generationOf, inodeOf, isDamageError, openForReading } from './searchDatabase.ts';
import { decodeCursor, encodeCursor, parseQuery, type SearchCursor, type SearchQuery } from './searchQuery.ts';
import { createSourceReader, type Doc, type SourceReader } from './sourceReader.ts';

export type SearchOutcome =
  | { kind: 'answer'; hits: SearchHit[]; cursor: string | null }
  /** No index is available now. */
  | { kind: 'absent' }
  | { kind: 'damaged' }
  | { kind: 'cursorOver' };

export interface Searcher {
  query(request: SearchRequest): SearchOutcome;
  /** Runs another query on a consistent snapshot of search.db. */
  ask<T>(question: (database: Database) => T): T | { kind: 'absent' } | { kind: 'damaged' };
  close(): void;
}

/** Time budget of one scan in milliseconds. */
const budgetMs = 30;
/** Check at least this many docs, within a longer budget; on a busy machine time may be up before anything is done. */
const minLooks = 20;
const graceMs = 100;
/** Maximum bytes to read past a result piece, for a long term that begins in it. */
const maxBeyond = 64 * 1024;

export function createSearcher(path: string, data: DataFolder): Searcher {
  let opened: { database: Database; inode: bigint | null } | null = null;

  function close(): void {
    opened?.database.close();
    opened = null;
  }

  function open(): Database | null {
    const inode = inodeOf(path);
    if (opened && opened.inode === inode) return opened.database;
    close();
    const database = openForReading(path, data.databaseKey);
    if (database) opened = { database, inode };
    return database;
  }

  function ask<T>(question: (database: Database) => T): T | { kind: 'absent' } | { kind: 'damaged' } {
    try {
      const database = open();
      if (!database) return { kind: 'absent' };
      // One snapshot for the whole query.
      database.exec('BEGIN');
      try {
        return question(database);
      } finally {
        database.exec('COMMIT');
      }
    } catch (thrown) {
      close();
      return { kind: isDamageError(thrown) ? 'damaged' : 'absent' };
    }
  }

  return {
    query(request) {
      const query = parseQuery(request.text);
      return query ? ask((database) => answer(database, data, request, query)) : { kind: 'absent' };
    },
    ask,
    close,
  };
}

function answer(database: Database, data: DataFolder, request: SearchRequest, query: SearchQuery): SearchOutcome {
  const generation = generationOf(database);
  const start =
    request.cursor === null ? { phase: 'titles' as const, from: 0 } : decodeCursor(generation, request.cursor);
  if (!start) return { kind: 'cursorOver' };
  const hits: SearchHit[] = [];
  const filter = createHitFilter(request);
  let next: SearchCursor | null = start;
  if (next.phase === 'titles') next = addTitles(database, request, query, next.from, filter, hits);
  if (next.phase === 'docs') {
    const source = createSourceReader(data);
    try {
      next = createLook(database, source, request, query, filter).go(next, hits);
    } finally {
      source.close();
    }
  }
  return { kind: 'answer', hits, cursor: next && encodeCursor(generation, next) };
}

function addTitles(
  database: Database,
  request: SearchRequest,
  { terms }: SearchQuery,
  from: number,
  filter: HitFilter,
  hits: SearchHit[],
): SearchCursor {
  const docs = { phase: 'docs' as const, from: Number.MAX_SAFE_INTEGER, skip: 0 };
  if (!filter.titles) return docs;
  const { limit } = request;
  const projects = requestedProjects(request);
  const projectIds = projects && JSON.stringify(projects);
  const rows = database
    .prepare(
      `SELECT * FROM conversations WHERE folded <> '' AND instr(folded, ?) > 0 AND (? IS NULL OR projectId IN (SELECT value FROM json_each(?)))
       ORDER BY updatedAt DESC, id DESC LIMIT ? OFFSET ?`,
    )
    .all(terms[0] as string, projectIds, projectIds, limit + 1, from) as unknown as ConversationRowEntry[];
  for (const [n, entry] of rows.entries()) {
    if (n === limit) return { phase: 'titles', from: from + limit };
    const match = findTerms(entry.title, terms);
    if (!match || !filter.inTime(entry.updatedAt) || !filter.conversation(entry)) continue;
    const common = { messageId: null, role: null, part: 'title' as const, callIndex: null, toolName: null };
    const place = { ...placeOf(entry), createdAt: entry.updatedAt, place: match.at };
    hits.push({ ...place, ...common, ...excerptOf(entry.title, match, terms) });
  }
  return docs;
}

function placeOf(entry: ConversationRowEntry): Pick<SearchHit, 'conversationId' | 'projectId' | 'title'> {
  const title = entry.title || entry.derived || untitled;
  return { conversationId: entry.name, projectId: entry.projectId, title };
}

/** One scan of the docs. */
function createLook(
  database: Database,
  source: SourceReader,
  request: SearchRequest,
  query: SearchQuery,
  filter: HitFilter,
) {
  const { terms } = query;
  const candidates: Candidates = createCandidates(database, query);
  const until = performance.now() + budgetMs;
  const docById = database.prepare('SELECT * FROM docs WHERE id = ?');
  const conversationById = database.prepare('SELECT * FROM conversations WHERE id = ?');
  const conversations = new Map<number, ConversationRowEntry | null>();
  const longest = Math.max(...terms.map((term) => term.length));
  const beyond = Math.min(maxBeyond, longest * 4);

  function docOf(id: number): Doc | null {
    return (docById.get(id) as unknown as Doc | undefined) ?? null;
  }

  function conversationOf(id: number): ConversationRowEntry | null {
    const before = conversations.get(id);
    if (before !== undefined) return before;
    const row = (conversationById.get(id) as unknown as ConversationRowEntry | undefined) ?? null;
    const entry = row && filter.conversation(row) ? row : null;
    conversations.set(id, entry);
    return entry;
  }

  /** A quick test before the full comparison. */
  function holds(message: Message, spilled: boolean): boolean {
    try {
      return partsOf(message, spilled).some(({ text }) => findTerms(text, terms) !== null);
    } catch {
      return true;
    }
  }

  function hitsOfRecord(entry: ConversationRowEntry, doc: Doc): SearchHit[] {
    const glanced = source.glance(entry, doc);
    if (!glanced) return [];
    // Only results have separate files.
    const spilled = glanced.role === 'tool' && docOf(doc.id + 1)?.owner === doc.id;
    if (!holds(glanced, spilled)) return [];
    const message = source.record(entry, doc);
    if (!message || !filter.inTime(message.createdAt)) return [];
    return partsOf(message, spilled).flatMap(({ text, part, callIndex, toolName }) => {
      if (!filter.part(message, part, toolName)) return [];
      const match = findTerms(text, terms);
      if (!match) return [];
      const place = part === 'result' ? Buffer.byteLength(text.slice(0, match.at)) : match.at;
      return [{ ...ofMessage(entry, message), part, callIndex, toolName, place, ...excerptOf(text, match, terms) }];
    });
  }

  function hitOfPiece(entry: ConversationRowEntry, message: Message, doc: Doc): SearchHit | null {
    const text = source.piece(entry, message, doc, beyond);
    const match = text && findTerms(text, terms);
    if (!match) return null;
    const place = doc.start + Buffer.byteLength(text.slice(0, match.at));
    const toolName = message.role === 'tool' ? message.toolName : null;
    const what = { part: 'result' as const, callIndex: null, toolName, place };
    return { ...ofMessage(entry, message), ...what, ...excerptOf(text, match, terms) };
  }

  /** A large result is a single hit, at its first match. */
  function hitOfResult(entry: ConversationRowEntry, piece: Doc, owner: Doc): SearchHit | null {
    const message = source.record(entry, owner);
    if (!message || !filter.inTime(message.createdAt) || message.role !== 'tool') return null;
    if (!filter.part(message, 'result', message.toolName)) return null;
    const last = hitOfPiece(entry, message, piece);
    if (!last) return null;
    let looks = 0;
    for (const { id } of candidates.find(owner.id + 1, piece.id - 1, 'oldest')) {
      if (performance.now() > until + (looks++ < minLooks ? graceMs : 0)) break;
      const earlier = id === null ? null : docOf(id);
      const hit = earlier && hitOfPiece(entry, message, earlier);
      if (hit) return hit;
    }
    return last;
  }

  /** The doc range of a conversation, which may include others. */
  function rangeOf(name: string | null): [number, number] {
    if (name === null) return [1, Number.MAX_SAFE_INTEGER];
    const ends = `SELECT min(docs.id) AS low, max(docs.id) AS high FROM docs
      JOIN conversations ON conversations.id = docs.conversation WHERE conversations.name = ?`;
    const { low, high } = database.prepare(ends).get(name) as { low: number | null; high: number | null };
    return [low ?? 1, high ?? 0];
  }

  /** Null if all docs have been checked. */
  function go(from: SearchCursor & { phase: 'docs' }, hits: SearchHit[]): SearchCursor | null {
    let rest = from.from;
    let looks = 0;
    const [low, high] = rangeOf(filter.conversationId);
    for (const { id, upTo } of candidates.find(low, Math.min(high, from.from), 'newest')) {
      const skip = rest === from.from ? from.skip : 0;
      if (hits.length >= request.limit)
        return { phase: 'docs', from: Math.min(rest, upTo), skip: rest > upTo ? 0 : skip };
      if (id !== null && id > rest) continue;
      if (id !== null) {
        const docHits = lookAt(id);
        looks++;
        const newHits = docHits.hits.slice(id === from.from ? from.skip : 0);
        const room = request.limit - hits.length;
        hits.push(...newHits.slice(0, room));
        if (newHits.length > room)
          return { phase: 'docs', from: id, skip: docHits.hits.length - newHits.length + room };
        rest = docHits.rest;
      } else if (upTo >= rest) continue;
      else rest = upTo;
      const grace = id !== null && looks < minLooks ? graceMs : 0;
      if (performance.now() > until + grace) return { phase: 'docs', from: rest, skip: 0 };
    }
    return null;
  }

  function lookAt(id: number): { hits: SearchHit[]; rest: number } {
    const doc = docOf(id);
    const entry = doc && conversationOf(doc.conversation);
    if (!entry) return { hits: [], rest: id - 1 };
    const owner = doc.owner === null ? null : docOf(doc.owner);
    if (!owner) return { hits: hitsOfRecord(entry, doc), rest: id - 1 };
    const hit = hitOfResult(entry, doc, owner);
    return hit ? { hits: [hit], rest: owner.id - 1 } : { hits: [], rest: id - 1 };
  }

  return { go };
}

function ofMessage(entry: ConversationRowEntry, message: Message) {
  return { ...placeOf(entry), messageId: message.id, role: message.role, createdAt: message.createdAt };
}
