// A server's list (tools, prompts, resources): fetched on connection and after change notifications. A server may
// notify endlessly, so it is fetched less and less often and announced only when it differs.

import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import type { ListOptions, ListResult } from './listPages.ts';

export interface ServerListDeps<T> {
  clock: Clock;
  log: ServerLog;
  /** Aborts when the connection is no longer needed. */
  signal: AbortSignal;
  /** Null if not connected. */
  client(): Client | null;
  /** Throws the SDK's errors. */
  list(client: Client, log: ServerLog, options: ListOptions): Promise<ListResult<T>>;
  words: { failed(why: string): Sentence; changed(): Sentence };
  onChange(): void;
}

export interface ServerList<T> {
  /** The latest list; the same object until it changes. */
  entries(): readonly T[];
  /** Unusable entries. */
  notices(): readonly Sentence[];
  /** For a new connection. Throws the SDK's errors. */
  load(client: Client, timeout: number): Promise<void>;
  /** The server reported a change. */
  changed(): void;
  /** Fetches the list if it changed since the last fetch. */
  follow(): void;
  /** The fetch in progress; null if none. */
  underWay(): Promise<void> | null;
}

/** Timeout for fetching the list again. */
const relistMs = 30_000;
/** Initial delay between fetches; doubles up to the maximum. */
const firstGapMs = 1000;
const maxGapMs = 60_000;

export function createServerList<T>(deps: ServerListDeps<T>): ServerList<T> {
  const { clock, log, signal, client, list, words, onChange } = deps;
  let listed: ListResult<T> = { entries: [], notices: [] };
  let isStale = false;
  let asking: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  let listedAt = 0;
  let gapMs = 0;

  async function load(from: Client, timeout: number): Promise<boolean> {
    isStale = false;
    try {
      const newList = await list(from, log, { timeout, signal });
      const isOther = !isSame(newList.entries, listed.entries);
      const isNoted = !isSame(textsOf(newList), textsOf(listed));
      listed = { entries: isOther ? newList.entries : listed.entries, notices: newList.notices };
      return isOther || isNoted;
    } catch (thrown) {
      log.add('app', 'error', words.failed(String(thrown).slice(0, 500)));
      throw thrown;
    }
  }

  async function relist(from: Client): Promise<void> {
    if (!(await load(from, relistMs).catch(() => false))) return;
    log.add('app', 'info', words.changed());
    onChange();
  }

  async function followChanges(): Promise<void> {
    while (isStale) {
      const since = clock.elapsed() - listedAt;
      if (since < gapMs) await clock.wait(gapMs - since, signal);
      const from = client();
      if (!from || signal.aborted) return;
      gapMs = clock.elapsed() - listedAt > 2 * gapMs ? firstGapMs : Math.min(maxGapMs, 2 * gapMs);
      asking = relist(from);
      await asking;
      asking = null;
      listedAt = clock.elapsed();
    }
  }

  function follow(): void {
    if (following || !isStale || !client()) return;
    // Cleared after the assignment, in case it settles immediately.
    following = followChanges().finally(() => {
      following = null;
    });
  }

  return {
    entries: () => listed.entries,
    notices: () => listed.notices,
    async load(from, timeout) {
      const loading = load(from, timeout);
      const settled = loading.then(
        () => {},
        () => {},
      );
      asking = settled;
      try {
        await loading;
      } finally {
        if (asking === settled) asking = null;
      }
    },
    changed() {
      isStale = true;
      follow();
    },
    follow,
    underWay: () => asking,
  };
}

function textsOf({ notices }: ListResult<unknown>): string[] {
  return notices.map(({ text }) => text);
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  try {
    return isDeepStrictEqual(one, other);
  } catch {
    // Too deep to compare.
    return false;
  }
}
