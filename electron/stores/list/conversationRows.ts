// The rows of the list, kept in step with the conversations on disk: what has not changed comes from the index, what has is
// read again. After an append the index follows by itself, a moment later.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationRow } from '../../../shared/features/conversations/methods.ts';
import { isInPlace } from '../../../shared/features/inPlace/inPlace.ts';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createKeyedQueue } from '../../lib/keyedQueue.ts';
import type { ConversationPaths, DataFolder } from '../dataFolder.ts';
import { type Disk, type FileIdentity, look } from '../files/disk.ts';
import type { MessageFiles } from '../log/messageFile.ts';
import type { Sidecars } from '../sidecars.ts';
import type { ConversationIndex, IndexRow } from './conversationIndex.ts';
import { stampOf } from './indexFormat.ts';
import { flagsOf, isAgents, shown, unreadableRow } from './indexRow.ts';
import { type LogSummary, summarizeLog } from './logSummary.ts';

export interface ConversationRows {
  /** Newest first, without those of sub-agents whose parents are there. Throws what the file system throws when a folder of conversations cannot be read. */
  list(): Promise<ConversationRow[]>;
  /**
   * The pinned and the newest `count`, newest first, and those of `also`: what a first screen shows. Only they are looked at, so
   * one that another program put there without the index is found by `list` alone. Null where `list` is as good.
   */
  newest(count: number, also: readonly string[]): Promise<ConversationRow[] | null>;
  /** Of one conversation; null when the list leaves it out. */
  one(place: ConversationPaths): Promise<ConversationRow | null>;
  /** This process changed or removed a conversation: its row follows, and other processes are told. */
  changed(conversationId: string): void;
  /** Removes what the index holds of a conversation so that no byte of it is left; the row follows anew. */
  scrub(conversationId: string): Promise<void>;
  /** Writes what `changed` has collected. */
  flush(): Promise<void>;
  /** The row as the files say it is now; null when the list leaves it out. */
  fresh(place: ConversationPaths): Promise<IndexRow | null>;
}

export interface ConversationRowsDeps {
  disk: Disk;
  data: DataFolder;
  messages: Pick<MessageFiles, 'look'>;
  sidecars: Pick<Sidecars, 'readMeta'>;
  index: ConversationIndex;
  /** How many messages a file of this size and inode has, when that is known from elsewhere. */
  countOf?(conversationId: string, size: number, inode: bigint): number | null;
}

/** Milliseconds in which changes are collected. */
const collectMs = 100;
const retryMs = 500;
/** How often the last changes are tried to be told when the store is closed. */
const flushAttempts = 8;
const flushPauseMs = 60;
/** Conversations that are looked at, and read whole, at the same time. */
const together = 16;
const readers = 2;
/** The list is made while the first view is loading, which must not wait for it. */
const listSliceMs = 3;

interface Stamps {
  log: string;
  /** Bytes of the log. */
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

  /** Null when there are no messages. */
  function stampsOf(place: ConversationPaths): Stamps | null {
    const log = look(disk, place.messages);
    if (!log) return null;
    const meta = look(disk, place.meta);
    const changedAt = new Date(Number((log.mtime ?? 0n) / 1_000_000n));
    return { log: stampOf(log), size: log.size, meta: meta ? stampOf(meta) : '', changedAt };
  }

  async function readRow(place: ConversationPaths, stamps: Stamps, known?: IndexRow): Promise<IndexRow | null> {
    const meta = await sidecars.readMeta(place);
    if (known && known.logStamp === stamps.log) {
      const title = meta.value.title || known.derivedTitle;
      return { ...known, projectId: place.projectId, title, ...flagsOf(meta.value), metaStamp: stamps.meta };
    }
    // A few at a time: one in another layout than ours is read whole.
    const read = await queue.run(`read ${turn++ % readers}`, () => summaryOf(place, known));
    if (read === 'unreadable') return unreadableRow(place, stamps.changedAt);
    // Read to its end, and nothing sound in it: that stays so until it is another file.
    if (read === 'damaged')
      return { ...unreadableRow(place, stamps.changedAt), logStamp: stamps.log, metaStamp: stamps.meta };
    if (read === null) return null;
    const { summary, identity } = read;
    return {
      id: place.conversationId,
      projectId: place.projectId,
      title: meta.value.title || summary.derivedTitle,
      derivedTitle: summary.derivedTitle,
      createdAt: dateOf(summary.createdAt, stamps.changedAt),
      updatedAt: dateOf(summary.updatedAt, stamps.changedAt),
      messageCount: summary.messageCount ?? countNow(place),
      parentId: summary.parentId,
      ending: summary.ending,
      ...flagsOf(meta.value),
      // While an append is being written the file is longer than what was read: such a row counts as old.
      logStamp: identity?.size === stamps.size ? stamps.log : '',
      metaStamp: stamps.meta,
    };
  }

  function countNow(place: ConversationPaths): number | null {
    const file = look(disk, place.messages);
    return file && countOf(place.conversationId, file.size, file.ino);
  }

  /** Null: nothing is in it. */
  async function summaryOf(
    place: ConversationPaths,
    known?: IndexRow,
  ): Promise<{ summary: LogSummary; identity: FileIdentity | null } | null | 'unreadable' | 'damaged'> {
    const log = await messages.look(place);
    if (!log.ok) return 'unreadable';
    try {
      const before = known ? { ...known, identity: stampedIdentity(known.logStamp) } : null;
      const summary = await summarizeLog(
        disk,
        place,
        log.value,
        before?.identity ? { ...before, identity: before.identity } : null,
      );
      if (summary) return { summary, identity: log.value.identity };
    } catch {
      return 'unreadable';
    }
    // One that holds something, but nothing that can be read, is not hidden: its person looks for it.
    if (log.value.notices.length === 0) return null;
    return log.value.identity === null || log.value.obstacle !== null ? 'unreadable' : 'damaged';
  }

  async function fresh(place: ConversationPaths, known?: IndexRow): Promise<IndexRow | null> {
    // Stamps first: when the file changes between, the row counts as old and is read again.
    const stamps = stampsOf(place);
    return stamps && readRow(place, stamps, known);
  }

  /** Of an agent, whose parent is there. */
  async function isPart(row: IndexRow): Promise<boolean> {
    return isAgents(row) && (await data.locate(row.parentId)).ok;
  }

  async function bringUpToDate(): Promise<IndexRow[]> {
    // A folder that cannot be read now holds what it held: better no list than one that hides conversations.
    const all = await data.conversations((_folder, thrown) => {
      throw thrown;
    });
    const places = all.filter(({ conversationId }) => !isInPlace(conversationId));
    const known = index.rows();
    const current: IndexRow[] = [];
    const put: IndexRow[] = [];
    const slice = createTimeSlice(listSliceMs);
    await inGroups(places, together, async (place) => {
      const pause = slice();
      if (pause) await pause;
      const stamps = stampsOf(place);
      const row = known.get(place.conversationId);
      // It had messages, and its folder is still there: its person looks for it.
      if (!stamps && row) current.push({ ...row, messageCount: null, logStamp: '' });
      if (!stamps) return;
      const same = row?.logStamp === stamps.log && row.metaStamp === stamps.meta && row.projectId === place.projectId;
      if (row && same) {
        const messageCount = row.messageCount ?? countNow(place);
        const counted = messageCount === row.messageCount ? row : { ...row, messageCount };
        current.push(counted);
        if (counted !== row) put.push(counted);
        return;
      }
      const next = await readRow(place, stamps, row);
      if (!next) return;
      current.push(next);
      put.push(next);
    });
    const present = new Set(current.map((row) => row.id));
    const remove = [...known.keys()].filter((id) => !present.has(id));
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
      const known = index.rows();
      for (const conversationId of changed) {
        const place = await data.locate(conversationId);
        const isListed = place.ok && !isInPlace(conversationId);
        const row = isListed ? await fresh(place.value, known.get(conversationId)) : null;
        if (row) put.push(row);
        else remove.push(conversationId);
      }
      if (index.write({ put, remove, changed })) return;
      // Another process has it at this moment. The list is right without it; only the telling is late.
      for (const id of changed) waiting.add(id);
      schedule(retryMs);
    });
  }

  return {
    fresh: (place) => fresh(place),
    async newest(count, also) {
      const known = index.newest(count, also);
      if (!known) return null;
      const rows: IndexRow[] = [];
      for (const row of known) {
        const place = data.place(row.projectId, row.id);
        const stamps = stampsOf(place);
        const same = stamps && row.logStamp === stamps.log && row.metaStamp === stamps.meta;
        const now = same ? row : stamps && (await readRow(place, stamps, row));
        if (now && !(await isPart(now))) rows.push(now);
      }
      // One of a moment before a crash is not in the index yet.
      for (const id of also) {
        if (known.some((row) => row.id === id)) continue;
        const place = await data.locate(id);
        const row = place.ok && !isInPlace(id) ? await fresh(place.value) : null;
        if (row && !(await isPart(row))) rows.push(row);
      }
      return rows.sort((a, b) => compare(b, a)).map(shown);
    },
    async one(place) {
      if (isInPlace(place.conversationId)) return null;
      const row = await fresh(place, index.rows().get(place.conversationId));
      return row && !(await isPart(row)) ? shown(row) : null;
    },
    list: () =>
      queue.run('index', async () => {
        const rows = await bringUpToDate();
        const ids = new Set(rows.map((row) => row.id));
        const own = rows.filter((row) => !isAgents(row) || !ids.has(row.parentId));
        return own.sort((a, b) => compare(b, a)).map(shown);
      }),
    // After a list that read the row before, or it would be written once more.
    scrub: (conversationId) => queue.run('index', async () => index.scrub(conversationId)),
    changed(conversationId) {
      waiting.add(conversationId);
      schedule(collectMs);
    },
    async flush() {
      // Another process may have the index at this moment: what changed here is told for all that, or nobody looks.
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
  // Every row has its times in one form, so that they compare as text.
  if (a.updatedAt !== b.updatedAt) return a.updatedAt < b.updatedAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** The record's own date when it has one, else when the file was last changed. */
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
