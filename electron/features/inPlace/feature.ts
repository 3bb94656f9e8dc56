// inPlace.*: sessions that stay in other apps' files.

import { ok } from '../../../shared/core/errors.ts';
import { isShared } from '../../../shared/features/inPlace/inPlace.ts';
import type { inPlaceMethods } from '../../../shared/features/inPlace/methods.ts';
import type { SharedConversation } from '../../../shared/features/sharing/sharing.ts';
import { systemClock } from '../../lib/clock.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import { createWorkerThread, workerFile } from '../../lib/workerThread.ts';
import type { Engine } from '../../platform.ts';
import type { InPlace } from '../../ports/inPlace.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createInPlace } from './inPlace.ts';
import { createListedSessions } from './listedSessions.ts';
import type { ReaderSetup } from './messages.ts';

declare module '../appParts.ts' {
  interface AppParts {
    inPlace: InPlace;
  }
}

export const inPlaceFeature = defineFeature<typeof inPlaceMethods>()({
  create: ({
    store,
    disk,
    search,
    env,
    settings,
    readSettings,
    keysKnown,
    redactor,
    log,
    feed,
    dataDir,
    chatDeps,
  }: Engine) =>
    createInPlace({
      thread: createWorkerThread(() => ({
        name: 'throughline sessions',
        file: workerFile(import.meta.url, 'sessionWorker'),
        data: { dataDir, dataKey: disk.dataKey ?? null } satisfies ReaderSetup,
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

function handlers(app: AppParts): HandlersOf<typeof inPlaceMethods> {
  const { inPlace, settings, projects, list, feed } = app;
  const listed = createListedSessions({
    agents: app.externalAgents,
    store: app.store,
    sessions: app.agentSessions,
    inPlace,
    now: () => systemClock.now(),
    elapsed: () => systemClock.elapsed(),
    onChange: () => feed.publish({ type: 'inPlace.changed' }),
  });

  async function sharedConversations(): Promise<SharedConversation[]> {
    return (await (await app.sharing.spaces()).conversations()).filter(({ isMine }) => !isMine);
  }

  async function publish(conversationId: string): Promise<void> {
    feed.publish({ type: 'projects.changed', projects: await projects.list() });
    list.touch(conversationId);
    if (app.hub.peek(conversationId)) await app.hub.reload(conversationId);
    feed.publish({ type: 'inPlace.changed' });
  }

  return {
    async 'inPlace.programs'() {
      return ok({ programs: await inPlace.programs() });
    },

    async 'inPlace.list'() {
      const [read, hasTeam, onMachines] = await Promise.all([
        inPlace.list(),
        app.sharing.isMember(),
        app.machineSessions.list(),
      ]);
      const shared = hasTeam ? await sharedConversations() : [];
      return ok({ ...read, agents: await listed.besides(read.rows), shared, onMachines, hasTeam });
    },

    async 'inPlace.show'({ program, shown }) {
      const done = await inPlace.show(program, shown);
      if (!done.ok) return done;
      feed.publish({ type: 'settings.changed', settings: (await settings.read()).settings });
      return ok({});
    },

    async 'inPlace.continue'({ conversationId }, { signal }) {
      const ours = isShared(conversationId)
        ? await app.sharing.continueCopy(conversationId, signal)
        : await inPlace.continue(conversationId);
      if (!ours.ok) return ours;
      feed.publish({ type: 'projects.changed', projects: await projects.list() });
      list.touch(ours.value.conversationId);
      return ours;
    },

    async 'inPlace.continueInAgent'({ conversationId }) {
      const ours = await listed.continueInAgent(conversationId);
      if (ours.ok) await publish(ours.value.conversationId);
      return ours;
    },

    async 'inPlace.look'({ agent }) {
      const looked = await listed.look(agent);
      return looked.ok ? ok({}) : looked;
    },

    async 'inPlace.openListed'({ agent, session }, { signal }) {
      const opened = await listed.open(agent, session, signal);
      if (opened.ok) await publish(opened.value.conversationId);
      return opened;
    },
  };
}
