// Sync: the user's conversations on all of their machines. The engine is loaded once a store is connected.

import { join } from 'node:path';
import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { syncMethods } from '../../../shared/features/sync/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import { createConnections } from '../../providers/http/connections.ts';
import { exists } from '../../stores/files/disk.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createComingFetch } from './coming/comingFetch.ts';
import { createRowsToCome } from './coming/comingRows.ts';
import { createStateReader } from './coming/stateReader.ts';
import type { SyncEngine } from './engine/engine.ts';
import type { SyncService } from './syncService.ts';
import { followConfig } from './window/followConfig.ts';
import { syncHandlers } from './window/handlers.ts';
import { createSyncLive } from './window/live.ts';
import { createMetered } from './window/metered.ts';
import { createSyncRuns } from './window/runs.ts';

declare module '../appParts.ts' {
  interface AppParts {
    sync: SyncService;
  }
}

export const syncFeature = defineFeature<typeof syncMethods>()({
  create,
  handlers,
  publish(service, { feed }) {
    const { live, readOnly, runs } = service;
    const ends = [live.onChange(() => void live.info().then((info) => feed.publish({ type: 'sync.changed', info })))];
    ends.push(runs.onChange(() => feed.publish({ type: 'sync.runs', runs: runs.list() ?? [] })));
    if (readOnly === null) ends.push(live.keepUp());
    return () => {
      for (const end of ends) end();
    };
  },
  close: (service) => service.close(),
});

/** Milliseconds for the runs to end when this process does, and then for the last entry of the log. */
const lastEntryMs = 800;
/** More changed rows than this are read as a new list. */
const maxTouched = 50;

function create({ store, dataDir, disk, clock, chat, chatDeps, keychain, env, settings, notice, readOnly }: Engine) {
  const connections = createConnections(env);
  // Most data folders have no sync: nothing more is loaded for them.
  const isSetUp = () => exists(disk, join(dataDir, 'sync', 'config.json')).catch(() => true);
  const isMetered = createMetered(clock, env);
  const coming = createRowsToCome(disk, dataDir, isSetUp);
  const runs = createSyncRuns({ hub: chatDeps.hub, chat });
  let engine: SyncEngine | null = null;
  const service: SyncService & Pick<Engine, 'disk' | 'dataDir'> = {
    ...{ readOnly, clock, disk, dataDir, runs },
    readState: createStateReader(disk, dataDir, isSetUp),
    sessions: null,
    get engine() {
      return engine;
    },
    async connect({ parts, limits, ...connected }) {
      const { createSyncEngine } = await import('./engine/syncEngine.ts');
      await service.disconnect();
      engine = createSyncEngine({
        ...connected,
        ...{ store, dataDir, disk, clock },
        sessions: service.sessions?.source(async () => (await parts()).includes('sessions')),
        documents: { parts, settings, repositoriesChanged: () => service.onRepositories() },
        timers: {
          set: (work, ms) => setTimeout(work, ms).unref(),
          clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
        },
        isRunning: chat.isRunning,
        limits,
        isMetered,
        runs: runs.local,
        runsChanged: () => runs.update(engine?.runs.list() ?? []),
        merged: (conversationId) => service.onMerged(conversationId),
        coming: (conversationIds) => service.onComing(conversationIds),
      });
      runs.update(engine.runs.list());
      return engine;
    },
    async account() {
      const { createSyncAccount } = await import('./account/syncAccount.ts');
      const fetch = connections.fetchBy({});
      return createSyncAccount({ disk, dataDir, keychain, clock, random: Math.random, fetch });
    },
    async connectAccount(signal, onStale) {
      if (!(await isSetUp())) return ok(null);
      if (readOnly !== null) return fail('STORE_READ_ONLY', readOnly);
      const account = await service.account();
      const opened = await account.open(signal, onStale);
      if (!opened.ok || opened.value === null) return opened.ok ? ok(null) : opened;
      const { remote, sealer, space, earlierSpaces } = opened.value;
      const nameOf = async (device: string): Promise<string | null> => {
        const record = await sealer.deviceRecord(device);
        return record.ok ? record.value.name : null;
      };
      return ok(
        await service.connect({
          remote,
          sealer,
          space,
          earlierSpaces,
          nameOf,
          parts: account.parts,
          limits: account.limits,
        }),
      );
    },
    async close() {
      await runs.ended(clock, lastEntryMs);
      await engine?.finish(lastEntryMs);
      await service.live.end();
      await connections.close();
    },
    async disconnect() {
      await engine?.stop();
      engine = null;
      runs.update(null);
    },
    live: createSyncLive({
      account: () => service.account(),
      connect: (signal, onStale) => service.connectAccount(signal, onStale),
      disconnect: () => service.disconnect(),
      followConfig: (changed) => followConfig(dataDir, changed),
      ...{ isSetUp, clock, notice },
    }),
    onMerged: () => {},
    onComing: () => {},
    onRepositories: () => {},
  };
  const none = async () => fail('MESSAGE_NOT_FOUND', say`No connected machine has stored this.`);
  store.setMissingFiles({
    attachment: (id, hash) => engine?.fetchAttachment(id, hash) ?? none(),
    result: (id, messageId) => engine?.fetchResult(id, messageId) ?? none(),
    conversation: createComingFetch(coming, service),
    rows: coming.all,
    row: coming.one,
    runsElsewhere: runs.isElsewhere,
  });
  return service;
}

function handlers(app: AppParts, service: ReturnType<typeof create>): HandlersOf<typeof syncMethods> {
  const { hub, list, projects, publishRemovals } = app;
  service.runs.onChange((changed) => {
    for (const id of changed) list.touch(id);
  });
  service.onRepositories = projects.refresh;
  service.onComing = (conversationIds) => {
    if (conversationIds.length > maxTouched) list.reread();
    else for (const id of conversationIds) list.touch(id);
  };
  service.onMerged = (conversationId) => {
    list.touch(conversationId);
    void hub.refresh(conversationId).then(() => publishRemovals(conversationId));
  };
  const all = syncHandlers(app.confirm, { ...service, engine: () => service.engine });
  return {
    ...all,
    async 'sync.leave'(request, connection) {
      const left = await all['sync.leave'](request, connection);
      // Nothing is to come any more.
      list.reread();
      void service.sessions?.settle();
      return left;
    },
  };
}
