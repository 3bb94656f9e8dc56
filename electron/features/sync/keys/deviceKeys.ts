// The keys of this device, and the records by which devices of a space know each other.

import { createHash, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { identityToRecipient } from 'age-encryption';
import { z } from 'zod';
import { ageIdentity, derivedKey, publicKeyText, readPublicKey, type SpaceKeys, signingKey } from './spaceKeys.ts';

export interface DeviceKeys {
  /** 32 bytes; the other keys follow from it. */
  secret: Uint8Array;
  /** A hash of the public keys: nobody else can have this ID. */
  device: string;
  signKey: KeyObject;
  publicKey: string;
  /** Opens what is sealed for this device alone, such as the seed of a new space. */
  identity: string;
  recipient: string;
}

export function newDeviceSecret(): Uint8Array {
  return new Uint8Array(randomBytes(32));
}

export async function deviceKeysOf(secret: Uint8Array): Promise<DeviceKeys> {
  const signKey = signingKey(derivedKey(secret, 'throughline sync device signature 1'));
  const identity = ageIdentity(derivedKey(secret, 'throughline sync device identity 1'));
  const publicKey = publicKeyText(createPublicKey(signKey));
  const recipient = await identityToRecipient(identity);
  return { secret, device: deviceId(publicKey, recipient), signKey, publicKey, identity, recipient };
}

function deviceId(publicKey: string, recipient: string): string {
  return createHash('sha256').update(`${publicKey}\n${recipient}`).digest('hex').slice(0, 32);
}

export const deviceRecordSchema = z.object({
  v: z.literal(1),
  device: z.string().regex(/^[0-9a-f]{32}$/),
  /** As its user calls it. */
  name: z.string().max(200),
  /** Ed25519 and age. */
  publicKey: z.string(),
  recipient: z.string(),
  /** By the root key of the space, Base64. */
  certificate: z.string(),
});

/** The content of a device's `device` object. */
export type DeviceRecord = z.infer<typeof deviceRecordSchema>;

function certified(
  space: string,
  { device, publicKey, recipient }: Pick<DeviceRecord, 'device' | 'publicKey' | 'recipient'>,
) {
  return Buffer.from(['throughline sync device 1', space, device, publicKey, recipient].join('\n'), 'utf8');
}

export function createDeviceRecord(keys: SpaceKeys, deviceKeys: DeviceKeys, name: string): DeviceRecord {
  const { device, publicKey, recipient } = deviceKeys;
  const certificate = sign(null, certified(keys.space, deviceKeys), keys.rootKey).toString('base64');
  return { v: 1, device, name: name.slice(0, 200), publicKey, recipient, certificate };
}

/** Returns the device's public key; null if the record was not made with the key of this space. */
export function verifyDeviceRecord(keys: SpaceKeys, record: DeviceRecord): KeyObject | null {
  if (record.device !== deviceId(record.publicKey, record.recipient)) return null;
  const certificate = Buffer.from(record.certificate, 'base64');
  if (!verify(null, certified(keys.space, record), keys.rootPublicKey, certificate)) return null;
  return readPublicKey(record.publicKey);
}

export function deviceObject(space: string, device: string): string {
  return `${space}/${device}/device`;
}
