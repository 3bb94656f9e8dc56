// backup.*: backups of the data folder, restores, and the schedule.

import { ok } from '../../../shared/core/errors.ts';
import type { backupMethods } from '../../../shared/features/backup/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import { createWorkerThread, workerFile } from '../../lib/workerThread.ts';
import type { Platform } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { restorePermissionsPower } from '../dangerousPowers.ts';
import { defineFeature } from '../feature.ts';
import { type Backups, createBackups } from './backups.ts';
import { createSchedule, type Schedule } from './schedule.ts';

declare module '../appParts.ts' {
  interface AppParts {
    backups: Backups;
  }
}

const nothing = { removals: () => false, folders: () => false };
/** The share of the two seconds in which the app ends. */
const closeMs = 1_200;

export const backupFeature = defineFeature<typeof backupMethods>()({
  create,
  handlers,
  publish(service, { feed }) {
    service.schedule.onChange = (info) => feed.publish({ type: 'backup.changed', info });
    if (service.readOnly !== null) return () => {};
    service.schedule.start();
    return () => {};
  },
  async close({ schedule, close }) {
    await schedule.close(closeMs);
    await close();
  },
});

/** `isPlain`: the data is not encrypted. */
function create(
  platform: Platform,
): Backups & { schedule: Schedule; readOnly: Platform['readOnly']; isPlain: boolean } {
  const { dataDir, disk, rawDisk, store, version, clock, keychain, readSettings, notice, readOnly } = platform;
  const backups = createBackups({
    thread: createWorkerThread(() => ({
      name: 'throughline backup',
      file: workerFile(import.meta.url, 'backupWorker'),
      data: {},
    })),
    disk,
    rawDisk,
    dataDir,
    version,
    recoveryCode: platform.env.THROUGHLINE_RECOVERY_CODE || null,
    async merge(folder) {
      const merged = await store.mergeFrom(folder, nothing);
      if (!merged.ok) return merged;
      const failed = merged.value.find(({ result }) => !result.ok)?.result;
      return failed && !failed.ok ? failed : ok(undefined);
    },
    conversationIds: store.conversationIds,
    noteRestored: store.noteRestored,
  });
  const schedule = createSchedule({ backups, disk, dataDir, version, clock, keychain, readSettings, notice });
  return Object.assign(backups, { schedule, readOnly, isPlain: !disk.dataKey });
}

function handlers(app: AppParts, service: ReturnType<typeof create>): HandlersOf<typeof backupMethods> {
  const { native, confirm, encryption, list, search, hub, feed, projects } = app;
  const { schedule } = service;
  service.onRestored = (conversationIds) => {
    for (const id of conversationIds) {
      search.changed(id);
      list.touch(id);
      if (hub.peek(id)) void hub.reload(id);
    }
    void projects.list().then((now) => feed.publish({ type: 'projects.changed', projects: now }));
  };
  const keysOf = ({ passphrase, identity }: { passphrase: string; identity: string }) => ({
    ...(passphrase === '' ? {} : { passphrase }),
    identities: identity.split(/\s+/).filter((key) => key.startsWith('AGE-')),
  });

  return {
    'backup.info': async () => ok(await schedule.info()),
    'backup.pickFolder': async () => ok(await native.pickFolder()),
    'backup.make': () => schedule.run(),
    async 'backup.cancel'() {
      service.cancel();
      return ok({});
    },
    'backup.setPassphrase': ({ passphrase }) => schedule.setPassphrase(passphrase),
    async 'backup.inspect'({ path, ...keys }, { signal }) {
      signal.addEventListener('abort', service.cancel, { once: true });
      const inspected = await service.inspect({ path, keys: keysOf(keys), salvage: true, permissions: 'never' });
      signal.removeEventListener('abort', service.cancel);
      return inspected;
    },
    async 'backup.restore'({ path, code, salvage, permissions, ...keys }) {
      const allowed = permissions ? confirm.require(restorePermissionsPower(path)) : ok(undefined);
      if (!allowed.ok) return allowed;
      const restored = await service.restore({
        path,
        keys: keysOf(keys),
        salvage,
        permissions: permissions ? 'always' : 'never',
        recoveryCode: code.trim(),
      });
      const state = service.isPlain ? await encryption.state() : null;
      const restarts = state?.ok === true && state.value !== 'off';
      // This process opened plain data, and must stop writing. Opened again, it also finishes what it could not.
      if (restarts) encryption.reopen(code.trim());
      if (!restored.ok) return restored;
      if (!restarts) feed.publish({ type: 'settings.changed', settings: (await app.settings.read()).settings });
      return ok({ ...restored.value, restarts });
    },
  };
}
