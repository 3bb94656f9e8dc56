// The key that encrypts the data folder, and the recovery code that opens it without a keychain.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { DataKey, Disk } from '../files/disk.ts';

export function dataKeyOf(secret: Buffer): DataKey {
  return { secret, id: createHash('sha256').update('throughline key id 1').update(secret).digest().subarray(0, 8) };
}

export function newDataKey(): DataKey {
  return dataKeyOf(randomBytes(32));
}

/** The key of index.db, search.db and sync-state.db. */
function databaseKeyOf(key: DataKey): Buffer {
  return Buffer.from(hkdfSync('sha256', key.secret, key.id, 'throughline databases 1', 32));
}

/** Null: databases on this disk are not encrypted. */
export function databaseKeyFor({ dataKey }: Disk): Buffer | null {
  return dataKey && !dataKey.onlyReads ? databaseKeyOf(dataKey) : null;
}

/** Crockford's base32: no letter is mistaken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeBytes = 20;
const groupLength = 4;

/** 160 random bits and 20 of a checksum, in nine groups of four: long enough to need no slow key derivation. */
export function newRecoveryCode(): string {
  return writtenCode(randomBytes(codeBytes));
}

function writtenCode(secret: Buffer): string {
  let bits = BigInt(`0x${Buffer.concat([secret, checksum(secret)]).toString('hex')}`) >> 4n;
  let text = '';
  for (let left = (codeBytes * 8 + 20) / 5; left > 0; left--) {
    text = `${alphabet[Number(bits & 31n)]}${text}`;
    bits >>= 5n;
  }
  return text.match(new RegExp(`.{${groupLength}}`, 'gu'))?.join('-') ?? text;
}

/** 24 bits, of which the code keeps 20. */
function checksum(secret: Buffer): Buffer {
  return createHash('sha256').update('throughline recovery code 1').update(secret).digest().subarray(0, 3);
}

/** Accepts any case, spacing and hyphens, and letters typed for digits. Null if it has a typing error. */
export function readRecoveryCode(typed: string): Buffer | null {
  const text = typed
    .toUpperCase()
    .replace(/[\s\p{Dash}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  let bits = 0n;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return null;
    bits = (bits << 5n) | BigInt(value);
  }
  const hex = (bits << 4n).toString(16).padStart((codeBytes + 3) * 2, '0');
  if (text.length !== (codeBytes * 8 + 20) / 5) return null;
  const secret = Buffer.from(hex.slice(0, codeBytes * 2), 'hex');
  return writtenCode(secret).replaceAll('-', '') === text ? secret : null;
}

/** The data key, encrypted with the code: nonce (12), ciphertext (32), tag (16), as base64. */
export function wrapKey(key: DataKey, code: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(code), nonce);
  const sealed = Buffer.concat([cipher.update(key.secret), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
}

/** Null if it is the wrong code or the text is damaged. */
export function unwrapKey(wrapped: string, code: Buffer): DataKey | null {
  const bytes = Buffer.from(wrapped, 'base64');
  if (bytes.length !== 60) return null;
  const decipher = createDecipheriv('aes-256-gcm', wrappingKey(code), bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(44));
  const secret = decipher.update(bytes.subarray(12, 44));
  try {
    decipher.final();
    return dataKeyOf(secret);
  } catch {
    return null;
  }
}

function wrappingKey(code: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', code, 'throughline recovery', 'throughline wrapped key 1', 32));
}
