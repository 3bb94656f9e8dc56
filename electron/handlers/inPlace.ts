// inPlace.*: sessions that stay in other programs' files.

import { ok } from '../../shared/core/errors.ts';
import type { inPlaceMethods } from '../../shared/features/inPlace/methods.ts';
import type { HandlersOf } from '../lib/protocolServer.ts';
import type { HandlerDeps } from './handlerDeps.ts';

export function inPlaceHandlers({
  inPlace,
  settings,
  store,
  list,
  feed,
}: HandlerDeps): HandlersOf<typeof inPlaceMethods> {
  return {
    async 'inPlace.programs'() {
      return ok({ programs: await inPlace.programs() });
    },

    async 'inPlace.list'() {
      return ok(await inPlace.list());
    },

    async 'inPlace.show'({ program, shown }) {
      const done = await inPlace.show(program, shown);
      if (!done.ok) return done;
      feed.publish({ type: 'settings.changed', settings: (await settings.read()).settings });
      return ok({});
    },

    async 'inPlace.continue'({ conversationId }) {
      const ours = await inPlace.continue(conversationId);
      if (!ours.ok) return ours;
      feed.publish({ type: 'projects.changed', projects: await store.listProjects() });
      list.touch(ours.value.conversationId);
      return ours;
    },
  };
}
