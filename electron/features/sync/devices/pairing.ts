// Adds a device. The one that shows the code answers a single request within ten minutes by its deviceKeys timer; the seed is sealed for the
// device that asked. A code that was used, or is older, opens nothing: no seed is in the store before a device has asked.

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type AppError, fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DeviceKeys } from '../keys/deviceKeys.ts';
import { type SpaceKeys, seedBytes } from '../keys/spaceKeys.ts';
import type { RemoteStore } from '../remote/remoteStore.ts';
import { decryptObject, encryptObject } from '../seal/ageObject.ts';
import { openBox, type PairingKeys, pairingKeysOf, readPairingCode, sealBox } from './pairingCode.ts';

export const codeLifeMs = 10 * 60_000;
const pollMs = 2_000;
/** The showing device looks every two seconds; more than a minute means that it is gone. */
const answerMs = 90_000;

interface PairingDeps {
  store: RemoteStore;
  clock: Clock;
  signal: AbortSignal;
}

const requestSchema = z.object({ v: z.literal(1), device: z.string(), name: z.string(), recipient: z.string() });
const answerSchema = z.object({ v: z.literal(1), seed: z.string() });

export type PairedDevice = Pick<z.infer<typeof requestSchema>, 'device' | 'name'>;

/** Waits for the other device. `code` is from `newPairingCode`. The caller shows it, and ends the wait with the signal. */
export async function offerPairing(deps: PairingDeps, keys: SpaceKeys, code: string): Promise<Result<PairedDevice>> {
  const { store, clock, signal } = deps;
  const endsAt = clock.elapsed() + codeLifeMs;
  const pairing = await pairingKeysOf(code);
  const open = `${pairing.folder}/open`;
  const opened = await store.put(open, sealBox(pairing.key, open, { v: 1 }), signal);
  if (!opened.ok) return opened;
  try {
    while (clock.elapsed() < endsAt) {
      await clock.wait(Math.min(pollMs, endsAt - clock.elapsed()), signal);
      if (signal.aborted) return fail('CANCELLED', say`Stopped.`);
      // Also when the wait took longer, such as while the machine slept.
      if (clock.elapsed() >= endsAt) break;
      const requests = await readRequests(deps, pairing);
      if (!requests.ok) {
        if (isPassing(requests.error)) continue;
        return requests;
      }
      const [first, second] = requests.value;
      if (first && second) {
        return fail(
          'CONFIRMATION_REFUSED',
          say`Two devices typed the code, so neither was added. Start again, and let nobody else see the code.`,
        );
      }
      if (first) return await answer(deps, keys, pairing, first);
    }
    return fail(
      'CONFIRMATION_REFUSED',
      say`The code is no longer valid: nobody typed it within ten minutes. Show another one.`,
    );
  } finally {
    await removeLeftovers(store, pairing.folder);
  }
}

interface PairingRequest extends z.infer<typeof requestSchema> {
  id: string;
}

async function readRequests(
  { store, signal }: PairingDeps,
  { folder, key }: PairingKeys,
): Promise<Result<PairingRequest[]>> {
  const listed = await store.list(folder, { signal });
  if (!listed.ok) return listed;
  const requests: PairingRequest[] = [];
  for (const { name } of listed.value) {
    const id = /^request-([0-9a-f]{16})$/.exec(name)?.[1];
    if (id === undefined) continue;
    const read = await store.get(`${folder}/${name}`, signal);
    if (!read.ok) return read;
    const request = requestSchema.safeParse(read.value ? openBox(key, `${folder}/${name}`, read.value) : null);
    if (request.success) requests.push({ ...request.data, id });
  }
  return ok(requests);
}

async function answer(
  { store, signal }: PairingDeps,
  keys: SpaceKeys,
  { folder, key }: PairingKeys,
  { id, device, name, recipient }: PairingRequest,
): Promise<Result<PairedDevice>> {
  const sealed = await encryptObject(recipient, keys.seed).catch(() => null);
  if (!sealed)
    return fail('CONFIRMATION_REFUSED', say`The other device asked in a form that this version does not know.`);
  const object = `${folder}/answer-${id}`;
  const message = { v: 1, seed: Buffer.from(sealed).toString('base64') };
  const written = await store.put(object, sealBox(key, object, message), signal);
  return written.ok ? ok({ device, name: name.slice(0, 200) }) : written;
}

/** The answer stays for the other device, which removes it. */
async function removeLeftovers(store: RemoteStore, folder: string): Promise<void> {
  const { signal } = new AbortController();
  const listed = await store.list(folder, { signal });
  for (const { name } of listed.ok ? listed.value : []) {
    if (!name.startsWith('answer-')) await store.remove(`${folder}/${name}`, signal);
  }
}

/** Returns the seed of the space. */
export async function joinWithCode(
  deps: PairingDeps,
  deviceKeys: DeviceKeys,
  name: string,
  typed: string,
): Promise<Result<Uint8Array>> {
  const { store, clock, signal } = deps;
  const code = readPairingCode(typed);
  if (!code.ok) return code;
  const pairing = await pairingKeysOf(code.value);
  const { folder, key } = pairing;
  const open = await store.get(`${folder}/open`, signal);
  if (!open.ok) return open;
  if (open.value === null || openBox(key, `${folder}/open`, open.value) === null) return notShown();
  const id = randomBytes(8).toString('hex');
  const request = `${folder}/request-${id}`;
  const { device, recipient } = deviceKeys;
  const written = await store.put(request, sealBox(key, request, { v: 1, device, name, recipient }), signal);
  if (!written.ok) return written;
  const object = `${folder}/answer-${id}`;
  try {
    const endsAt = clock.elapsed() + answerMs;
    while (clock.elapsed() < endsAt) {
      await clock.wait(pollMs, signal);
      if (signal.aborted) return fail('CANCELLED', say`Stopped.`);
      const read = await store.get(object, signal);
      if (!read.ok) {
        if (isPassing(read.error)) continue;
        return read;
      }
      if (read.value) return await readAnswer(deviceKeys, openBox(key, object, read.value));
    }
    return notShown();
  } finally {
    for (const each of [request, object]) await store.remove(each, new AbortController().signal);
  }
}

function notShown() {
  return fail(
    'PARAMS_INVALID',
    say`No device of this store shows this code now. It is valid once, and for ten minutes. Show another one.`,
    { field: 'code' },
  );
}

async function readAnswer(deviceKeys: DeviceKeys, message: unknown): Promise<Result<Uint8Array>> {
  const answered = answerSchema.safeParse(message);
  const sealed = answered.success ? Buffer.from(answered.data.seed, 'base64') : null;
  const opened = sealed ? await decryptObject(deviceKeys.identity, sealed) : null;
  if (opened?.kind === 'open' && opened.bytes.length === seedBytes) return ok(opened.bytes);
  return fail('SYNC_DAMAGED', say`The other device’s answer cannot be read. Start again with another code.`);
}

function isPassing({ code }: AppError): boolean {
  return code === 'SYNC_UNREACHABLE';
}
