// activity.*: what goes on at once.

import { ok } from '../../shared/core/errors.ts';
import type { activityMethods } from '../../shared/features/activity/methods.ts';
import { readAsked } from '../chat/activity/askedState.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';
import type { HandlerDeps } from './handlerDeps.ts';

const watching = 'activity';

export function activityHandlers({ activity, hub }: HandlerDeps): HandlersOf<typeof activityMethods> {
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
      const asked = await readAsked(hub, conversationId);
      return asked.ok ? ok({ state: asked.value }) : asked;
    },
  };
}
