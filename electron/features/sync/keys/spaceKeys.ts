// The keys of a space. All of them follow from its seed, so that the recovery phrase brings back each.

import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { bech32 } from '@scure/base';
import { identityToRecipient } from 'age-encryption';

export const seedBytes = 32;

export interface SpaceKeys {
  seed: Uint8Array;
  /** The space's folder in the store. */
  space: string;
  /** Opens each object of the space, also with the `age` program: AGE-SECRET-KEY-1… */
  identity: string;
  /** Every object is sealed for it: age1… Never published, so it is a secret as well. */
  recipient: string;
  /** Certifies the space's devices. */
  rootKey: KeyObject;
  rootPublicKey: KeyObject;
  /** See Sealer. */
  hiddenName(kind: 'conversation' | 'file', id: string): string;
}

export function newSeed(): Uint8Array {
  return new Uint8Array(randomBytes(seedBytes));
}

export async function spaceKeysOf(seed: Uint8Array): Promise<SpaceKeys> {
  if (seed.length !== seedBytes) throw new Error('a seed has 32 bytes');
  const derive = (purpose: string, length = 32): Buffer => derivedKey(seed, `throughline sync ${purpose} 1`, length);
  const identity = ageIdentity(derive('identity'));
  const namingKey = derive('names');
  const rootKey = signingKey(derive('root'));
  return {
    seed,
    space: derive('space', 16).toString('hex'),
    identity,
    recipient: await identityToRecipient(identity),
    rootKey,
    rootPublicKey: createPublicKey(rootKey),
    hiddenName: (kind, id) => createHmac('sha256', namingKey).update(`${kind}\0${id}`).digest('hex').slice(0, 32),
  };
}

export function derivedKey(secret: Uint8Array, info: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', info, length));
}

/** An X25519 secret in the spelling of age. */
export function ageIdentity(secret: Uint8Array): string {
  return bech32.encodeFromBytes('AGE-SECRET-KEY-', secret).toUpperCase();
}

/** The DER form of an Ed25519 private key up to its 32 bytes (RFC 8410). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

export function signingKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' });
}

/** Ed25519: 32 bytes, Base64. */
export function publicKeyText(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
}

/** Null if the text is no key. */
export function readPublicKey(text: string): KeyObject | null {
  try {
    const x = Buffer.from(text, 'base64').toString('base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch {
    return null;
  }
}
