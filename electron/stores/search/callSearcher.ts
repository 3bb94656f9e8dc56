// Answers queries about tool calls from search.db, newest first. The index finds the calls; their content is read from
// its file, so every answer is current. Bounded by the limit and by time, after which a cursor says where to continue.
// Synchronous; runs in a worker thread.

import { outcomes } from '../../../shared/conversation/message.ts';
import type { CallMatch, ChainFacets } from '../../../shared/features/chains/methods.ts';
import type { CallRequest } from '../../ports/search.ts';
import type { DataFolder } from '../dataFolder.ts';
import type { Database } from '../files/database.ts';
import { createCallReader, type IndexedCall } from './callReader.ts';
import { type CandidateDocs, createCandidateDocs } from './candidates.ts';
import { requestedProjects } from './hitFilter.ts';
import { generationOf } from './searchDatabase.ts';
import { parseQuery } from './searchQuery.ts';
import { createSourceReader } from './sourceReader.ts';

export type CallOutcome = { kind: 'calls'; calls: CallMatch[]; cursor: string | null } | { kind: 'cursorOver' };

export interface CallSearcher {
  query(database: Database, request: CallRequest): CallOutcome;
  facets(database: Database): ChainFacets;
}

/** Time budget in milliseconds: for an answer, and for its full-text part. */
const budgetMs = 60;
const gatherMs = 35;
/** Minimum calls to check, however long it takes. */
const minLooks = 20;
/** With up to this many docs, look up their calls; with more, scan the calls. */
const fewDocs = 5_000;
const maxTools = 500;

export function createCallSearcher(data: DataFolder): CallSearcher {
  /** The docs gathered for the last text, so that its next page can continue. */
  let gathered: { database: Database; key: string; docs: CandidateDocs } | null = null;

  function docsFor(database: Database, text: string): { terms: string[]; docs: CandidateDocs } | null {
    const query = text.trim() === '' ? null : parseQuery(text);
    if (!query) return null;
    const version = database.prepare('PRAGMA data_version').get()?.data_version;
    const key = `${generationOf(database)} ${version} ${text}`;
    if (gathered?.database !== database || gathered.key !== key) {
      gathered = { database, key, docs: createCandidateDocs(database, query) };
    }
    return { terms: query.terms, docs: gathered.docs };
  }

  return {
    query(database, request) {
      const startedAt = performance.now();
      const generation = generationOf(database);
      const from = request.cursor === null ? null : readCursor(generation, request.cursor);
      if (request.cursor !== null && !from) return { kind: 'cursorOver' };
      const candidateDocs = docsFor(database, request.text);
      candidateDocs?.docs.gather(startedAt + gatherMs);
      const few = candidateDocs?.docs.few(fewDocs) ?? null;
      const source = createSourceReader(data);
      try {
        const reader = createCallReader(database, source, candidateDocs?.terms ?? null);
        const calls: CallMatch[] = [];
        let looks = 0;
        let at: IndexedCall | null = null;
        for (const row of rowsOf(database, request, from, few)) {
          const isDue =
            calls.length >= request.limit || (looks >= minLooks && performance.now() > startedAt + budgetMs);
          if (isDue) return { kind: 'calls', calls, cursor: at && writeCursor(generation, at) };
          at = row;
          looks++;
          if (candidateDocs && !few && !mayHold(candidateDocs.docs, row)) continue;
          const call = reader.read(row, candidateDocs?.docs ?? null);
          if (call) calls.push(call);
        }
        return { kind: 'calls', calls, cursor: null };
      } finally {
        source.close();
      }
    },

    facets(database) {
      const rows = database
        .prepare('SELECT tool, count(*) AS count FROM calls GROUP BY tool ORDER BY count DESC, tool LIMIT ?')
        .all(maxTools);
      return { tools: rows.map(({ tool, count }) => ({ name: String(tool), count: Number(count) })) };
    },
  };
}

function mayHold(docs: CandidateDocs, { doc, result, resultEnd }: IndexedCall): boolean {
  return docs.may(doc, doc) || (result !== null && docs.may(result, resultEnd ?? result));
}

/** Newest first. `few` restricts to calls with one of these docs. */
function rowsOf(
  database: Database,
  request: CallRequest,
  from: { at: number; id: number } | null,
  few: number[] | null,
): Iterable<IndexedCall> {
  const where: string[] = ['1'];
  const values: (string | number)[] = [];
  const add = (condition: string, ...parameters: (string | number)[]): void => {
    where.push(condition);
    values.push(...parameters);
  };
  if (few) {
    const docs =
      'SELECT coalesce(docs.owner, docs.id) AS doc FROM json_each(?) AS given JOIN docs ON docs.id = given.value';
    const led = (column: string): string =>
      `SELECT calls.id FROM (${docs}) AS found JOIN calls ON calls.${column} = found.doc`;
    const ids = JSON.stringify(few);
    add(`id IN (${led('doc')} UNION ${led('result')})`, ids, ids);
  }
  const { tools, outcomes: wantedOutcomes, conversationId } = request;
  const projectIds = requestedProjects(request);
  if (from) add('(at, id) < (?, ?)', from.at, from.id);
  if (request.from !== null) add('at >= ?', Date.parse(request.from));
  if (request.until !== null) add('at <= ?', Date.parse(request.until));
  if (tools.length > 0) add('tool IN (SELECT value FROM json_each(?))', JSON.stringify(tools));
  if (wantedOutcomes.length > 0)
    add(`outcome IN (${wantedOutcomes.map((outcome) => outcomes.indexOf(outcome)).join(', ')})`);
  if (request.changed) add('changed = 1');
  if (projectIds !== null)
    add(
      'conversation IN (SELECT id FROM conversations WHERE projectId IN (SELECT value FROM json_each(?)))',
      JSON.stringify(projectIds),
    );
  if (conversationId !== null) add('conversation = (SELECT id FROM conversations WHERE name = ?)', conversationId);
  return database
    .prepare(`SELECT * FROM calls WHERE ${where.join(' AND ')} ORDER BY at DESC, id DESC`)
    .iterate(...values) as Iterable<unknown> as Iterable<IndexedCall>;
}

/** Encodes where an answer ended. `generation` is that of the index. */
function writeCursor(generation: string, { at, id }: IndexedCall): string {
  return `${generation}.c.${at}.${id}`;
}

function readCursor(generation: string, text: string): { at: number; id: number } | null {
  const [, owner, at, id] = /^([\w-]+)\.c\.(-?\d{1,16})\.(\d{1,15})$/.exec(text) ?? [];
  return owner === generation ? { at: Number(at), id: Number(id) } : null;
}
