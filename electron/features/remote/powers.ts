// The user confirms outside of the window everything that lets another device in, or lets it do more.

import type { Right } from '../../../shared/features/remote/rights.ts';
import type { Power } from '../../ports/confirm.ts';

const mayDo: Readonly<Record<Right, string>> = {
  watch: 'read all conversations',
  answer: 'read all conversations and answer approvals and questions',
  steer: 'read all conversations, answer approvals and questions, and send messages',
  all: 'do everything except what needs a confirmation on this machine',
};

export function acceptDevicePower(
  pairingId: string,
  { name, origin, check, right }: { name: string; origin: string; check: string; right: Right },
): Power {
  return {
    key: JSON.stringify(['pair', pairingId, check, right, name]),
    sentence: `Let the device “${name}” at ${origin} ${mayDo[right]}. Its check number is ${check}: compare it with the one that the device shows.`,
  };
}

export function deviceRightPower({ id, name, right }: { id: string; name: string; right: Right }): Power {
  return {
    key: JSON.stringify(['device right', id, right]),
    sentence: `Let the device “${name}” ${mayDo[right]}.`,
  };
}

export function hostNamePower(name: string): Power {
  return {
    key: JSON.stringify(['host name', name]),
    sentence: `Let paired devices reach Throughline through a tunnel under the name ${name}.`,
  };
}

export function withoutPasskeyPower({ id, name }: { id: string; name: string }): Power {
  return {
    key: JSON.stringify(['without passkey', id]),
    sentence: `Let the device “${name}” allow calls, plans and changes without its passkey.`,
  };
}
