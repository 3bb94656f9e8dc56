// activity.*: current activity of all conversations.

import type { ConversationState } from '../../../shared/conversation/event.ts';
import { ok, type Result } from '../../../shared/core/errors.ts';
import type { activityMethods } from '../../../shared/features/activity/methods.ts';
import type { ConversationHub } from '../../chat/conversationHub.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppNeeds, AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { type ActivityFeed, createActivityFeed } from './activityFeed.ts';

declare module '../appParts.ts' {
  interface AppParts {
    activity: ActivityFeed;
  }
}

const watching = 'activity';

export const activityFeature = defineFeature<typeof activityMethods>()({
  create: ({ hub, feed }: AppNeeds) => createActivityFeed(hub, feed),
  handlers,
});

function handlers({ activity, hub }: AppParts): HandlersOf<typeof activityMethods> {
  return {
    async 'activity.open'(_nothing, connection) {
      connection.keep(watching, activity.watch());
      return ok({ activities: activity.list() });
    },
    async 'activity.close'(_nothing, connection) {
      connection.release(watching);
      return ok({});
    },
    async 'activity.asked'({ conversationId }) {
      const snapshot = await readAsked(hub, conversationId);
      return snapshot.ok ? ok({ state: snapshot.value }) : snapshot;
    },
  };
}

/** Reads a conversation that is not live, and releases it again. */
async function readAsked(hub: ConversationHub, conversationId: string): Promise<Result<ConversationState>> {
  const release = hub.hold(conversationId);
  const loaded = await hub.load(conversationId);
  release();
  return loaded.ok ? { ok: true, value: askedState(loaded.value) } : loaded;
}

/** Pure. Keeps the last record, which identifies the end of the conversation. */
function askedState(state: ConversationState): ConversationState {
  const open = new Set([...state.calls, ...state.openCalls].map(({ messageId }) => messageId));
  const last = state.messages.at(-1);
  const visibleIds = new Set(open);
  // Results next to an open call show which of its reply's calls are done.
  const messages = state.messages.filter((message, at) => {
    if (message === last || visibleIds.has(message.id)) return true;
    if (message.role !== 'tool') return false;
    const askingReply = state.messages.slice(0, at).findLast(({ role }) => role === 'assistant');
    return askingReply !== undefined && visibleIds.has(askingReply.id);
  });
  return {
    ...state,
    messages: messages.map((message) => (message.role === 'tool' ? { ...message, content: '' } : message)),
    hasEarlier: true,
    calls: state.calls.map((call) => ({ ...call, output: '' })),
    reply: null,
    queue: [],
    draft: '',
    draftAttachments: [],
    marks: {},
    notices: [],
  };
}
