// Revoking a device: the remaining ones move to a new space, whose seed is sealed for each of them in a `moved` object in the old one.
// The engine then seals each device's data again. A revoked device knows the old seed for ever, and nothing of the new space.

import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { movedObject } from '../engine/syncNames.ts';
import type { DeviceKeys, DeviceRecord } from '../keys/deviceKeys.ts';
import { seedBytes } from '../keys/spaceKeys.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';
import { decryptObject, encryptObject } from '../seal/ageObject.ts';
import type { SpaceSealer } from '../seal/createSealer.ts';
import { parseJson } from '../seal/signedObject.ts';

const moveSchema = z.object({
  v: z.literal(1),
  /** IDs of devices that are left behind. */
  revoked: z.array(z.string()),
  /** By device: the new seed in the format of age, Base64. */
  seeds: z.record(z.string(), z.string()),
});

export interface Move {
  /** The device that revoked. */
  by: string;
  revoked: string[];
  newSeed: Uint8Array;
}

/** `devices`: all of the space, this one included. Write it only when `newSeed` is safe in the keychain. */
export async function writeMove(
  deps: { store: RemoteStore; sealer: SpaceSealer; signal: AbortSignal },
  devices: readonly DeviceRecord[],
  { revoked, newSeed }: Pick<Move, 'newSeed' | 'revoked'>,
): Promise<Result<void>> {
  const { store, sealer, signal } = deps;
  if (revoked.includes(sealer.device)) {
    return fail(
      'PARAMS_INVALID',
      say`A device cannot revoke itself. Let it leave instead, or revoke it from another one.`,
    );
  }
  const seeds: Record<string, string> = {};
  for (const { device, recipient } of devices) {
    if (revoked.includes(device)) continue;
    seeds[device] = Buffer.from(await encryptObject(recipient, newSeed)).toString('base64');
  }
  const name = movedObject(sealer.space, sealer.device);
  const message = Buffer.from(JSON.stringify({ v: 1, revoked, seeds }), 'utf8');
  return store.put(name, await sealer.seal(name, message), signal);
}

/** Looks for a move that another device has written. Ask the user before following one. Null: there is none. */
export async function readMove(
  deps: { store: RemoteStore; sealer: SpaceSealer; deviceKeys: DeviceKeys; signal: AbortSignal },
  device: string,
): Promise<Result<Move | null>> {
  const { store, sealer, deviceKeys, signal } = deps;
  const name = movedObject(sealer.space, device);
  const stored = await store.get(name, signal);
  if (!stored.ok || stored.value === null) return stored.ok ? ok(null) : stored;
  const opened = await sealer.open(device, name, stored.value);
  if (!opened.ok) return opened;
  const move = moveSchema.safeParse(parseJson(opened.value));
  const sealed = move.success ? move.data.seeds[deviceKeys.device] : undefined;
  if (move.success && sealed === undefined) {
    return fail(
      'SYNC_REFUSED',
      say`This device was revoked by another one. What it has stays here; it no longer syncs.`,
      { fault: 'revoked' },
    );
  }
  const seed = sealed === undefined ? null : await decryptObject(deviceKeys.identity, Buffer.from(sealed, 'base64'));
  if (!move.success || seed?.kind !== 'open' || seed.bytes.length !== seedBytes) {
    return fail('SYNC_DAMAGED', say`${name} in the store was changed after it was sealed.`, { cause: 'changed' });
  }
  return ok({ by: device, revoked: move.data.revoked, newSeed: seed.bytes });
}

/** Removes the objects below a folder; stopped halfway, another call continues. The log goes first, so that nobody looks for what it names; `device` objects last: until then, others can verify what remains. */
export async function removeTree(
  store: RemoteStore,
  folder: string,
  keep: readonly string[],
  signal: AbortSignal,
): Promise<Result<void>> {
  const listed = await store.list(folder, { signal });
  if (!listed.ok) return listed;
  const order = (name: string): number => (name === 'log' ? -1 : Number(name === 'device'));
  for (const { name, kind } of listed.value.toSorted((one, other) => order(one.name) - order(other.name))) {
    const path = `${folder}/${name}`;
    if (keep.includes(path)) continue;
    const removed = kind === 'folder' ? await removeTree(store, path, keep, signal) : await store.remove(path, signal);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}
