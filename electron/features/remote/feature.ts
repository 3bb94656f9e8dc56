// remote.*: other devices as windows.

import { fail, ok } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { remoteMethods } from '../../../shared/features/remote/methods.ts';
import { includesRight } from '../../../shared/features/remote/rights.ts';
import { hostNameOf } from '../../lib/hostName.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Platform } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { createDeviceList } from './deviceList.ts';
import { acceptDevicePower, deviceRightPower, hostNamePower, withoutPasskeyPower } from './powers.ts';
import { createRemoteService, type RemoteService, type RemoteServiceDeps } from './remoteService.ts';

declare module '../appParts.ts' {
  interface AppParts {
    remote: RemoteService;
  }
}

/** The list alone, which the terminal changes, too. */
export const deviceListFeature = defineFeature<Record<never, never>>()({
  create: (platform: Platform) => createDeviceList(platform),
});

export const remoteFeature = defineFeature<typeof remoteMethods>()({
  create: (needs: RemoteServiceDeps) => createRemoteService(needs),
  handlers: ({ confirm }: AppParts, remote) => handlers(confirm, remote),
  publish(remote, { feed }) {
    remote.onChange((info) => feed.publish({ type: 'remote.changed', info }));
    remote.start();
    return () => {};
  },
  close: (remote) => remote.close(),
});

const noDevice = fail('PARAMS_INVALID', say`Only a paired device has passkeys of its own.`);

function handlers(confirm: AppParts['confirm'], remote: RemoteService): HandlersOf<typeof remoteMethods> {
  return {
    'remote.me': async (_params, { device }) => ok({ device }),
    'remote.info': () => remote.info(),
    async 'remote.setName'({ name }) {
      if (name === null) return remote.setName(null);
      const hostName = hostNameOf(name);
      if (hostName === null) {
        return fail(
          'PARAMS_INVALID',
          say`This is not a name that other machines can use. Enter one such as box.example.`,
        );
      }
      const allowed = confirm.require(hostNamePower(hostName));
      return allowed.ok ? remote.setName(hostName) : allowed;
    },
    'remote.startPairing': ({ right }) => remote.startPairing(right),
    async 'remote.accept'({ pairingId, name }) {
      const waiting = await remote.waiting(pairingId);
      if (!waiting.ok) return waiting;
      const device = { ...waiting.value, ...(name !== undefined && { name }) };
      const allowed = confirm.require(acceptDevicePower(pairingId, device));
      return allowed.ok ? remote.accept(pairingId, name) : allowed;
    },
    'remote.cancelPairing': ({ pairingId }) => remote.cancelPairing(pairingId),
    'remote.rename': ({ deviceId, name }) => remote.rename(deviceId, name),
    async 'remote.setRight'({ deviceId, right }) {
      const device = await remote.device(deviceId);
      if (!device.ok) return device;
      const isLess = includesRight(device.value.right, right);
      const allowed = isLess ? ok(undefined) : confirm.require(deviceRightPower({ ...device.value, right }));
      return allowed.ok ? remote.setRight(deviceId, right) : allowed;
    },
    'remote.passkeys': async (_params, { device }) => (device ? ok(remote.passkeys.statusOf(device.id)) : noDevice),
    async 'remote.newPasskey'(_params, { device, id }) {
      const made = device ? remote.passkeys.creation({ deviceId: device.id, connectionId: id }) : noDevice;
      return made.ok ? ok({ options: made.value }) : made;
    },
    'remote.addPasskey': async ({ passkey }, { device, id }) =>
      device ? remote.passkeys.add({ deviceId: device.id, connectionId: id }, passkey) : noDevice,
    async 'remote.usePasskey'({ confirmation, passkey }, { device, id }) {
      const by = { deviceId: device?.id ?? '', connectionId: id };
      const used = await remote.passkeys.use(by, confirmation, passkey);
      return used.ok ? ok({}) : used;
    },
    async 'remote.removePasskey'({ deviceId, passkeyId }) {
      const device = await remote.device(deviceId);
      if (!device.ok) return device;
      const isLast = device.value.asksPasskey && device.value.passkeys.every(({ id }) => id === passkeyId);
      const allowed = isLast ? confirm.require(withoutPasskeyPower(device.value)) : ok(undefined);
      return allowed.ok ? remote.removePasskey(deviceId, passkeyId) : allowed;
    },
    async 'remote.askPasskey'({ deviceId, asks }) {
      const device = await remote.device(deviceId);
      if (!device.ok) return device;
      const allowed = asks ? ok(undefined) : confirm.require(withoutPasskeyPower(device.value));
      return allowed.ok ? remote.askPasskey(deviceId, asks) : allowed;
    },
    'remote.revoke': ({ deviceId }) => remote.revoke(deviceId),
  };
}
