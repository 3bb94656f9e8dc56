// Keeps search.db in step with the conversations in small increments, in a worker thread. A broken search.db is
// rebuilt; a broken conversation does not stop the others.

import { setTimeout as sleep } from 'node:timers/promises';
import { describeThrown, fail, ok, type Result, sentenceFromThrown } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { SearchStatus } from '../../../shared/features/search/methods.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { Log } from '../../lib/log.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import type { Disk } from '../files/disk.ts';
import { diffConversations, dropIndexed } from './compareConversations.ts';
import { type IndexingDeps, indexConversation, removeConversation, stampsOf } from './conversationIndexing.ts';
import { isIndexEmpty, listConversationRows } from './conversationRow.ts';
import { eraseFromIndex } from './eraseFromIndex.ts';
import { createIndexLock, pauseMs } from './indexLock.ts';
import { type OpenFile, openFile } from './openedFile.ts';
import { createPause } from './pause.ts';
import { generationOf, isBusyError, isDamageError, openForReading } from './searchDatabase.ts';
import type { Shard } from './shards.ts';
import { createWritableIndex, type OpenedIndex } from './writableIndex.ts';

export interface IndexerDeps {
  path: string;
  locks: string;
  disk: Disk;
  data: DataFolder;
  log: Log;
  /** Conversations to skip because indexing them crashed this thread before. */
  skip: ReadonlySet<string>;
  onStatus(status: SearchStatus): void;
  /** Called before a conversation is indexed, and with an empty ID afterwards. */
  onConversation(conversationId: string): void;
}

export interface Indexer {
  run(): Promise<void>;
  changed(conversationIds: readonly string[]): void;
  lookAround(): void;
  /** Call when a reader finds the index damaged. */
  damaged(): void;
  /** Resolves when everything requested so far is indexed, or cannot be now. */
  settled(): Promise<SearchStatus>;
  /** Deletes search.db; it is rebuilt later. */
  discard(): Promise<Result<void>>;
  /** `messageId` null means the whole conversation. */
  forget(conversationId: string, messageId: string | null): Promise<Result<void>>;
  close(): void;
}

/** Milliseconds without progress until waiting callers are notified; also how long a user request waits for the lock. */
const blockedMs = 5_000;
const orderWaitMs = 20_000;
const failurePauseMs = 1_000;
/** Rewrite a shard once this much of it was removed. */
const isHollow = (shard: Shard): boolean => shard.deleted > 500 && shard.deleted > shard.docs / 4;

export function createIndexer(deps: IndexerDeps): Indexer {
  const { path, disk, data, log } = deps;
  const lock = createIndexLock(deps.locks);
  const index = createWritableIndex(path, data.databaseKey, log, data.isStale);
  const open: OpenFile = (file) => openFile(file, data.dataKey);
  const pause = createPause();
  /** Conversations to index. The entry is replaced when one changes again. */
  const pending = new Map<string, { place: ConversationPaths | null }>();
  /** Conversations with messages, and those that failed. */
  const present = new Set<string>();
  const failed = new Set<string>();
  const orders: (() => Promise<void>)[] = [];
  let waiting: ((status: SearchStatus) => void)[] = [];
  let lookWanted = false;
  let discardWanted = false;
  let closing = false;
  /** Generation of the search.db in the last comparison; null if there was none, undefined before the first. */
  let generation: string | null | undefined;
  let progressAt = performance.now();
  let seenVersion = '';

  function status(): SearchStatus {
    const remaining = [...pending.keys()].filter((id) => present.has(id)).length;
    const skipped = [...deps.skip].filter((id) => present.has(id)).length;
    const done = Math.max(0, present.size - remaining - failed.size - skipped);
    const complete = generation !== undefined && !lookWanted && pending.size === 0 && done === present.size;
    return { complete, done, total: present.size };
  }

  function tell(): void {
    const notified = waiting;
    waiting = [];
    for (const each of notified) each(status());
  }

  function want(conversationId: string, paths: ConversationPaths | null): void {
    if (!deps.skip.has(conversationId)) pending.set(conversationId, { place: paths });
  }

  /** Finds new, changed and deleted conversations. `opened` null: reads search.db without the lock. */
  async function look(opened: OpenedIndex | null): Promise<void> {
    lookWanted = false;
    const reader = opened ? null : readable();
    const database = opened?.database ?? reader;
    try {
      generation = database ? generationOf(database) : null;
      const comparison = await diffConversations(disk, data, database ? listConversationRows(database) : []);
      present.clear();
      for (const id of comparison.present) present.add(id);
      for (const paths of comparison.stale) want(paths.conversationId, paths);
      for (const id of comparison.removed) want(id, null);
    } finally {
      reader?.close();
    }
  }

  function readable(): ReturnType<typeof openForReading> {
    try {
      return openForReading(path, data.databaseKey);
    } catch {
      return null;
    }
  }

  /** Another process has the lock; skip what it indexes meanwhile. */
  async function waitForOthers(): Promise<void> {
    const reader = readable();
    try {
      if (reader) {
        const version = String(Object.values(reader.prepare('SELECT max(last), sum(deleted) FROM shards').get() ?? {}));
        if (version !== seenVersion) progressAt = performance.now();
        seenVersion = version;
        await dropIndexed(disk, data, listConversationRows(reader), pending);
      }
    } finally {
      reader?.close();
    }
    tellIfBlocked();
    await sleep(pauseMs);
  }

  function tellIfBlocked(): void {
    if (performance.now() - progressAt > blockedMs) tell();
  }

  async function work(): Promise<void> {
    if (!lock.take()) return waitForOthers();
    try {
      if (discardWanted) index.discard();
      discardWanted = false;
      const opened = index.open();
      // A new index is as empty as the last comparison found it.
      if (generation === null && isIndexEmpty(opened.database)) generation = opened.generation;
      if (opened.generation !== generation) await look(opened);
      await workOff(opened);
      if (pending.size === 0 && !closing) opened.shards.scrub(isHollow);
    } finally {
      lock.giveBack();
    }
    if (pending.size > 0) await sleep(pauseMs);
  }

  /** In batches: a conversation is done once its batch is committed. */
  async function workOff(opened: OpenedIndex): Promise<void> {
    const { batch } = opened;
    const shouldYield = (): boolean => lock.isOver() || orders.length > 0;
    const indexing = { disk, data, open, ...opened, shouldYield, isClosing: () => closing };
    const slice = createTimeSlice();
    let taken: [string, { place: ConversationPaths | null }][] = [];
    /** Keeps entries that changed again meanwhile. */
    const drop = (id: string, entry: { place: ConversationPaths | null }): void => {
      if (pending.get(id) === entry) pending.delete(id);
    };
    const commit = (): void => {
      batch.commit();
      for (const [id, entry] of taken) drop(id, entry);
      taken = [];
      progressAt = performance.now();
      deps.onStatus(status());
    };
    try {
      for (const [id, entry] of [...pending]) {
        const pause = slice();
        if (pause) await pause;
        if (closing || shouldYield()) break;
        const done = await indexOne(indexing, id, entry.place);
        // A failure rolls back its whole batch; the others are retried without it.
        if (done === 'failed') {
          taken = [];
          drop(id, entry);
        } else if (done) taken.push([id, entry]);
        else break;
        if (batch.isFull()) commit();
      }
      commit();
    } finally {
      deps.onConversation('');
      batch.rollback();
    }
  }

  /** False if work remains. `failed`: uncommitted work was rolled back. */
  async function indexOne(
    indexing: IndexingDeps,
    id: string,
    paths: ConversationPaths | null,
  ): Promise<boolean | 'failed'> {
    deps.onConversation(id);
    try {
      data.forget(id);
      const currentPlace = paths ?? (await located(id));
      failed.delete(id);
      if (!currentPlace) {
        present.delete(id);
        indexing.batch.start();
        removeConversation(indexing, id);
        return true;
      }
      const stamps = stampsOf(disk, currentPlace);
      if (stamps) present.add(id);
      else present.delete(id);
      return await indexConversation(indexing, currentPlace, stamps);
    } catch (thrown) {
      // SQLite errors affect all conversations.
      if (typeof (thrown as { errcode?: unknown }).errcode === 'number') throw thrown;
      log(
        'warning',
        `a conversation could not be indexed for the search: ${describeThrown(thrown)}`,
        'SEARCH_SKIPPED',
        { reason: thrown },
      );
      indexing.batch.rollback();
      failed.add(id);
      return 'failed';
    }
  }

  async function located(id: string): Promise<ConversationPaths | null> {
    const place = await data.locate(id);
    return place.ok ? place.value : null;
  }

  async function failure(thrown: unknown): Promise<void> {
    index.close();
    tellIfBlocked();
    if (isBusyError(thrown)) return sleep(pauseMs);
    log('warning', `search.db could not be written: ${describeThrown(thrown)}`, 'SEARCH_UNWRITTEN', { reason: thrown });
    if (isDamageError(thrown)) {
      discardWanted = true;
      lookWanted = true;
    } else {
      tell();
    }
    await pause.wait(failurePauseMs);
  }

  /** Runs a user request between two conversations, under the lock. */
  function order<T>(task: () => Promise<Result<T>>): Promise<Result<T>> {
    const { promise, resolve } = Promise.withResolvers<Result<T>>();
    orders.push(async () => {
      try {
        if (!(await lock.waitFor(orderWaitMs))) {
          resolve(fail('STORE_WRITE_FAILED', say`Another process is updating the search index. Try again.`));
          return;
        }
        resolve(await task());
      } catch (thrown) {
        resolve(fail('STORE_WRITE_FAILED', say`The search index could not be written: ${sentenceFromThrown(thrown)}.`));
      } finally {
        lock.giveBack();
      }
    });
    pause.wake();
    return promise;
  }

  return {
    async run() {
      while (!closing) {
        try {
          for (let next = orders.shift(); next && !closing; next = orders.shift()) await next();
          if (lookWanted) await look(null);
          deps.onStatus(status());
          if (pending.size > 0 || discardWanted) await work();
          else if (!lookWanted && orders.length === 0) {
            tell();
            await pause.wait(null);
            progressAt = performance.now();
          }
        } catch (thrown) {
          await failure(thrown);
        }
      }
      index.close();
      lock.giveBack();
      tell();
    },

    changed(conversationIds) {
      for (const id of conversationIds) want(id, null);
      pause.wake();
    },
    lookAround() {
      lookWanted = true;
      pause.wake();
    },
    damaged() {
      discardWanted = true;
      lookWanted = true;
      pause.wake();
    },
    settled() {
      progressAt = performance.now();
      pause.wake();
      return new Promise((resolve) => waiting.push(resolve));
    },
    discard: () =>
      order(async () => {
        index.discard();
        lookWanted = true;
        return ok(undefined);
      }),
    forget: (conversationId, messageId) =>
      order(async () => {
        const { database, shards } = index.open();
        const forgotten = await eraseFromIndex(database, shards, conversationId, messageId);
        if (messageId !== null) want(conversationId, null);
        if (forgotten) return ok(undefined);
        return fail('STORE_WRITE_FAILED', say`A search in progress still keeps traces of it in the index. Try again.`);
      }),
    close() {
      closing = true;
      pause.wake();
    },
  };
}
