// Restricts a connection to what its device may do and see.

import type { MethodName, ValidParamsOf } from '../../../shared/contract.ts';
import { fail } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { seenByDevices } from '../../../shared/features/remote/eventRights.ts';
import type { RemoteDevice } from '../../../shared/features/remote/methods.ts';
import { rightsFor } from '../../../shared/features/remote/needs.ts';
import { includesRight } from '../../../shared/features/remote/rights.ts';
import type { DeviceLimits } from '../../lib/protocolServer.ts';
import type { Confirm } from '../../ports/confirm.ts';
import { eventFor, resultFor } from './withheld.ts';

export function limitsOf(device: RemoteDevice): DeviceLimits {
  return {
    device,
    refusal<M extends MethodName>(method: M, params: ValidParamsOf<M>) {
      const needed = rightsFor(method, params);
      if (needed.every((right) => includesRight(device.right, right))) return null;
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
