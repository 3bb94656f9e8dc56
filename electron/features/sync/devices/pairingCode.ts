// The code that adds a device: shown on one, typed on the other. 80 random bits in 16 letters, and one letter that finds typing errors.

import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt, scrypt } from 'node:crypto';
import { fail, ok, type Result } from '../../../../shared/core/errors.ts';
import { say } from '../../../../shared/core/sentence.ts';
import { derivedKey } from '../keys/spaceKeys.ts';

/** Crockford's base32: no letter is mistaken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLetters = 16;

/** Four groups, such as 7Q4M-9XKD-T2RB-0HJWA. */
export function newPairingCode(): string {
  const letters = Array.from({ length: randomLetters }, () => alphabet[randomInt(alphabet.length)]).join('');
  return groups(letters + checkLetter(letters));
}

function groups(letters: string): string {
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8, 12), letters.slice(12)].join('-');
}

function checkLetter(letters: string): string {
  const byte = createHash('sha256').update(`throughline sync pairing check 1 ${letters}`).digest()[0] ?? 0;
  return alphabet[byte % alphabet.length] ?? '';
}

/** Accepts any case, spacing and hyphens, and letters typed for digits. Returns the code as it was shown. */
export function readPairingCode(typed: string): Result<string> {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\p{Dash}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  const random = letters.slice(0, randomLetters);
  const isWhole = letters.length === randomLetters + 1 && [...letters].every((letter) => alphabet.includes(letter));
  if (isWhole && letters[randomLetters] === checkLetter(random)) return ok(groups(letters));
  return fail('PARAMS_INVALID', say`The code has a typing error. Compare it with the one on the other device.`, {
    field: 'code',
  });
}

export interface PairingKeys {
  /** Where the two devices meet in the store. */
  folder: string;
  /** Encrypts what they write there. */
  key: Buffer;
}

/** Takes a tenth of a second, so that even a stolen store is no help with guessing. `code` is from `readPairingCode`. */
export async function pairingKeysOf(code: string): Promise<PairingKeys> {
  const secret = await new Promise<Buffer>((resolve, reject) => {
    const settings = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
    scrypt(code, 'throughline sync pairing 1', 32, settings, (failure, key) =>
      failure ? reject(failure) : resolve(key),
    );
  });
  return {
    folder: `pair-${derivedKey(secret, 'throughline sync pairing folder 1', 16).toString('hex')}`,
    key: derivedKey(secret, 'throughline sync pairing key 1'),
  };
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Messages between the two devices: AES-256-GCM, bound to the object's name. */
export function sealBox(key: Buffer, name: string, message: object): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(name, 'utf8'));
  const text = Buffer.from(JSON.stringify(message), 'utf8');
  return new Uint8Array(Buffer.concat([nonce, sealing.update(text), sealing.final(), sealing.getAuthTag()]));
}

/** Null if it was not sealed with this key for this name. */
export function openBox(key: Buffer, name: string, bytes: Uint8Array): unknown {
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    opening.setAAD(Buffer.from(name, 'utf8')).setAuthTag(bytes.subarray(-tagBytes));
    const text = Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    return null;
  }
}
