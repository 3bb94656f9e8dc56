// Keeps the list rows in step with the conversations on disk: unchanged ones come from the index, others are read
// again. The index is updated shortly after an append.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { newestFirst } from '../../../shared/features/conversations/newestFirst.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import { hasTags } from '../../../shared/features/tags/tag.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { type Disk, type FileIdentity, statOrNull } from '../files/disk.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import type { Sidecars } from '../sidecars.ts';
import type { ConversationIndex, IndexRow } from './conversationIndex.ts';
import { stampOf } from './indexFormat.ts';
import { flagsOf, isSubAgentRow, toConversationRow, unreadableRow } from './indexRow.ts';
import { type LogSummary, summarizeLog } from './logSummary.ts';

export interface ConversationRows {
  /** Newest first, without sub-agents whose parents exist. Throws file system errors if a conversation folder cannot be read. */
  list(): Promise<ConversationRow[]>;
  /**
   * For the first screen: pinned, the newest `count`, and those in `also`, newest first. Checks only these, so only
   * `list` finds a conversation added outside the index. Null if `list` is just as fast.
   */
  newest(count: number, also: readonly string[]): Promise<ConversationRow[] | null>;
  /**
   * The ids of conversations with all tags with these keys, from the index: checks no file, so that it suits every keystroke
   * of a search. A tag that another machine's copy brought is missing until `list` runs.
   */
  tagged(keys: readonly string[]): Promise<string[]>;
  /** The row of one conversation; null if it is not listed. */
  one(paths: ConversationPaths): Promise<ConversationRow | null>;
  /** Call after this process changes or removes a conversation: updates its row and notifies other processes. */
  changed(conversationId: string): void;
  /** Erases every byte of the conversation from the index; its row is rebuilt later. */
  scrub(conversationId: string): Promise<void>;
  flush(): Promise<void>;
  /** Rebuilds the row from the files; null if it is not listed. */
  fresh(paths: ConversationPaths): Promise<IndexRow | null>;
}

export interface ConversationRowsDeps {
  disk: Disk;
  data: DataFolder;
  messages: Pick<MessageFiles, 'open'>;
  sidecars: Pick<Sidecars, 'readMeta'>;
  index: ConversationIndex;
  /** The message count of a file with this size and inode, if known from elsewhere. */
  countOf?(conversationId: string, size: number, inode: bigint): number | null;
}

/** Milliseconds during which changes are batched. */
const collectMs = 100;
const retryMs = 500;
/** How often closing the store retries publishing the last changes. */
const flushAttempts = 8;
const flushPauseMs = 60;
/** Conversations to check, and to read whole, in parallel. */
const together = 16;
const readers = 2;
/** The list is built while the first view loads and must not block it. */
const listSliceMs = 3;

interface Stamps {
  log: string;
  size: number;
  meta: string;
  changedAt: Date;
}

export function createConversationRows({
  disk,
  data,
  messages,
  sidecars,
  index,
  countOf = () => null,
}: ConversationRowsDeps): ConversationRows {
  const queue = createKeyedQueue();
  const waiting = new Set<string>();
  let turn = 0;
  let timer: NodeJS.Timeout | null = null;

  function stampsOf(paths: ConversationPaths): Stamps | null {
    const log = statOrNull(disk, paths.messages);
    if (!log) return null;
    const meta = statOrNull(disk, paths.meta);
    const changedAt = new Date(Number((log.mtime ?? 0n) / 1_000_000n));
    return { log: stampOf(log), size: log.size, meta: meta ? stampOf(meta) : '', changedAt };
  }

  async function readRow(paths: ConversationPaths, stamps: Stamps, indexedRow?: IndexRow): Promise<IndexRow | null> {
    const meta = await sidecars.readMeta(paths);
    if (indexedRow && indexedRow.logStamp === stamps.log) {
      const title = meta.value.title || indexedRow.derivedTitle;
      return { ...indexedRow, projectId: paths.projectId, title, ...flagsOf(meta.value), metaStamp: stamps.meta };
    }
    // Limit concurrency: a log in a foreign layout is read whole.
    const read = await queue.run(`read ${turn++ % readers}`, () => summaryOf(paths, indexedRow));
    if (read === 'unreadable') return unreadableRow(paths, stamps.changedAt);
    // It was read completely and holds nothing valid; that stays true until the file changes.
    if (read === 'damaged')
      return { ...unreadableRow(paths, stamps.changedAt), logStamp: stamps.log, metaStamp: stamps.meta };
    if (read === null) return null;
    const { summary, identity } = read;
    return {
      id: paths.conversationId,
      projectId: paths.projectId,
      title: meta.value.title || summary.derivedTitle,
      derivedTitle: summary.derivedTitle,
      createdAt: dateOf(summary.createdAt, stamps.changedAt),
      updatedAt: dateOf(summary.updatedAt, stamps.changedAt),
      messageCount: summary.messageCount ?? countNow(paths),
      parentId: summary.parentId,
      ending: summary.ending,
      ...flagsOf(meta.value),
      // If the file grew in the meantime, the row is stale, but its count holds for what was read: the next reading goes
      // on from there.
      logStamp: identity?.size === stamps.size ? stamps.log : identity ? stampOf({ ...identity, mtime: null }) : '',
      metaStamp: stamps.meta,
    };
  }

  function countNow(paths: ConversationPaths): number | null {
    const file = statOrNull(disk, paths.messages);
    return file && countOf(paths.conversationId, file.size, file.ino);
  }

  async function summaryOf(
    paths: ConversationPaths,
    indexedRow?: IndexRow,
  ): Promise<{ summary: LogSummary; identity: FileIdentity | null } | null | 'unreadable' | 'damaged'> {
    const log = await messages.open(paths);
    if (!log.ok) return 'unreadable';
    try {
      const before = indexedRow ? { ...indexedRow, identity: stampedIdentity(indexedRow.logStamp) } : null;
      const summary = await summarizeLog(
        disk,
        paths,
        log.value,
        before?.identity ? { ...before, identity: before.identity } : null,
      );
      if (summary) return { summary, identity: log.value.identity };
    } catch {
      return 'unreadable';
    }
    // A non-empty but unreadable conversation stays listed, because the user will look for it.
    if (log.value.notices.length === 0) return null;
    return log.value.identity === null || log.value.obstacle !== null ? 'unreadable' : 'damaged';
  }

  async function fresh(paths: ConversationPaths, indexedRow?: IndexRow): Promise<IndexRow | null> {
    // Take stamps first: if the file changes in between, the row counts as stale and is read again.
    const stamps = stampsOf(paths);
    return stamps && readRow(paths, stamps, indexedRow);
  }

  /** A sub-agent whose parent exists. */
  async function isPart(row: IndexRow): Promise<boolean> {
    return isSubAgentRow(row) && (await data.locate(row.parentId)).ok;
  }

  async function bringUpToDate(): Promise<IndexRow[]> {
    // An unreadable folder still holds its conversations; better no list than one that hides them.
    const all = await data.conversations((_folder, thrown) => {
      throw thrown;
    });
    const places = all.filter(({ conversationId }) => !isInPlace(conversationId));
    const indexedRows = index.rows();
    const current: IndexRow[] = [];
    const put: IndexRow[] = [];
    const slice = createTimeSlice(listSliceMs);
    await inGroups(places, together, async (paths) => {
      const pause = slice();
      if (pause) await pause;
      const stamps = stampsOf(paths);
      const row = indexedRows.get(paths.conversationId);
      // It had messages and its folder still exists: keep it listed, because the user will look for it.
      if (!stamps && row) current.push({ ...row, messageCount: null, logStamp: '' });
      if (!stamps) return;
      const same = row?.logStamp === stamps.log && row.metaStamp === stamps.meta && row.projectId === paths.projectId;
      if (row && same) {
        const messageCount = row.messageCount ?? countNow(paths);
        const counted = messageCount === row.messageCount ? row : { ...row, messageCount };
        current.push(counted);
        if (counted !== row) put.push(counted);
        return;
      }
      const next = await readRow(paths, stamps, row);
      if (!next) return;
      current.push(next);
      put.push(next);
    });
    const present = new Set(current.map((row) => row.id));
    const remove = [...indexedRows.keys()].filter((id) => !present.has(id));
    if (put.length > 0 || remove.length > 0) index.write({ put, remove, changed: [] });
    return current;
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(() => {
      timer = null;
      void flush();
    }, ms);
  }

  function flush(): Promise<void> {
    return queue.run('index', async () => {
      const changed = [...waiting];
      waiting.clear();
      if (changed.length === 0) return;
      const put: IndexRow[] = [];
      const remove: string[] = [];
      const indexedRows = index.rows();
      for (const conversationId of changed) {
        const place = await data.locate(conversationId);
        const isListed = place.ok && !isInPlace(conversationId);
        const row = isListed ? await fresh(place.value, indexedRows.get(conversationId)) : null;
        if (row) put.push(row);
        else remove.push(conversationId);
      }
      if (index.write({ put, remove, changed })) return;
      // Another process holds the index. The list is right anyway; only the notification is late.
      for (const id of changed) waiting.add(id);
      schedule(retryMs);
    });
  }

  return {
    fresh: (paths) => fresh(paths),
    async newest(count, also) {
      const indexedRows = index.newest(count, also);
      if (!indexedRows) return null;
      const rows: IndexRow[] = [];
      for (const row of indexedRows) {
        const paths = data.pathsOf(row.projectId, row.id);
        const stamps = stampsOf(paths);
        const same = stamps && row.logStamp === stamps.log && row.metaStamp === stamps.meta;
        const now = same ? row : stamps && (await readRow(paths, stamps, row));
        if (now && !(await isPart(now))) rows.push(now);
      }
      // A conversation created right before a crash is not in the index yet.
      for (const id of also) {
        if (indexedRows.some((row) => row.id === id)) continue;
        const place = await data.locate(id);
        const row = place.ok && !isInPlace(id) ? await fresh(place.value) : null;
        if (row && !(await isPart(row))) rows.push(row);
      }
      return rows.sort((a, b) => compare(b, a)).map(toConversationRow);
    },
    async tagged(keys) {
      if (waiting.size > 0) await flush();
      const rows = index.rows();
      if (rows.size === 0) await queue.run('index', bringUpToDate);
      return [...index.rows().values()].flatMap(({ id, tags }) =>
        tags !== '' && hasTags({ tags: JSON.parse(tags) }, keys) ? id : [],
      );
    },
    async one(paths) {
      if (isInPlace(paths.conversationId)) return null;
      const row = await fresh(paths, index.rows().get(paths.conversationId));
      return row && !(await isPart(row)) ? toConversationRow(row) : null;
    },
    list: () =>
      queue.run('index', async () => {
        const rows = await bringUpToDate();
        const ids = new Set(rows.map((row) => row.id));
        const topLevelRows = rows.filter((row) => !isSubAgentRow(row) || !ids.has(row.parentId));
        return topLevelRows.sort((a, b) => compare(b, a)).map(toConversationRow);
      }),
    // Queued after any list that read the old row, which would write it again.
    scrub: (conversationId) => queue.run('index', async () => index.scrub(conversationId)),
    changed(conversationId) {
      waiting.add(conversationId);
      schedule(collectMs);
    },
    async flush() {
      // Another process may hold the index. Retry, or other processes never learn of the change.
      for (let attempt = 0; attempt < flushAttempts; attempt++) {
        if (timer) clearTimeout(timer);
        timer = null;
        await flush();
        if (waiting.size === 0) break;
        await sleep(flushPauseMs);
      }
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

function stampedIdentity(stamp: string): { ino: bigint; size: number } | null {
  const [, ino, size] = /^(\d+):(\d+):/.exec(stamp) ?? [];
  return ino === undefined ? null : { ino: BigInt(ino), size: Number(size) };
}

function compare(a: IndexRow, b: IndexRow): number {
  return newestFirst(b, a) || (a.id < b.id ? -1 : 1);
}

/** The message's own date, else the file's modification time. */
function dateOf(createdAt: string | null, otherwise: Date): string {
  const time = Date.parse(createdAt ?? '');
  return Number.isNaN(time) || time <= 0 ? otherwise.toISOString() : new Date(time).toISOString();
}

async function inGroups<T>(items: readonly T[], size: number, task: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const work = async (): Promise<void> => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: size }, work));
}
