// A device is revoked by moving the others to a new space.

import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { readMove } from '../devices/revocation.ts';
import { phraseOf } from '../keys/recoveryPhrase.ts';
import type { AccountDeps, Membership, OpenAccount } from './membership.ts';
import { afterMove, type PendingMove, pendingRival, revokeKnowing, tellOthers } from './rivalMoves.ts';
import { forgetSecrets, readSecrets } from './secrets.ts';
import { presentDevices, removeFromLeftSpaces, writeRevocation } from './spaceMembership.ts';
import { writeConfig } from './syncConfig.ts';

export function createMoves({ disk, dataDir, keychain }: AccountDeps, { opened, enter }: Membership) {
  /** Enters the space of the new seed; what is in the old one is removed later, by `removeLeftSpaces`. */
  async function moveTo(account: OpenAccount, move: PendingMove, signal: AbortSignal): Promise<Result<void>> {
    const { config, remote, space } = account;
    const { id, store, deviceName, parts, leftOut, paused } = config;
    const { bytesPerSecond, maxFileBytes, syncsMetered, keepsFiles } = config;
    const secrets = await readSecrets(keychain, id);
    if (!secrets.ok) return secrets;
    const { unusedKeys, ...lastMove } = afterMove(config, id, move);
    const entered = await enter(
      store,
      remote,
      { ...secrets.value, seed: move.newSeed },
      {
        ...{ deviceName, parts, leftOut, paused, bytesPerSecond, maxFileBytes, syncsMetered, keepsFiles, ...lastMove },
        revoked: [...new Set([...config.revoked, ...move.revoked])],
        leftSpaces: [...config.leftSpaces, { space, keepsMove: move.isRival || move.by === config.device }],
      },
      signal,
    );
    if (!entered.ok) return entered;
    if (unusedKeys !== null) await forgetSecrets(keychain, unusedKeys);
    return ok(undefined);
  }

  return {
    /** `device` may be revoked from any other one. The remaining ones follow after their users have agreed. */
    async revoke(device: string, signal: AbortSignal): Promise<Result<{ phrase: string }>> {
      const account = await opened(signal);
      if (!account.ok) return account;
      const move = await writeRevocation(account.value, [device], signal);
      if (!move.ok) return move;
      if (move.value === null) return fail('PARAMS_INVALID', say`There is no device ${device} in this space.`);
      const moved = await moveTo(
        account.value,
        { ...move.value, by: account.value.config.device, isRival: false },
        signal,
      );
      return moved.ok ? ok({ phrase: await phraseOf(move.value.newSeed) }) : moved;
    },

    /**
     * Call it when no move is pending. A machine that followed a rival may have revoked others, which have the seed of the rival's space.
     * Null: there are none.
     */
    async revokeAgain(signal: AbortSignal): Promise<Result<{ phrase: string } | null>> {
      const account = await opened(signal);
      if (!account.ok) return account;
      const { toRevoke } = account.value.config;
      if (toRevoke.length === 0) return ok(null);
      const move = await revokeKnowing(account.value, toRevoke, signal);
      if (!move.ok) return move;
      const moved = await moveTo(account.value, move.value, signal);
      return moved.ok ? ok({ phrase: await phraseOf(move.value.newSeed) }) : moved;
    },

    /** A move that another device has made, for the user to agree to. Null: there is none. */
    async pendingMove(signal: AbortSignal): Promise<Result<PendingMove | null>> {
      const account = await opened(signal);
      if (!account.ok) return account;
      const ids = await presentDevices(account.value, signal);
      if (!ids.ok) return ids;
      for (const device of ids.value.sort()) {
        const { remote: store, sealer, deviceKeys } = account.value;
        const move = await readMove({ store, sealer, deviceKeys, signal }, device);
        if (move.ok && move.value) return ok({ ...move.value, isRival: false });
        if (!move.ok && move.error.code !== 'SYNC_DAMAGED') return move;
      }
      const { config, remote, deviceKeys } = account.value;
      const { movedFrom, revoked } = config;
      return pendingRival({ keychain, remote, deviceKeys, movedFrom, revoked }, signal);
    },

    async follow(move: PendingMove, signal: AbortSignal): Promise<Result<void>> {
      const account = await opened(signal);
      if (!account.ok) return account;
      const notice = await tellOthers(account.value, move, signal);
      return notice.ok ? moveTo(account.value, move, signal) : notice;
    },

    /** Removes what this device has in earlier spaces. Call it when everything is in the new one. */
    async removeLeftSpaces(signal: AbortSignal): Promise<Result<void>> {
      const account = await opened(signal);
      if (!account.ok) return account;
      const { config, remote } = account.value;
      const removed = await removeFromLeftSpaces(remote, config.device, config.leftSpaces, signal);
      if (!removed.ok) return removed;
      return config.leftSpaces.length === 0 ? ok(undefined) : writeConfig(disk, dataDir, { ...config, leftSpaces: [] });
    },
  };
}
