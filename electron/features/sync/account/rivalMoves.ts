// Two machines that revoke at the same time make two spaces. The machines of both remember the space they came from, and look there for
// other moves: the one by the smallest ID counts, so that all end in one space. For sync and teams alike.

import { ok, type Result } from '../../../../shared/core/errors.ts';
import type { Keychain } from '../../../ports/keychain.ts';
import { type Move, readMove, writeMove } from '../devices/revocation.ts';
import type { DeviceKeys } from '../keys/deviceKeys.ts';
import { newSeed, spaceKeysOf } from '../keys/spaceKeys.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';
import { createSealer } from '../seal/createSealer.ts';
import { readSecrets } from './secrets.ts';
import { listedDevices, presentRecords, type SpaceAccess } from './spaceMembership.ts';
import type { LastMove } from './syncConfig.ts';

export interface PendingMove extends Move {
  /** It was written in the space before this one, at the same time as the move that this machine followed. */
  isRival: boolean;
}

/** The fields after a move. `keys`: the name in the keychain of the secrets of the space that is left; `unusedKeys`: those to remove from the keychain. */
export function afterMove(
  { movedFrom, toRevoke }: LastMove,
  keys: string,
  move: PendingMove,
): LastMove & { unusedKeys: string | null } {
  const { by, revoked } = move;
  // Other rivals would be in the same earlier space.
  const [earlier, unusedKeys] = move.isRival && movedFrom ? [movedFrom.keys, keys] : [keys, movedFrom?.keys ?? null];
  const before = move.isRival ? (movedFrom?.revoked ?? []) : [];
  return {
    movedFrom: { keys: earlier, by, revoked },
    toRevoke: [...new Set([...toRevoke, ...before])].filter((device) => !revoked.includes(device)),
    unusedKeys,
  };
}

interface Member {
  keychain: Keychain;
  remote: RemoteStore;
  deviceKeys: DeviceKeys;
  movedFrom: LastMove['movedFrom'];
  revoked: readonly string[];
}

/** Null: none counts more than the move that this machine followed. */
export async function pendingRival(member: Member, signal: AbortSignal): Promise<Result<PendingMove | null>> {
  const { keychain, remote, deviceKeys, movedFrom } = member;
  if (movedFrom === null) return ok(null);
  const secrets = await readSecrets(keychain, movedFrom.keys);
  if (!secrets.ok) return secrets;
  const keys = await spaceKeysOf(secrets.value.seed);
  const revoked = new Set(member.revoked);
  const sealer = createSealer({ store: remote, keys, deviceKeys, revoked: () => revoked, signal });
  const listed = await listedDevices(remote, sealer.space, signal);
  if (!listed.ok) return listed;
  for (const device of listed.value.filter((id) => id < movedFrom.by).sort()) {
    const move = await readMove({ store: remote, sealer, deviceKeys, signal }, device);
    if (move.ok && move.value) return ok({ ...move.value, isRival: true });
    // One by a revoked machine, or one that revokes this machine: its user has decided for the other space.
    const isIgnored = move.ok || move.error.code === 'SYNC_DAMAGED' || move.error.details?.fault === 'revoked';
    if (!isIgnored) return move;
  }
  return ok(null);
}

/** Call it before a rival is followed: devices that joined the space that is left know no other. */
export function tellOthers(access: SpaceAccess, move: PendingMove, signal: AbortSignal): Promise<Result<void>> {
  return move.isRival ? writeFor(access, move, signal) : Promise.resolve(ok(undefined));
}

/** Writes the move that is necessary as revoked devices have the seed of the space. */
export async function revokeKnowing(
  access: SpaceAccess,
  toRevoke: readonly string[],
  signal: AbortSignal,
): Promise<Result<PendingMove>> {
  const move = { by: access.sealer.device, revoked: [...toRevoke], newSeed: newSeed(), isRival: false };
  const written = await writeFor(access, move, signal);
  return written.ok ? ok(move) : written;
}

async function writeFor({ remote, sealer }: SpaceAccess, move: Move, signal: AbortSignal): Promise<Result<void>> {
  const records = await presentRecords({ remote, sealer }, signal);
  return records.ok ? writeMove({ store: remote, sealer, signal }, records.value, move) : records;
}
