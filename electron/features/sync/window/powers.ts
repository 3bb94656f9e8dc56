// The user confirms outside of the window where the data goes, and who can read it.

import type { Power } from '../../../ports/confirm.ts';
import { placeOf, type StoreConfig } from '../remote/storeConfig.ts';

export function setUpPower(store: StoreConfig): Power {
  return {
    key: JSON.stringify(['sync', store]),
    sentence: `Sync all conversations of this machine, encrypted, through ${placeOf(store)}.`,
  };
}

export function joinPower(store: StoreConfig): Power {
  return {
    key: JSON.stringify(['join sync', store]),
    sentence: `Sync all conversations of this machine, encrypted, with the machines that sync through ${placeOf(store)}.`,
  };
}

export function addMachinePower(): Power {
  return {
    key: JSON.stringify(['add a machine']),
    sentence: 'Show a code with which another machine can join, and read everything that syncs.',
  };
}

export function phrasePower(): Power {
  return {
    key: JSON.stringify(['recovery phrase of sync']),
    sentence: 'Show the recovery phrase of sync, with which everything that syncs can be read.',
  };
}

export function revokePower(device: string): Power {
  return {
    key: JSON.stringify(['revoke', device]),
    sentence: `Revoke the machine ${device.slice(0, 8)}, upload everything again, and show a new recovery phrase.`,
  };
}

/** A rule that another machine allows then allows the same here. */
export function syncRulesPower(): Power {
  return {
    key: JSON.stringify(['sync rules']),
    sentence: 'Take over the permission rules of your other machines: what is allowed there runs here without asking.',
  };
}
