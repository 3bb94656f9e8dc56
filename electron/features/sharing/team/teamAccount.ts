// This machine's memberships in teams: created, joined, opened, moved to a new space, and left. A team is a space as sync has them, with
// keys, a store and a device of its own.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Keychain } from '../../../ports/keychain.ts';
import type { Fetch } from '../../../providers/http/exchange.ts';
import type { Disk } from '../../../stores/files/disk.ts';
import { withLock } from '../../../stores/locks/locks.ts';
import { afterMove, type PendingMove, pendingRival, revokeKnowing, tellOthers } from '../../sync/account/rivalMoves.ts';
import { forgetSecrets, readSecrets, type SyncSecrets } from '../../sync/account/secrets.ts';
import {
  enterSpace,
  leaveSpace,
  newMembershipId,
  removeFromLeftSpaces,
  tryStore,
  writeRevocation,
} from '../../sync/account/spaceMembership.ts';
import { joinWithCode, offerPairing, type PairedDevice } from '../../sync/devices/pairing.ts';
import { readMove } from '../../sync/devices/revocation.ts';
import { type DeviceKeys, deviceKeysOf, newDeviceSecret } from '../../sync/keys/deviceKeys.ts';
import { newSeed, type SpaceKeys, spaceKeysOf } from '../../sync/keys/spaceKeys.ts';
import { openRemoteStore } from '../../sync/remote/openRemoteStore.ts';
import type { RemoteStore } from '../../sync/remote/remoteStore.ts';
import type { StoreConfig, StoreCredentials } from '../../sync/remote/storeConfig.ts';
import { createSealer, type SpaceSealer } from '../../sync/seal/createSealer.ts';
import { maxNameLength, noTeam, readTeams, type TeamConfig, teamFolderOf, writeTeams } from './teamConfig.ts';

export interface TeamDeps {
  disk: Disk;
  dataDir: string;
  keychain: Keychain;
  clock: Clock;
  random(): number;
  fetch: Fetch;
}

export interface TeamChoice {
  store: StoreConfig;
  credentials: StoreCredentials;
  teamName: string;
  memberName: string;
}

export interface OpenTeam {
  config: TeamConfig;
  remote: RemoteStore;
  sealer: SpaceSealer;
  keys: SpaceKeys;
  deviceKeys: DeviceKeys;
}

export type TeamAccount = ReturnType<typeof createTeamAccount>;

export function createTeamAccount(deps: TeamDeps) {
  const { disk, dataDir, keychain, clock } = deps;
  const read = () => readTeams(disk, dataDir);

  /** Changes the list of teams, alone among the processes of this machine. */
  function change(work: (teams: TeamConfig[]) => TeamConfig[]): Promise<Result<void>> {
    const lock = { folder: join(dataDir, 'locks'), name: 'teams', purpose: say`changing the teams`, clock };
    return withLock(lock, 'STORE_WRITE_FAILED', async () => {
      const teams = await read();
      return teams.ok ? writeTeams(disk, dataDir, work(teams.value)) : teams;
    });
  }

  async function enter(
    team: Omit<TeamConfig, 'keys' | 'space' | 'device'>,
    remote: RemoteStore,
    secrets: SyncSecrets,
    signal: AbortSignal,
  ): Promise<Result<void>> {
    const { memberName: deviceName, removed: revoked } = team;
    const entered = await enterSpace({ keychain, remote, secrets, deviceName, revoked, signal }, ({ id, ...place }) =>
      change((teams) => [...teams.filter((other) => other.team !== team.team), { ...team, ...place, keys: id }]),
    );
    if (entered.ok || entered.error.code !== 'NOT_SUPPORTED') return entered;
    return fail(
      'NOT_SUPPORTED',
      say`This machine has no keychain, so the keys of the team would be lost when the app closes. Nothing was set up.`,
    );
  }

  async function open(team: string, signal: AbortSignal): Promise<Result<OpenTeam>> {
    const teams = await read();
    if (!teams.ok) return teams;
    const config = teams.value.find((one) => one.team === team);
    if (!config) return noTeam();
    const secrets = await readSecrets(keychain, config.keys);
    if (!secrets.ok) {
      if (secrets.error.code !== 'NOT_SUPPORTED') return secrets;
      return fail(
        'NOT_SUPPORTED',
        say`The keychain does not have the keys of the team ${config.name}. Unlock it, or leave the team and join again.`,
      );
    }
    const { seed, deviceSecret, credentials } = secrets.value;
    const [keys, deviceKeys] = [await spaceKeysOf(seed), await deviceKeysOf(deviceSecret)];
    const remote = await openRemoteStore(deps, config.store, credentials);
    const removed = new Set(config.removed);
    const sealer = createSealer({ store: remote, keys, deviceKeys, revoked: () => removed, signal });
    return ok({ config, remote, sealer, keys, deviceKeys });
  }

  async function begin(
    choice: TeamChoice,
    signal: AbortSignal,
    seedFrom: (remote: RemoteStore, deviceSecret: Uint8Array) => Promise<Result<Uint8Array>>,
  ): Promise<Result<{ team: string }>> {
    if (choice.teamName.length > maxNameLength || choice.memberName.length > maxNameLength) {
      return fail('PARAMS_INVALID', say`A name has at most ${maxNameLength} characters.`);
    }
    const place = await tryStore(deps, choice, signal);
    if (!place.ok) return place;
    const { store, remote } = place.value;
    const deviceSecret = newDeviceSecret();
    const seed = await seedFrom(remote, deviceSecret);
    if (!seed.ok) return seed;
    const { teamName: name, memberName, credentials } = choice;
    const { space } = await spaceKeysOf(seed.value);
    const teams = await read();
    if (!teams.ok) return teams;
    if (teams.value.some((one) => one.space === space)) {
      return fail('PARAMS_INVALID', say`This machine is already a member of this team.`);
    }
    const team = newMembershipId();
    const config = { team, name, memberName, store, removed: [], movedFrom: null, toRevoke: [], leftSpaces: [] };
    const entered = await enter(config, remote, { seed: seed.value, deviceSecret, credentials }, signal);
    return entered.ok ? ok({ team }) : entered;
  }

  /** Enters the space of the new seed; what is in the old one is removed by `removeLeftSpaces`. */
  async function moveTo({ config, remote }: OpenTeam, move: PendingMove, signal: AbortSignal): Promise<Result<void>> {
    const secrets = await readSecrets(keychain, config.keys);
    if (!secrets.ok) return secrets;
    const { keys, space, device, ...rest } = config;
    const { unusedKeys, ...lastMove } = afterMove(config, keys, move);
    const next = {
      ...rest,
      ...lastMove,
      removed: [...new Set([...rest.removed, ...move.revoked])],
      leftSpaces: [...rest.leftSpaces, { space, keepsMove: move.isRival || move.by === device }],
    };
    const entered = await enter(next, remote, { ...secrets.value, seed: move.newSeed }, signal);
    if (entered.ok && unusedKeys !== null) await forgetSecrets(keychain, unusedKeys);
    return entered;
  }

  return {
    teams: read,
    open,

    create: (choice: TeamChoice, signal: AbortSignal) => begin(choice, signal, async () => ok(newSeed())),

    join: (choice: TeamChoice, code: string, signal: AbortSignal) =>
      begin(choice, signal, async (store, deviceSecret) =>
        joinWithCode({ store, clock, signal }, await deviceKeysOf(deviceSecret), choice.memberName, code),
      ),

    async offer(team: string, code: string, signal: AbortSignal): Promise<Result<PairedDevice>> {
      const opened = await open(team, signal);
      if (!opened.ok) return opened;
      return offerPairing({ store: opened.value.remote, clock, signal }, opened.value.keys, code);
    },

    /** The other members follow after their users have agreed. */
    async remove(team: string, device: string, signal: AbortSignal): Promise<Result<void>> {
      const opened = await open(team, signal);
      if (!opened.ok) return opened;
      const move = await writeRevocation(opened.value, [device], signal);
      if (!move.ok) return move;
      const by = opened.value.config.device;
      if (move.value) return moveTo(opened.value, { ...move.value, by, isRival: false }, signal);
      return fail('PARAMS_INVALID', say`There is no member ${device.slice(0, 8)} in this team.`);
    },

    /** A move that this member has written. Null: none. */
    async moveOf(team: OpenTeam, device: string, signal: AbortSignal): Promise<Result<PendingMove | null>> {
      const { remote: store, sealer, deviceKeys } = team;
      const move = await readMove({ store, sealer, deviceKeys, signal }, device);
      return move.ok ? ok(move.value && { ...move.value, isRival: false }) : move;
    },

    /** A move that another member has written at the same time as the one that this machine followed. Null: none. */
    rivalOf: ({ config, remote, deviceKeys }: OpenTeam, signal: AbortSignal): Promise<Result<PendingMove | null>> =>
      pendingRival({ keychain, remote, deviceKeys, movedFrom: config.movedFrom, revoked: config.removed }, signal),

    async follow(team: string, move: PendingMove, signal: AbortSignal): Promise<Result<void>> {
      const opened = await open(team, signal);
      if (!opened.ok) return opened;
      const notice = await tellOthers(opened.value, move, signal);
      return notice.ok ? moveTo(opened.value, move, signal) : notice;
    },

    /** Call it when no move is pending. False: no removed member has the seed of this space. */
    async removeAgain(team: OpenTeam, signal: AbortSignal): Promise<Result<boolean>> {
      const { toRevoke } = team.config;
      if (toRevoke.length === 0) return ok(false);
      const move = await revokeKnowing(team, toRevoke, signal);
      if (!move.ok) return move;
      const moved = await moveTo(team, move.value, signal);
      return moved.ok ? ok(true) : moved;
    },

    /** Removes what this machine has in earlier spaces. Call it when everything is in the new one. */
    async removeLeftSpaces({ config, remote }: OpenTeam, signal: AbortSignal): Promise<Result<void>> {
      const removed = await removeFromLeftSpaces(remote, config.device, config.leftSpaces, signal);
      if (!removed.ok) return removed;
      if (config.leftSpaces.length === 0) return ok(undefined);
      return change((teams) => teams.map((one) => (one.team === config.team ? { ...one, leftSpaces: [] } : one)));
    },

    /** Removes this machine's objects, then its keys. `onlyHere`: the store is not reached; its objects stay. */
    async leave(team: string, onlyHere: boolean, signal: AbortSignal): Promise<Result<void>> {
      const teams = await read();
      if (!teams.ok) return teams;
      const config = teams.value.find((one) => one.team === team);
      if (!config) return noTeam();
      if (!onlyHere) {
        const opened = await open(team, signal);
        if (!opened.ok) return opened;
        const left = await leaveSpace(opened.value, config.leftSpaces, true, signal);
        if (!left.ok) return left;
      }
      const written = await change((all) => all.filter((one) => one.team !== team));
      if (!written.ok) return written;
      await forgetSecrets(keychain, config.keys);
      if (config.movedFrom) await forgetSecrets(keychain, config.movedFrom.keys);
      await disk.rm(teamFolderOf(dataDir, team), { recursive: true, force: true }).catch(() => {});
      return ok(undefined);
    },
  };
}
