// The list of conversations as the views know it: rows of the index with what is running now. Only what changed is told.

import type { AppEvent } from '../../shared/contract/events.ts';
import type { ConversationRow } from '../../shared/contract/resources.ts';
import type { ConversationState } from '../../shared/conversation/event.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { ConversationHub } from './conversationHub.ts';
import type { Feed } from './feed.ts';

export interface ConversationList {
  rows(): Promise<ConversationRow[]>;
  /** Brings the list up to date soon; many calls make one reading. */
  touch(): void;
  close(): void;
}

const settleMs = 150;

export function createConversationList(
  store: ConversationStore,
  hub: ConversationHub,
  feed: Feed<AppEvent>,
): ConversationList {
  let known = new Map<string, string>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  function withActivity(row: ConversationRow): ConversationRow {
    return { ...row, activity: activityOf(hub.peek(row.id)) };
  }

  async function rows(): Promise<ConversationRow[]> {
    const listed = await store.listConversations();
    return listed.ok ? listed.value.map(withActivity) : [];
  }

  /** Tells every view what changed since the last look, and returns all of it. */
  async function refresh(): Promise<ConversationRow[]> {
    const current = await rows();
    if (closed) return current;
    const next = new Map(current.map((row) => [row.id, JSON.stringify(row)]));
    for (const row of current) {
      if (known.get(row.id) !== next.get(row.id)) feed.publish({ type: 'conversation.listed', row });
    }
    for (const id of known.keys()) {
      if (!next.has(id)) feed.publish({ type: 'conversation.unlisted', conversationId: id });
    }
    known = next;
    return current;
  }

  function touch(): void {
    if (timer || closed) return;
    timer = setTimeout(() => {
      timer = null;
      void refresh();
    }, settleMs);
  }

  const unsubscribe = hub.subscribe(null, (_id, _seq, event) => {
    if (listed.has(event.type)) touch();
  });

  return {
    rows: refresh,
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
