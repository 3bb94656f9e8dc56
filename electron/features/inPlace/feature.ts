// inPlace.*: sessions that stay in other apps' files.

import { ok } from '../../../shared/core/errors.ts';
import type { inPlaceMethods } from '../../../shared/features/inPlace/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import { createWorkerThread, workerFile } from '../../lib/workerThread.ts';
import type { Engine } from '../../platform.ts';
import type { InPlace } from '../../ports/inPlace.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createInPlace } from './inPlace.ts';

declare module '../appParts.ts' {
  interface AppParts {
    inPlace: InPlace;
  }
}

export const inPlaceFeature = defineFeature<typeof inPlaceMethods>()({
  create: ({ store, search, env, settings, readSettings, keysKnown, redactor, log, feed, dataDir, chatDeps }: Engine) =>
    createInPlace({
      thread: createWorkerThread(() => ({
        name: 'throughline sessions',
        file: workerFile(import.meta.url, 'sessionWorker'),
        data: { dataDir },
      })),
      store,
      env,
      shown: async () => (await readSettings()).inPlace,
      show: (programs) => settings.update({ inPlace: programs }),
      async hidden() {
        await keysKnown();
        return redactor.hidden();
      },
      log,
      onRead(conversationId, { grown }) {
        search.changed(conversationId);
        void (grown ? chatDeps.hub.refresh(conversationId) : chatDeps.hub.reload(conversationId));
      },
      onRemoved(conversationId) {
        search.changed(conversationId);
        void chatDeps.hub.refresh(conversationId);
      },
      onChange: () => feed.publish({ type: 'inPlace.changed' }),
    }),
  handlers,
});

function handlers({ inPlace, settings, store, list, feed }: AppParts): HandlersOf<typeof inPlaceMethods> {
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
