// The user confirms outside of the window where shared data goes, who can read it, and whose rules apply here.

import type { Power } from '../../../ports/confirm.ts';
import { placeOf, type StoreConfig } from '../../sync/remote/storeConfig.ts';

export function createTeamPower(store: StoreConfig): Power {
  return {
    key: JSON.stringify(['create a team', store]),
    sentence: `Create a team that shares conversations, encrypted, through ${placeOf(store)}.`,
  };
}

export function joinTeamPower(store: StoreConfig): Power {
  return {
    key: JSON.stringify(['join a team', store]),
    sentence: `Join a team that shares conversations, encrypted, through ${placeOf(store)}.`,
  };
}

export function addMemberPower(team: string): Power {
  return {
    key: JSON.stringify(['add a member', team]),
    sentence: `Show a code with which somebody can join the team “${team}”, and read everything that it shares.`,
  };
}

export function removeMemberPower(team: string, member: string): Power {
  return {
    key: JSON.stringify(['remove a member', team, member]),
    sentence: `Remove ${member} from the team “${team}”, and upload again what you publish.`,
  };
}
