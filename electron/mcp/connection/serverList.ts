// A list of what a server has (tools, prompts, resources) as it reports it: asked for on connection, and again when it says
// that it has changed. It may say so endlessly: the list is then fetched less and less often, and announced only when it
// differs.

import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import type { Sentence } from '../../../shared/core/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Listed, ListOptions } from './listPages.ts';
import type { ServerLog } from './serverLog.ts';

export interface ServerListDeps<T> {
  clock: Clock;
  log: ServerLog;
  /** Aborted when the connection is no longer wanted. */
  signal: AbortSignal;
  /** Null: it is not connected. */
  client(): Client | null;
  /** Throws what the SDK throws. */
  list(client: Client, log: ServerLog, options: ListOptions): Promise<Listed<T>>;
  words: { failed(why: string): Sentence; changed(): Sentence };
  onChange(): void;
}

export interface ServerList<T> {
  /** As they were listed last; the same object until they are others. */
  entries(): readonly T[];
  /** What of the list cannot be used. */
  notices(): readonly Sentence[];
  /** Of a new connection. Throws what the SDK throws. */
  load(client: Client, timeout: number): Promise<void>;
  /** The server has said that it has changed. */
  changed(): void;
  /** Asks for it again where it has changed since it was asked for. */
  follow(): void;
  /** The question that is under way; null: none is. */
  underWay(): Promise<void> | null;
}

/** How long it may take to list them again. */
const relistMs = 30_000;
/** Between two lists that follow each other; doubled each time, up to the most. */
const firstGapMs = 1000;
const maxGapMs = 60_000;

export function createServerList<T>(deps: ServerListDeps<T>): ServerList<T> {
  const { clock, log, signal, client, list, words, onChange } = deps;
  let listed: Listed<T> = { entries: [], notices: [] };
  let isStale = false;
  let asking: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  let listedAt = 0;
  let gapMs = 0;

  async function load(from: Client, timeout: number): Promise<boolean> {
    isStale = false;
    try {
      const found = await list(from, log, { timeout, signal });
      const isOther = !isSame(found.entries, listed.entries);
      const isNoted = !isSame(textsOf(found), textsOf(listed));
      listed = { entries: isOther ? found.entries : listed.entries, notices: found.notices };
      return isOther || isNoted;
    } catch (thrown) {
      log.add('app', 'error', words.failed(String(thrown).slice(0, 500)));
      throw thrown;
    }
  }

  async function again(from: Client): Promise<void> {
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
      asking = again(from);
      await asking;
      asking = null;
      listedAt = clock.elapsed();
    }
  }

  function follow(): void {
    if (following || !isStale || !client()) return;
    // Unset behind the assignment: what ends at once would be set for ever.
    following = followChanges().finally(() => {
      following = null;
    });
  }

  return {
    entries: () => listed.entries,
    notices: () => listed.notices,
    async load(from, timeout) {
      const loading = load(from, timeout);
      const told = loading.then(
        () => {},
        () => {},
      );
      asking = told;
      try {
        await loading;
      } finally {
        if (asking === told) asking = null;
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

function textsOf({ notices }: Listed<unknown>): string[] {
  return notices.map(({ text }) => text);
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  try {
    return isDeepStrictEqual(one, other);
  } catch {
    // Nested more deeply than can be compared.
    return false;
  }
}
