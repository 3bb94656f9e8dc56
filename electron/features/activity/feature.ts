// activity.*: current activity of all conversations.

import { ok } from '../../../shared/core/errors.ts';
import type { activityMethods } from '../../../shared/features/activity/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { AppNeeds, AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createActivityFeed } from './activityFeed.ts';
import { readAsked } from './askedState.ts';

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
