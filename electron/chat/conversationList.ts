// The list of conversations as the views know it: rows of the index with what is running now. Only what changed is told.

import type { AppEvent } from '../../shared/contract/events.ts';
import type { ConversationRow } from '../../shared/contract/resources.ts';
import type { ConversationState } from '../../shared/conversation/event.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { ConversationHub } from './conversationHub.ts';
import type { Feed } from './feed.ts';

export interface ConversationList {
  /** All of them, newest first. Those who ask within a moment share one look. */
  rows(): Promise<ConversationRow[]>;
  /** Brings the row of a conversation up to date soon and tells the views; many calls make one reading. */
  touch(conversationId: string): void;
  close(): void;
}

const settleMs = 150;
/** How long a look at all of them is good enough for another view, while nothing is known to have changed. */
const freshMs = 1_000;

export function createConversationList(
  store: ConversationStore,
  hub: ConversationHub,
  feed: Feed<AppEvent>,
): ConversationList {
  /** What the views know, as text by id. */
  const known = new Map<string, string>();
  const touched = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<ConversationRow[]> | null = null;
  let looked = false;
  let closed = false;

  function withActivity(row: ConversationRow): ConversationRow {
    return { ...row, activity: activityOf(hub.peek(row.id)) };
  }

  function tell(conversationId: string, row: ConversationRow | null): void {
    const text = row && JSON.stringify(row);
    if (closed || (known.get(conversationId) ?? null) === text) return;
    looking = null;
    if (row && text) {
      known.set(conversationId, text);
      feed.publish({ type: 'conversation.listed', row });
    } else {
      known.delete(conversationId);
      feed.publish({ type: 'conversation.unlisted', conversationId });
    }
  }

  async function follow(): Promise<void> {
    const ids = [...touched];
    touched.clear();
    for (const id of ids) {
      const row = await store.listConversation(id);
      // A row that cannot be read now stays as it was.
      if (row.ok) tell(id, row.value && withActivity(row.value));
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
    if (listed.has(event.type)) touch(conversationId);
  });

  async function look(): Promise<ConversationRow[]> {
    const all = await store.listConversations();
    if (!all.ok) return [];
    const rows = all.value.map(withActivity);
    // The first look is told by the snapshot that it is for; what is new after it concerns the other views too.
    if (!looked) for (const row of rows) known.set(row.id, JSON.stringify(row));
    looked = true;
    const present = new Set(rows.map((row) => row.id));
    for (const row of rows) tell(row.id, row);
    for (const id of [...known.keys()]) if (!present.has(id)) tell(id, null);
    return rows;
  }

  return {
    rows() {
      // The look that was begun at the start serves the view that comes a moment later.
      looking ??= look().finally(() => {
        setTimeout(() => {
          looking = null;
        }, freshMs).unref();
      });
      return looking;
    },
    touch,
    close() {
      closed = true;
      unsubscribe();
      if (timer) clearTimeout(timer);
    },
  };
}

/** Events after which a row may look different. */
const listed = new Set([
  'message.appended',
  'run.started',
  'run.ended',
  'call.waiting',
  'call.started',
  'meta.changed',
  'conversation.removed',
]);

function activityOf(state: ConversationState | null): ConversationRow['activity'] {
  if (!state?.run) return 'idle';
  return state.calls.some((call) => call.state === 'waiting') ? 'waiting' : 'running';
}
