// The search API for the rest of the store. Starts its threads on demand, notifies them of changes, and reports with
// every answer whether the index may be incomplete.

import { existsSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ChainAnswer, ChainFacets } from '../../../shared/features/chains/methods.ts';
import type { SearchStatus } from '../../../shared/features/search/methods.ts';
import type { Log } from '../../lib/log.ts';
import { createWorkerThread, workerFile } from '../../lib/workerThread.ts';
import type { CallRequest, ConversationSearch, SearchRequest, SearchWait } from '../../ports/search.ts';
import { createDataFolder } from '../dataFolder.ts';
import { type Disk, nodeDisk, statOrNull } from '../files/disk.ts';
import { createIndexLookups } from './indexLookups.ts';
import type { SearchOutcome } from './searcher.ts';
import { parseQuery } from './searchQuery.ts';
import {
  type CallsAnswer,
  currentBytes,
  currentConversationOf,
  type FacetsAnswer,
  type FromIndexer,
  type FromSearcher,
  setCurrentConversation,
  type ToIndexer,
  type ToSearcher,
  type WorkerSetup,
} from './workerMessages.ts';

export interface ConversationSearchDeps {
  dataDir: string;
  /** Default: the machine's own. */
  disk?: Disk;
  log: Log;
  /** Milliseconds before the first change starts the thread; set by tests. */
  startMs?: number;
}

/** Milliseconds to batch changes, before and after the thread has started. */
const startAfterMs = 1_500;
const collectMs = 100;
/** A process that lives longer than this indexes everything. */
const beginAfterMs = 3_000;
/** How long a query waits for a small amount of pending indexing, and the maximum age of the last scan. */
const waitMs = 100;
const littleLeft = 4;
const lookEveryMs = 5_000;

const searchTooShort = say`Enter at least three characters, or one for Chinese, Japanese, Korean or emoji.`;

export function createConversationSearch(deps: ConversationSearchDeps): ConversationSearch {
  const { dataDir, disk = nodeDisk, log, startMs = startAfterMs } = deps;
  const data = createDataFolder(dataDir, disk);
  const path = data.search;
  const skip = new Set<string>();
  const threadOf = (role: WorkerSetup['role'], skipped: string[]) => ({
    name: 'throughline search',
    file: workerFile(import.meta.url, 'indexWorker'),
    data: { ...setup, role, skip: skipped, isStale: data.isStale() } satisfies WorkerSetup,
  });
  const indexThread = createWorkerThread<ToIndexer, FromIndexer>(() => threadOf('index', [...skip]));
  const searchThread = createWorkerThread<ToSearcher, FromSearcher>(() => threadOf('search', []));
  const current = new SharedArrayBuffer(currentBytes);
  const setup = { dataDir: data.root, path, current, dataKey: data.dataKey };
  const lookups = createIndexLookups(path, data.databaseKey);
  const changes = new Set<string>();
  const watchers = new Set<(status: SearchStatus) => void>();
  let status: SearchStatus = { complete: false, done: 0, total: 0 };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let beginning: NodeJS.Timeout | null = null;
  let closed = false;

  indexThread.onMessage = (message) => {
    if (message.type === 'log') log(message.level, message.message, message.code, message.fields);
    else if (message.type === 'status') setStatus(message.status);
  };
  indexThread.onEnd = (reason) => {
    // Whatever crashed the thread would crash the next one too.
    const id = currentConversationOf(current);
    if (id !== '') skip.add(id);
    setCurrentConversation(current, '');
    log('warning', `indexing for the search ended and begins again: ${reason}`, 'SEARCH_ENDED');
    setStatus({ ...status, complete: false });
    if (skip.size > 0) lookAround();
  };
  searchThread.onEnd = (reason) => log('warning', `a search ended before it had an answer: ${reason}`, 'SEARCH_ENDED');

  function setStatus(next: SearchStatus): void {
    status = next;
    for (const watcher of watchers) watcher(next);
  }

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (changes.size === 0 || closed) return;
    const wasRunning = indexThread.isRunning;
    setStatus({ ...status, complete: false });
    indexThread.send({ type: 'changed', conversationIds: [...changes] });
    changes.clear();
    if (!wasRunning) lookAround();
  }

  function lookAround(): void {
    if (closed) return;
    lookedAt = performance.now();
    indexThread.send({ type: 'lookAround' });
  }

  const settled = (): Promise<SearchStatus | null> => indexThread.ask((call) => ({ type: 'settled', call }));

  /**
   * Waits briefly for pending changes to be indexed. Returns the index status from before the answer, which may miss
   * anything indexed meanwhile.
   */
  async function catchUp(): Promise<SearchStatus> {
    const before = changes.size > 0;
    flush();
    const first = !Number.isFinite(lookedAt);
    if (performance.now() - lookedAt > lookEveryMs) lookAround();
    const remaining = status.total - status.done;
    if (!first && !before && status.complete) return status;
    if (remaining > littleLeft) return status;
    let end: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      end = setTimeout(resolve, waitMs);
    });
    await Promise.race([settled(), over]);
    clearTimeout(end);
    return status;
  }

  async function query(request: SearchRequest): ReturnType<ConversationSearch['query']> {
    if (parseQuery(request.text) === null) return fail('PARAMS_INVALID', searchTooShort, { reason: 'too_short' });
    if (closed) return ok({ hits: [], more: false, cursor: null, ...status, complete: false });
    const statusBefore = await catchUp();
    const outcome = await searchThread.ask<SearchOutcome>((call) => ({ type: 'query', call, request }));
    if (outcome?.kind === 'cursorOver') return cursorOver();
    if (outcome?.kind === 'answer') {
      return ok({ hits: outcome.hits, more: outcome.cursor !== null, cursor: outcome.cursor, ...statusBefore });
    }
    return ok({ hits: [], more: false, cursor: null, ...foundNothing(outcome?.kind === 'damaged') });
  }

  /** Without an index nothing can be found, unless there are no conversations. */
  function foundNothing(damaged: boolean): SearchStatus {
    if (damaged) indexThread.send({ type: 'damaged' });
    else if (status.total > 0) lookAround();
    return { ...status, complete: status.complete && status.total === 0 };
  }

  async function calls(request: CallRequest): Promise<Result<ChainAnswer>> {
    if (request.text.trim() !== '' && parseQuery(request.text) === null) {
      return fail('PARAMS_INVALID', searchTooShort, { reason: 'too_short' });
    }
    if (closed) return ok({ calls: [], more: false, cursor: null, ...status, complete: false });
    const statusBefore = await catchUp();
    const outcome = await searchThread.ask<CallsAnswer>((call) => ({ type: 'calls', call, request }));
    if (outcome?.kind === 'cursorOver') return cursorOver();
    if (outcome?.kind === 'calls') {
      return ok({ calls: outcome.calls, more: outcome.cursor !== null, cursor: outcome.cursor, ...statusBefore });
    }
    return ok({ calls: [], more: false, cursor: null, ...foundNothing(outcome?.kind === 'damaged') });
  }

  async function callFacets(): Promise<ChainFacets> {
    if (closed) return { tools: [] };
    await catchUp();
    const outcome = await searchThread.ask<FacetsAnswer>((call) => ({ type: 'facets', call }));
    return { tools: outcome?.kind === 'facets' ? outcome.tools : [] };
  }

  async function waitUntilSettled({ onProgress, signal }: SearchWait = {}): Promise<SearchStatus> {
    if (onProgress) watchers.add(onProgress);
    const { promise: aborted, resolve: abort } = Promise.withResolvers<null>();
    const onAbort = (): void => abort(null);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    try {
      return (await Promise.race([settled(), aborted])) ?? { ...status, complete: false };
    } finally {
      signal?.removeEventListener('abort', onAbort);
      if (onProgress) watchers.delete(onProgress);
    }
  }

  async function forget(conversationId: string, messageId: string | null): Promise<Result<void>> {
    // Without a search.db there is nothing to forget; do not create one.
    if (!existsSync(path)) return ok(undefined);
    const done = await indexThread.ask<Result<void>>((call) => ({ type: 'forget', call, conversationId, messageId }));
    return done ?? fail('STORE_WRITE_FAILED', say`The search index could not be updated. Try again.`);
  }

  return {
    query,
    calls,
    callFacets,

    changed(conversationId) {
      if (closed) return;
      changes.add(conversationId);
      timer ??= setTimeout(flush, indexThread.isRunning ? collectMs : startMs).unref();
    },

    start() {
      beginning ??= setTimeout(lookAround, beginAfterMs).unref();
    },

    async bringUpToDate(wait) {
      flush();
      lookAround();
      return waitUntilSettled(wait);
    },

    async rebuild(wait) {
      const discarded = await indexThread.ask<Result<void>>((call) => ({ type: 'discard', call }));
      if (!discarded) return fail('STORE_WRITE_FAILED', say`The search index could not be rebuilt. Try again.`);
      if (!discarded.ok) return discarded;
      changes.clear();
      return ok(await waitUntilSettled(wait));
    },

    forgetMessage: (conversationId, messageId) => forget(conversationId, messageId),
    forgetConversation: (conversationId) => forget(conversationId, null),

    offsetOf: (conversationId, messageId) =>
      lookups.offsetOf(conversationId, messageId, (projectId) =>
        statOrNull(disk, data.pathsOf(projectId, conversationId).messages),
      ),
    countOf: lookups.countOf,

    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      if (beginning) clearTimeout(beginning);
      // The last connection to close cleans up, which only the writer can do.
      lookups.close();
      await searchThread.close();
      await indexThread.close();
    },
  };
}

function cursorOver(): ReturnType<typeof fail> {
  return fail('PARAMS_INVALID', say`The search index was rebuilt in the meantime. Search again.`, { reason: 'cursor' });
}
