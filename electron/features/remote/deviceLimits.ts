// Restricts a connection to what its device may do and see.

import type { MethodName, ValidParamsOf } from '../../../shared/contract.ts';
import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { seenByDevices } from '../../../shared/features/remote/eventRights.ts';
import type { RemoteDevice } from '../../../shared/features/remote/methods.ts';
import { rightsFor } from '../../../shared/features/remote/needs.ts';
import { needsPasskey, type PasskeyFacts } from '../../../shared/features/remote/passkeyNeeds.ts';
import { includesRight } from '../../../shared/features/remote/rights.ts';
import type { DeviceLimits } from '../../lib/protocolServer.ts';
import type { Confirm } from '../../ports/confirm.ts';
import { callDigest, type PasskeyDesk } from './passkeyDesk.ts';
import { eventFor, resultFor } from './withheld.ts';

/** Returns the facts about a call, and what the device was shown of it. */
export type LookAtCall = (method: MethodName, params: object) => PasskeyFacts & { prompts: unknown };

export function limitsOf(device: RemoteDevice, passkeys: PasskeyDesk, look: LookAtCall): DeviceLimits {
  function withoutPasskey<M extends MethodName>(method: M, params: ValidParamsOf<M>, connectionId: string) {
    // A second passkey needs the first one even while it is not asked for: it may be asked for later.
    const status = passkeys.statusOf(device.id);
    if (!status.asks && (status.count === 0 || method !== 'remote.addPasskey')) return null;
    const { prompts, ...facts } = look(method, params);
    if (!needsPasskey(method, params, facts)) return null;
    return passkeys.refusal({ deviceId: device.id, connectionId, call: callDigest(method, params, prompts) });
  }

  return {
    device,
    refusal<M extends MethodName>(method: M, params: ValidParamsOf<M>, connectionId: string) {
      const needed = rightsFor(method, params);
      if (needed.every((right) => includesRight(device.right, right)))
        return withoutPasskey(method, params, connectionId);
      if (needed.includes('never')) {
        return fail('DEVICE_REFUSED', say`This can only be done on the machine that runs Throughline.`).error;
      }
      return fail(
        'DEVICE_REFUSED',
        say`This device may not do that. Give it more rights on the machine that runs Throughline, under Settings → Devices.`,
      ).error;
    },
    seen: (event) =>
      event.conversationId === null && !seenByDevices[event.event.type]
        ? { ...event, event: { type: 'remote.withheld' } }
        : eventFor(device.right, event),
    result: (method, value) => resultFor(device.right, method, value),
  };
}

const refused = fail(
  'CONFIRMATION_REFUSED',
  say`This must be confirmed on the machine that runs Throughline. Nothing was changed.`,
);

/** For devices: nothing that needs a confirmation outside of the window. */
export const refuseFromDevices: Confirm = { require: () => refused, answer: async () => refused };
