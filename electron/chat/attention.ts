// Notifies every view when a run in any conversation needs the user, has waited a while for its model, or has ended, so
// that a window in the background, or showing something else, can raise a notification. Runs that the user stopped are not
// announced.

import type { AppEvent } from '../../shared/contract.ts';
import type { ConversationEvent, RunEnd } from '../../shared/conversation/event.ts';
import type { Attention } from '../../shared/features/conversations/methods.ts';
import type { ConversationHub } from './conversationHub.ts';
import type { Feed } from './feed.ts';

const ends: Record<RunEnd, Attention | null> = {
  done: 'done',
  stopped: null,
  error: 'failed',
  max_turns: 'paused',
  loop: 'paused',
};

/**
 * Watches until the returned function is called. `isPart`: the conversation's run is part of longer work, whose end is
 * announced instead.
 */
export function watchAttention(
  hub: Pick<ConversationHub, 'subscribe' | 'compared'>,
  feed: Feed<AppEvent>,
  isPart: (conversationId: string) => boolean,
): () => void {
  return hub.subscribe(null, (conversationId, _seq, event) => {
    const what = attentionOf(event);
    if (what === null || (event.type === 'run.ended' && isPart(conversationId))) return;
    // No list shows a compared answer.
    const shownId = hub.compared.placeOf(conversationId)?.conversationId ?? conversationId;
    feed.publish({ type: 'conversation.attention', conversationId: shownId, what });
  });
}

function attentionOf(event: ConversationEvent): Attention | null {
  if (event.type === 'call.waiting') return 'approval';
  if (event.type === 'call.asking') return 'question';
  if (event.type === 'run.retry') return event.retry.isLong ? 'retrying' : null;
  return event.type === 'run.ended' ? ends[event.end] : null;
}
