// Notifications to paired devices whose window is closed.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { pushMethods } from '../../../shared/features/push/methods.ts';
import { activityOf } from '../../chat/conversationList.ts';
import type { Engine } from '../../platform.ts';
import { defineFeature } from '../feature.ts';
import type { DeviceList } from '../remote/deviceList.ts';
import { createPushSender } from './pushSender.ts';
import { createPushService } from './pushService.ts';

const noDevice = fail('NOT_SUPPORTED', say`Only a paired device can be notified this way.`);

export const pushFeature = defineFeature<typeof pushMethods>()({
  create: ({ keychain, clock, readSettings, store, hub, deviceList }: PushNeeds) =>
    createPushService({
      keychain,
      clock,
      settings: readSettings,
      async deviceIds() {
        const file = await deviceList.read();
        return file.ok ? file.value.devices.map(({ id }) => id) : [];
      },
      async row(conversationId) {
        const row = await store.listConversation(conversationId);
        return row.ok ? row.value : null;
      },
      isWaiting: (conversationId) => activityOf(hub.peek(conversationId)) === 'waiting',
      send: createPushSender(),
    }),
  handlers: (_app, push) => ({
    async 'push.key'(_params, { device }) {
      if (!device) return noDevice;
      const key = await push.key();
      return key.ok ? ok({ key: key.value }) : key;
    },
    'push.subscribe': async ({ texts, ...target }, { device }) =>
      device ? done(await push.subscribe(device.id, target, texts)) : noDevice,
    'push.unsubscribe': async (_params, { device }) => (device ? done(await push.unsubscribe(device.id)) : noDevice),
  }),
  publish(push, { feed }) {
    return feed.subscribe((_seq, event) => {
      if (event.type === 'conversation.attention') push.notice(event.conversationId, event.what);
      if (event.type === 'remote.changed') push.devicesAre(event.info.devices.map(({ id }) => id));
    });
  },
  close: (push) => push.close(),
});

type PushNeeds = Pick<Engine, 'keychain' | 'clock' | 'readSettings' | 'store'> &
  Pick<Engine['chatDeps'], 'hub'> & { deviceList: DeviceList };

function done(changed: Result<void>): Result<Record<string, never>> {
  return changed.ok ? ok({}) : changed;
}
