// A server's tools as it reports them: listed on connection, and again when it says they have changed. It may say so
// endlessly: the list is then fetched less and less often, and announced only when it differs.

import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { say } from '../../../shared/sentence.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ListedTool, listTools } from './listedTools.ts';
import type { ServerLog } from './serverLog.ts';

export interface ToolListDeps {
  clock: Clock;
  log: ServerLog;
  /** Aborted when the connection is no longer wanted. */
  signal: AbortSignal;
  /** Null: it is not connected. */
  client(): Client | null;
  onChange(): void;
}

export interface ToolList {
  /** As they were listed last; the same object until they are others. */
  tools(): readonly ListedTool[];
  /** Throws what the SDK throws. */
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
const mostGapMs = 60_000;

export function createToolList({ clock, log, signal, client, onChange }: ToolListDeps): ToolList {
  let listed: readonly ListedTool[] = [];
  let isStale = false;
  let asking: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  let listedAt = 0;
  let gapMs = 0;

  async function load(from: Client, timeout: number): Promise<boolean> {
    isStale = false;
    try {
      const found = await listTools(from, log, { timeout, signal });
      if (isSame(found, listed)) return false;
      listed = found;
      return true;
    } catch (thrown) {
      log.add('app', 'error', say`Its tools could not be listed: ${String(thrown).slice(0, 500)}`);
      throw thrown;
    }
  }

  async function again(from: Client): Promise<void> {
    if (!(await load(from, relistMs).catch(() => false))) return;
    log.add('app', 'info', say`Its tool list has changed.`);
    onChange();
  }

  async function followChanges(): Promise<void> {
    while (isStale) {
      const since = clock.elapsed() - listedAt;
      if (since < gapMs) await clock.wait(gapMs - since, signal);
      const from = client();
      if (!from || signal.aborted) return;
      gapMs = clock.elapsed() - listedAt > 2 * gapMs ? firstGapMs : Math.min(mostGapMs, 2 * gapMs);
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
    tools: () => listed,
    load: async (from, timeout) => void (await load(from, timeout)),
    changed() {
      isStale = true;
      follow();
    },
    follow,
    underWay: () => asking,
  };
}

function isSame(one: readonly ListedTool[], other: readonly ListedTool[]): boolean {
  try {
    return isDeepStrictEqual(one, other);
  } catch {
    // Nested more deeply than can be compared.
    return false;
  }
}
