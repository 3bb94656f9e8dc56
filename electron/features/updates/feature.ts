// Updates of the app.

import { ok } from '../../../shared/core/errors.ts';
import type { updatesMethods } from '../../../shared/features/updates/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import { createSimpleHttp } from '../../providers/http/connections.ts';
import type { AppNeeds, AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { watchRunningWork } from './runningWork.ts';
import { createUpdateService, type UpdateService } from './updateService.ts';

export const updatesFeature = defineFeature<typeof updatesMethods>()({
  create: ({ hub, background, settings, notices, clock, disk, env, version, updateHost }: AppNeeds) =>
    createUpdateService({
      host: updateHost,
      version,
      disk,
      clock,
      http: createSimpleHttp(env),
      checks: async () => (await settings.read()).settings.updates,
      work: watchRunningWork(hub, background),
      notify: notices.tell,
    }),
  handlers,
  publish(updates, { feed }) {
    updates.start();
    return updates.onChange((state) => feed.publish({ type: 'updates.changed', state }));
  },
  close: (updates) => updates.close(),
});

function handlers(_app: AppParts, updates: UpdateService): HandlersOf<typeof updatesMethods> {
  return {
    'updates.open': async () => ok(await updates.read()),
    async 'updates.check'() {
      await updates.check();
      return ok({});
    },
    async 'updates.download'() {
      const begun = await updates.download();
      return begun.ok ? ok({}) : begun;
    },
    async 'updates.pause'() {
      updates.pause();
      return ok({});
    },
    async 'updates.discard'() {
      await updates.discard();
      return ok({});
    },
    'updates.install': ({ when, stop }) => updates.install(when, stop),
    async 'updates.decline'({ version, declined }) {
      await updates.decline(version, declined);
      return ok({});
    },
  };
}
