// The teams of this machine with their states. Each process reads them each time, and changes them alone.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { createKeyedQueue } from '../../../lib/keyedQueue.ts';
import { diskReason } from '../../../stores/files/disk.ts';
import { withLock } from '../../../stores/locks/locks.ts';
import type { TeamAccount, TeamDeps } from './teamAccount.ts';
import { noTeam, type TeamConfig } from './teamConfig.ts';
import { emptyState, readState, type TeamState, writeState } from './teamState.ts';

interface StateDeps extends Pick<TeamDeps, 'disk' | 'dataDir' | 'clock'> {
  account: TeamAccount;
}

export type TeamStates = ReturnType<typeof createTeamStates>;

export function notStored(thrown: unknown) {
  return fail('STORE_WRITE_FAILED', say`What the team shares cannot be stored: ${diskReason(thrown)}.`);
}

export function createTeamStates({ account, clock, dataDir, disk }: StateDeps) {
  const queue = createKeyedQueue();

  async function configOf(team: string): Promise<Result<TeamConfig>> {
    const teams = await account.teams();
    if (!teams.ok) return teams;
    const config = teams.value.find((one) => one.team === team);
    return config ? ok(config) : noTeam();
  }

  /** If it cannot be read, the next look reports that. */
  async function stateToShow(team: string): Promise<TeamState> {
    const state = await readState(disk, dataDir, team);
    return state.ok ? state.value : emptyState();
  }

  return {
    configOf,
    stateToShow,

    /** Alone with the state of a team, among the processes of this machine. */
    withState<T>(
      team: string,
      work: (state: TeamState, save: () => Promise<void>) => Promise<Result<T>>,
    ): Promise<Result<T>> {
      return queue.run(team, async () => {
        // The lock would create the folder.
        const config = await configOf(team);
        if (!config.ok) return config;
        const lock = { folder: join(dataDir, 'locks'), name: `team-${team}`, purpose: say`sharing with a team`, clock };
        return withLock(lock, 'STORE_WRITE_FAILED', async () => {
          const read = await readState(disk, dataDir, team);
          if (!read.ok) return read;
          const state = read.value;
          return work(state, () => writeState(disk, dataDir, team, state)).catch(notStored);
        });
      });
    },

    /** The configuration and state of each team. */
    async all(): Promise<{ config: TeamConfig; state: TeamState }[]> {
      const teams = await account.teams();
      if (!teams.ok) return [];
      return Promise.all(teams.value.map(async (config) => ({ config, state: await stateToShow(config.team) })));
    },
  };
}
