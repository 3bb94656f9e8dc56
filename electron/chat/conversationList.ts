// The conversation list for views: index rows plus what is running. Only changes are sent.

import type { AppEvent } from '../../shared/contract.ts';
import type { ConversationState } from '../../shared/conversation/event.ts';
import type { ConversationRow } from '../../shared/features/conversations/methods.ts';
import { newestFirst } from '../../shared/features/conversations/newestFirst.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { ConversationHub } from './conversationHub.ts';
import type { Feed } from './feed.ts';

export interface ConversationList {
  /** Returns all rows, newest first. Calls in quick succession share one read. */
  rows(): Promise<ConversationRow[]>;
  /** Returns the rows of a first screen and those in `also`. Null: `rows` is just as fast. */
  firstRows(also: readonly string[]): Promise<ConversationRow[] | null>;
  /** Schedules an update of a conversation's row for the views; frequent calls share one read. */
  touch(conversationId: string): void;
  /** Lets the views read the whole list again, after too many changes to send each. */
  reread(): void;
  close(): void;
}

const settleMs = 150;
/** Several screens of the list. */
const firstCount = 200;
/** How long a full read stays valid for another view if no change is known. */
const freshMs = 1_000;

export function createConversationList(
  store: ConversationStore,
  hub: ConversationHub,
  feed: Feed<AppEvent>,
): ConversationList {
  /** Rows as last sent to the views, serialized by id. */
  const sentRows = new Map<string, string>();
  const touched = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<ConversationRow[]> | null = null;
  /** For each full read in progress: rows read individually meanwhile. */
  const meanwhiles = new Set<Map<string, ConversationRow | null>>();
  let following: Promise<void> = Promise.resolve();
  let looked = false;
  let closed = false;

  function withActivity(row: ConversationRow): ConversationRow {
    const states = [row.id, ...hub.compared.answersOf(row.id)].map(hub.peek);
    const waiting = states.filter((state) => activityOf(state) === 'waiting');
    const activity = waiting.length > 0 ? 'waiting' : states.some((state) => state?.run) ? 'running' : 'idle';
    const asks = waiting.length > 0 && waiting.every(asksOnly);
    const now = { ...row, activity, ...(asks ? { asks: true as const } : {}) } as const;
    // A conversation running here or in another process has no ending.
    if (!row.ending || (activity === 'idle' && !store.isWrittenElsewhere(row.id))) return now;
    const { ending: _notYet, ...going } = now;
    return going;
  }

  function tell(conversationId: string, row: ConversationRow | null): void {
    const text = row && JSON.stringify(row);
    if (closed || (sentRows.get(conversationId) ?? null) === text) return;
    looking = null;
    if (row && text) {
      sentRows.set(conversationId, text);
      feed.publish({ type: 'conversation.listed', row });
    } else {
      sentRows.delete(conversationId);
      feed.publish({ type: 'conversation.unlisted', conversationId });
    }
  }

  function follow(): Promise<void> {
    following = following.then(followNow, followNow);
    return following;
  }

  async function followNow(): Promise<void> {
    const ids = [...touched];
    touched.clear();
    for (const id of ids) {
      const row = await store.listConversation(id);
      // An unreadable row stays as it was.
      if (!row.ok) continue;
      const listed = row.value ?? (await store.comingConversation(id));
      const now = listed && withActivity(listed);
      for (const meanwhile of meanwhiles) meanwhile.set(id, now);
      tell(id, now);
    }
  }

  function touch(conversationId: string): void {
    if (closed) return;
    touched.add(conversationId);
    timer ??= setTimeout(() => {
      timer = null;
      void follow();
    }, settleMs);
  }

  const unsubscribe = hub.subscribe(null, (conversationId, _seq, event) => {
    if (!rowEvents.has(event.type)) return;
    touch(conversationId);
    const comparedIn = hub.compared.placeOf(conversationId);
    if (comparedIn) touch(comparedIn.conversationId);
  });

  async function look(): Promise<ConversationRow[]> {
    const meanwhile = new Map<string, ConversationRow | null>();
    meanwhiles.add(meanwhile);
    // The first read is part of its caller's snapshot. After a failed read, everything counts as changed.
    const isFirst = !looked;
    looked = true;
    const all = await store.listConversations();
    const coming = all.ok ? await store.comingConversations() : [];
    meanwhiles.delete(meanwhile);
    if (!all.ok) {
      feed.publish({ type: 'notice', message: all.error.message });
      return [];
    }
    // Rows read individually during a full read are newer.
    const here = new Set(coming.length === 0 ? [] : all.value.map(({ id }) => id));
    const rows = [...all.value, ...coming.filter(({ id }) => !here.has(id))]
      .filter(({ id }) => !meanwhile.has(id))
      .map(withActivity);
    const newer = [...meanwhile.values()].filter((row) => row !== null);
    const present = new Set([...rows, ...newer].map((row) => row.id));
    for (const row of rows) {
      if (isFirst) sentRows.set(row.id, JSON.stringify(row));
      else tell(row.id, row);
    }
    for (const id of [...sentRows.keys()]) if (!present.has(id)) tell(id, null);
    return [...newer, ...rows].sort(newestFirst);
  }

  return {
    rows() {
      // A read serves all callers while it is in progress and shortly after.
      looking ??= look().finally(() => {
        setTimeout(() => {
          looking = null;
        }, freshMs).unref();
      });
      return looking;
    },
    async firstRows(also) {
      const rows = (await store.newestConversations(firstCount, also))?.map(withActivity) ?? null;
      // Views know these rows from now on, and are notified when one disappears.
      if (!looked) for (const row of rows ?? []) sentRows.set(row.id, JSON.stringify(row));
      return rows;
    },
    touch,
    reread() {
      if (closed) return;
      looking = null;
      looked = false;
      feed.publish({ type: 'conversations.changed' });
    },
    close() {
      closed = true;
      unsubscribe();
      if (timer) clearTimeout(timer);
    },
  };
}

/** Events that may change a row. */
const rowEvents = new Set([
  'message.appended',
  'run.started',
  'run.ended',
  'call.waiting',
  'call.asking',
  'call.answered',
  'call.started',
  'meta.changed',
  'conversation.removed',
]);

export function activityOf(state: ConversationState | null): ConversationRow['activity'] {
  if (!state?.run) return 'idle';
  return state.calls.some((call) => call.state === 'waiting' || call.question !== undefined) ? 'waiting' : 'running';
}

function asksOnly(state: ConversationState | null): boolean {
  return state !== null && !state.calls.some((call) => call.state === 'waiting' && call.question === undefined);
}
