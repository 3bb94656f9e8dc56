// The second step of a device that has a passkey: a call that allows something is refused until the passkey has signed a
// challenge of the host for exactly this call. Nothing here is stored except public keys and counters.

import { type AppError, fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import {
  maxPasskeys,
  type OwnPasskeys,
  type PasskeyAssertion,
  type PasskeyAttestation,
} from '../../../shared/features/remote/methods.ts';
import type { Device, DevicesFile, Passkey } from './deviceList.ts';
import { changeDevice, type FileChange } from './pairing.ts';
import { algorithms, rpIdOf, verifiedCounter, verifiedPasskey } from './passkeyProof.ts';
import { digestOf, newId, newSecret } from './secrets.ts';

/** Long enough to look for a security key. */
const challengeMs = 120_000;
/** After the passkey was used, its call must arrive. */
const useMs = 30_000;
/** Open at a time for each device: the oldest goes first. */
const maxOpen = 8;

/** A call of one connection of one device. */
interface PasskeyCall {
  deviceId: string;
  connectionId: string;
  /** A digest of the method, its parameters, and what the device was shown. */
  call: string;
}

interface Challenge extends PasskeyCall {
  challenge: string;
  until: number;
  /** The passkey has signed it. */
  isSigned: boolean;
}

export interface PasskeyDesk {
  statusOf(deviceId: string): OwnPasskeys;
  /** Null: the passkey was just used for this call, which was counted as its use. Else how to use it. */
  refusal(call: PasskeyCall): AppError | null;
  use(by: Omit<PasskeyCall, 'call'>, confirmation: string, assertion: PasskeyAssertion): Promise<Result<void>>;
  /** Returns PublicKeyCredentialCreationOptions as JSON. */
  creation(by: Omit<PasskeyCall, 'call'>): Result<Record<string, unknown>>;
  add(by: Omit<PasskeyCall, 'call'>, attestation: PasskeyAttestation): Promise<Result<OwnPasskeys>>;
}

export interface PasskeyDeskDeps {
  device(deviceId: string): Device | undefined;
  change<T>(edit: (file: DevicesFile) => Result<FileChange<T>>): Promise<Result<T>>;
  now(): Date;
}

const nothingChanged = say`The passkey was not accepted. Nothing was changed: try again, or deny.`;
const notAccepted = fail('CONFIRMATION_REFUSED', nothingChanged);
const tooLate = fail(
  'CONFIRMATION_REFUSED',
  say`This came too late, or was used before. Nothing was changed: try again.`,
);
const gone = fail('PARAMS_INVALID', say`There is no such device any more.`);

export function createPasskeyDesk({ device: find, change, now }: PasskeyDeskDeps): PasskeyDesk {
  const open = new Map<string, Challenge>();
  /** The one that a device is adding, by its connection. */
  const adding = new Map<string, { deviceId: string; challenge: string; until: number; isFirst: boolean }>();
  const time = (): number => now().getTime();

  function trim(entries: Map<string, { deviceId: string; until: number }>, deviceId: string): void {
    for (const [key, { until }] of entries) if (until <= time()) entries.delete(key);
    const its = [...entries].filter(([, entry]) => entry.deviceId === deviceId);
    for (const [key] of its.slice(0, Math.max(0, its.length - maxOpen + 1))) entries.delete(key);
  }

  function statusOf(deviceId: string): OwnPasskeys {
    const device = find(deviceId);
    const count = device?.passkeys.length ?? 0;
    const refusal = !device || rpIdOf(device.origin) === null ? 'address' : count >= maxPasskeys ? 'full' : null;
    return { count, asks: count > 0 && device?.asksPasskey === true, refusal };
  }

  return {
    statusOf,
    refusal(call) {
      const device = find(call.deviceId);
      if (!device) return gone.error;
      for (const [confirmation, each] of open) {
        if (!each.isSigned || each.until <= time() || !isSameCall(each, call)) continue;
        open.delete(confirmation);
        return null;
      }
      const rpId = rpIdOf(device.origin);
      const usable = device.passkeys.filter((each) => each.rpId === rpId);
      if (rpId === null || usable.length === 0) {
        return fail(
          'CONFIRMATION_REFUSED',
          say`The passkey of this device belongs to ${device.passkeys[0]?.rpId ?? ''}, not to this address. Remove it on the machine that runs Throughline, under Settings → Devices, and add another one. Nothing was changed.`,
        ).error;
      }
      trim(open, call.deviceId);
      const confirmation = newId();
      const challenge = newSecret();
      open.set(confirmation, { ...call, challenge, until: time() + challengeMs, isSigned: false });
      return fail('CONFIRMATION_NEEDED', say`This needs the passkey of this device. Nothing was changed.`, {
        ...{ by: 'passkey', confirmation },
        options: {
          ...{ challenge, rpId, timeout: challengeMs, userVerification: 'required' },
          allowCredentials: usable.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
        },
      }).error;
    },

    async use({ deviceId, connectionId }, confirmation, assertion) {
      const challenge = open.get(confirmation);
      if (
        !challenge ||
        challenge.deviceId !== deviceId ||
        challenge.connectionId !== connectionId ||
        challenge.isSigned
      )
        return tooLate;
      // Used, whether it proves anything or not.
      open.delete(confirmation);
      if (challenge.until <= time()) return tooLate;
      const device = find(deviceId);
      const passkey = device?.passkeys.find(({ id }) => id === assertion.id);
      if (!device || !passkey) return notAccepted;
      const counter = verifiedCounter(device, passkey, challenge.challenge, assertion);
      if (counter === null) return notAccepted;
      // Read again with the lock: another connection or process may have used or removed it meanwhile.
      const stored = await change((file) => countUse(file, deviceId, { id: passkey.id, counter, at: now() }));
      if (!stored.ok) return stored;
      if (stored.value === 'removed') return notAccepted;
      if (stored.value === 'back') {
        return fail(
          'CONFIRMATION_REFUSED',
          say`The counter of this passkey went back, as if there were a copy of it. It was not accepted; see Settings → Devices on the machine that runs Throughline.`,
        );
      }
      open.set(confirmation, { ...challenge, until: time() + useMs, isSigned: true });
      return ok(undefined);
    },

    creation({ deviceId, connectionId }) {
      const device = find(deviceId);
      if (!device) return gone;
      const refused = refusalToAdd(device);
      if (refused) return refused;
      trim(adding, deviceId);
      const challenge = newSecret();
      const isFirst = device.passkeys.length === 0;
      adding.set(connectionId, { deviceId, challenge, until: time() + challengeMs, isFirst });
      return ok({
        challenge,
        rp: { id: rpIdOf(device.origin), name: 'Throughline' },
        user: {
          id: Buffer.from(device.id).toString('base64url'),
          ...{ name: device.name, displayName: device.name },
        },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        ...{ timeout: challengeMs, attestation: 'none' },
        excludeCredentials: device.passkeys.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
        authenticatorSelection: {
          ...{ authenticatorAttachment: 'platform', residentKey: 'preferred', userVerification: 'required' },
        },
      });
    },

    async add({ deviceId, connectionId }, attestation) {
      const challenge = adding.get(connectionId);
      adding.delete(connectionId);
      const device = find(deviceId);
      if (!challenge || challenge.deviceId !== deviceId || challenge.until <= time() || !device) return tooLate;
      const made = verifiedPasskey(device, challenge.challenge, attestation);
      if (made === null) return notAccepted;
      const passkey: Passkey = { ...made, addedAt: now().toISOString(), wentBackAt: null };
      const added = await change((file): Result<FileChange<Device>> => {
        const listed = file.devices.find(({ id }) => id === deviceId);
        const refused = listed && refusalToAdd(listed);
        if (refused) return refused;
        // Another connection was faster: a further passkey needs the first one.
        if (challenge.isFirst && listed && listed.passkeys.length > 0) return tooLate;
        // On any device: a credential proves one device only.
        if (file.devices.some(({ passkeys }) => passkeys.some(({ id }) => id === passkey.id))) return notAccepted;
        return changeDevice(file, deviceId, (each) => ({
          ...each,
          passkeys: [...each.passkeys, passkey],
          asksPasskey: each.passkeys.length === 0 || each.asksPasskey,
        }));
      });
      return added.ok ? ok(statusOf(deviceId)) : added;
    },
  };
}

function isSameCall(one: PasskeyCall, other: PasskeyCall): boolean {
  return one.deviceId === other.deviceId && one.connectionId === other.connectionId && one.call === other.call;
}

function refusalToAdd({ origin, passkeys }: Device) {
  if (rpIdOf(origin) === null) {
    return fail(
      'PARAMS_INVALID',
      say`Browsers have no passkeys for an IP address. Open Throughline under a host name such as localhost, and pair again there.`,
    );
  }
  if (passkeys.length < maxPasskeys) return null;
  return fail('PARAMS_INVALID', say`This device has ${maxPasskeys} passkeys. Remove one on the desktop first.`);
}

function countUse(
  file: DevicesFile,
  deviceId: string,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Result<FileChange<'counted' | 'back' | 'removed'>> {
  const device = file.devices.find((each) => each.id === deviceId);
  const passkey = device?.passkeys.find((each) => each.id === id);
  if (!device || !passkey) return ok({ file, value: 'removed' });
  // Authenticators that do not count always report 0.
  const isBack = (counter > 0 || passkey.counter > 0) && counter <= passkey.counter;
  if (!isBack && counter === passkey.counter) return ok({ file, value: 'counted' });
  const next = isBack ? { ...passkey, wentBackAt: at.toISOString() } : { ...passkey, counter };
  const changed = changeDevice(file, deviceId, (each) => ({
    ...each,
    passkeys: each.passkeys.map((one) => (one.id === id ? next : one)),
  }));
  return changed.ok ? ok({ file: changed.value.file, value: isBack ? 'back' : 'counted' }) : changed;
}

/** Identifies a call with what the device was shown. */
export function callDigest(method: string, params: unknown, prompts: unknown): string {
  return digestOf(JSON.stringify([method, params, prompts]));
}
