// Activity feed for open activity views: batches simultaneous changes into one event, and sends a conversation only
// when its summary changes. Streamed text and output do not, so a hundred runs cost a few events per second.

import type { AppEvent } from '../../../shared/contract.ts';
import type { ConversationEvent } from '../../../shared/conversation/event.ts';
import type { Activity } from '../../../shared/features/activity/methods.ts';
import type { ConversationHub } from '../../chat/conversationHub.ts';
import type { Feed } from '../../chat/feed.ts';
import { activityOf, subAgentIds, withAnswers } from './activityOf.ts';

export interface ActivityFeed {
  list(): Activity[];
  /** Publishes changes until the returned function is called. */
  watch(): () => void;
}

const settleMs = 200;

const quiet: ReadonlySet<ConversationEvent['type']> = new Set([
  'reply.delta',
  'reply.thinking',
  'reply.call',
  'call.output',
  'call.progress',
  'marks.changed',
]);

export function createActivityFeed(
  hub: Pick<ConversationHub, 'liveIds' | 'peek' | 'subscribe' | 'compared'>,
  feed: Feed<AppEvent>,
): ActivityFeed {
  /** The rows that the views last received, as text by ID. */
  let publishedTexts = new Map<string, string>();
  let watchers = 0;
  let unsubscribe: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function list(): Activity[] {
    const states = hub.liveIds().flatMap((id) => hub.peek(id) ?? []);
    const agents = subAgentIds(states);
    const all = states.flatMap((state) =>
      agents.has(state.conversationId) ? [] : (activityOf(state, hub.peek) ?? []),
    );
    return withAnswers(all, hub.compared.placeOf, hub.peek);
  }

  function tell(): void {
    timer = null;
    const now = list();
    const texts = new Map(now.map((activity) => [activity.conversationId, JSON.stringify(activity)]));
    const changed = now.filter(({ conversationId: id }) => publishedTexts.get(id) !== texts.get(id));
    const goneIds = [...publishedTexts.keys()].filter((id) => !texts.has(id));
    publishedTexts = texts;
    if (changed.length + goneIds.length > 0) feed.publish({ type: 'activity.changed', changed, gone: goneIds });
  }

  function begin(): void {
    publishedTexts = new Map(list().map((activity) => [activity.conversationId, JSON.stringify(activity)]));
    unsubscribe = hub.subscribe(null, (_id, _seq, event) => {
      if (!quiet.has(event.type)) timer ??= setTimeout(tell, settleMs);
    });
  }

  return {
    list,
    watch() {
      if (watchers++ === 0) begin();
      return () => {
        watchers--;
        if (watchers > 0) return;
        unsubscribe?.();
        if (timer) clearTimeout(timer);
        timer = null;
      };
    },
  };
}
