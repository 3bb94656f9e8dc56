// Checks what a passkey has signed, step by step as in WebAuthn Level 3 (7.1 and 7.2): made for this challenge, on the
// device's page, for its host name, by a user whom the authenticator has recognized. docs/decisions/remote.md explains why
// this is no library.

import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { PasskeyAssertion, PasskeyAttestation } from '../../../shared/features/remote/methods.ts';
import type { Device, Passkey } from './deviceList.ts';

/** COSE names of the signatures: ES256, Ed25519, and RS256 for Windows. */
export const algorithms = [-7, -8, -257];

/** The host name of the device's page; null: an IP address, which passkeys cannot belong to. */
export function rpIdOf(origin: string): string | null {
  const { hostname } = new URL(origin);
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname;
}

/** The authenticator's signature counter; null: it does not prove the passkey. */
export function verifiedCounter(
  { origin }: Device,
  { id, publicKey, rpId }: Passkey,
  challenge: string,
  { id: usedId, rawId, response }: PasskeyAssertion,
): number | null {
  if (rpId !== rpIdOf(origin) || usedId !== id || rawId !== id) return null;
  const client = bytesOf(response.clientDataJSON);
  if (!isClientData(client, { type: 'webauthn.get', challenge, origin })) return null;
  const data = readAuthenticatorData(bytesOf(response.authenticatorData), rpId);
  if (data === null) return null;
  const signed = Buffer.concat([data.bytes, createHash('sha256').update(client).digest()]);
  return isSigned(keyOf(publicKey), signed, bytesOf(response.signature)) ? data.counter : null;
}

/**
 * Null: it proves nothing. Authenticators are not asked for an attestation, so the public key is the device's word: what
 * counts is that the same key signs later.
 */
export function verifiedPasskey(
  { origin }: Device,
  challenge: string,
  { id, rawId, response }: PasskeyAttestation,
): Omit<Passkey, 'addedAt' | 'wentBackAt'> | null {
  const rpId = rpIdOf(origin);
  if (rpId === null || rawId !== id) return null;
  const client = bytesOf(response.clientDataJSON);
  if (!isClientData(client, { type: 'webauthn.create', challenge, origin })) return null;
  const data = readAuthenticatorData(bytesOf(response.authenticatorData), rpId);
  if (data?.credentialId !== id || keyOf(response.publicKey) === null) return null;
  return { id, publicKey: response.publicKey, counter: data.counter, rpId, transports: response.transports };
}

/** From a frame of another page, it would name that or be `crossOrigin`. */
const clientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.never().optional(),
});

function isClientData(bytes: Buffer, wanted: { type: string; challenge: string; origin: string }): boolean {
  try {
    const parsed = clientData.safeParse(JSON.parse(bytes.toString('utf8')));
    if (!parsed.success) return false;
    const { type, challenge, origin } = parsed.data;
    return type === wanted.type && challenge === wanted.challenge && origin === wanted.origin;
  } catch {
    return false;
  }
}

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasCredential: 0x40 };

/** The hash of the host name, flags, counter, and for a new credential its model and ID. Null: not for this host name and user. */
function readAuthenticatorData(
  bytes: Buffer,
  rpId: string,
): { bytes: Buffer; counter: number; credentialId: string | null } | null {
  if (bytes.length < 37) return null;
  if (!bytes.subarray(0, 32).equals(createHash('sha256').update(rpId).digest())) return null;
  const its = bytes.readUInt8(32);
  const has = (flag: number): boolean => (its & flag) !== 0;
  if (!has(flags.present) || !has(flags.verified)) return null;
  if (has(flags.backedUp) && !has(flags.backupEligible)) return null;
  const counter = bytes.readUInt32BE(33);
  if (!has(flags.hasCredential)) return { bytes, counter, credentialId: null };
  if (bytes.length < 55) return null;
  const end = 55 + bytes.readUInt16BE(53);
  if (end === 55 || end > 55 + 1023 || bytes.length < end) return null;
  return { bytes, counter, credentialId: bytes.subarray(55, end).toString('base64url') };
}

/** From DER (SubjectPublicKeyInfo); null: not a key for one of the algorithms. */
function keyOf(publicKey: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: bytesOf(publicKey), format: 'der', type: 'spki' });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    switch (key.asymmetricKeyType) {
      case 'ec':
        return namedCurve === 'prime256v1' ? key : null;
      case 'ed25519':
        return key;
      case 'rsa':
        return modulusLength >= 2048 && modulusLength <= 8192 ? key : null;
      default:
        return null;
    }
  } catch {
    return null;
  }
}

function isSigned(key: KeyObject | null, data: Buffer, signature: Buffer): boolean {
  try {
    return key !== null && verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key, signature);
  } catch {
    return false;
  }
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
