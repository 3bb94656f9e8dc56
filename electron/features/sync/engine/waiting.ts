// Conversations that other devices stored and that are not complete here: which they are, and who waits for them.

import type { Result } from '../../../../shared/core/errors.ts';
import { yieldToEventLoop } from '../../../lib/cooperativeYield.ts';
import { notLeftOut } from './leftOut.ts';
import type { SyncContext } from './syncContext.ts';

type WithState = Pick<SyncContext, 'state'>;

/** Conversations in one query. */
const readTogether = 2_000;

/** Also those of projects that are left out. */
export function incompleteConversations({ state }: WithState): string[] {
  const rows = state.all<{ conversation: string }>(
    "SELECT DISTINCT conversation FROM segments WHERE state IN ('new', 'waits')",
  );
  return rows.map(({ conversation }) => conversation);
}

/** Newest first. In pieces: a new machine can have tens of thousands. */
export async function waitingConversations({ state }: WithState): Promise<string[]> {
  const open = incompleteConversations({ state });
  const rows: { id: string; updatedAt: string }[] = [];
  for (let at = 0; at < open.length; at += readTogether) {
    if (at > 0) await yieldToEventLoop();
    const read = state.all<{ id: string; updatedAt: string }>(
      `SELECT open.value AS id, coalesce(updatedAt, '') AS updatedAt
       FROM json_each(?) AS open LEFT JOIN conversations ON conversations.id = open.value
       WHERE open.value NOT IN (SELECT conversation FROM deleted) AND ${notLeftOut('open.value')}`,
      JSON.stringify(open.slice(at, at + readTogether)),
    );
    rows.push(...read);
  }
  return rows.sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1)).map(({ id }) => id);
}

export function countWaiting({ state }: WithState): number {
  const row = state.get<{ count: number }>(
    `SELECT count(DISTINCT conversation) AS count FROM segments
     WHERE state IN ('new', 'waits') AND conversation NOT IN (SELECT conversation FROM deleted)
       AND ${notLeftOut('segments.conversation')}`,
  );
  return row?.count ?? 0;
}

export function isWaiting({ state }: WithState, conversation: string): boolean {
  const row = state.get(
    `SELECT 1 FROM segments WHERE conversation = ? AND state IN ('new', 'waits')
     AND conversation NOT IN (SELECT conversation FROM deleted) LIMIT 1`,
    conversation,
  );
  return row !== null;
}

/** Conversations that somebody waits for: they are fetched first. */
export interface Urgent {
  /** In the order in which they were asked for. */
  ids(): string[];
  has(conversation: string): boolean;
  /** Ends when the conversation has been fetched, as far as it is in the store. */
  waitFor(conversation: string): { arrived: Promise<Result<void>>; end(): void };
  arrived(conversation: string, result: Result<void>): void;
}

export function createUrgent(): Urgent {
  const waiters = new Map<string, Set<(result: Result<void>) => void>>();
  return {
    ids: () => [...waiters.keys()],
    has: (conversation) => waiters.has(conversation),
    waitFor(conversation) {
      const mine = waiters.get(conversation) ?? new Set();
      waiters.set(conversation, mine);
      let end = (): void => {};
      const arrived = new Promise<Result<void>>((resolve) => {
        mine.add(resolve);
        end = () => {
          mine.delete(resolve);
          if (mine.size === 0 && waiters.get(conversation) === mine) waiters.delete(conversation);
        };
      });
      return { arrived, end: () => end() };
    },
    arrived(conversation, result) {
      const mine = waiters.get(conversation);
      waiters.delete(conversation);
      for (const resolve of mine ?? []) resolve(result);
    },
  };
}
