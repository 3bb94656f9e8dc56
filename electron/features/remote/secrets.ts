// Random secrets, and the digests that are stored and compared in their place.

import { createHash, randomBytes, randomInt } from 'node:crypto';
import { encodeRandomId } from '../../../shared/core/ids.ts';

/** 256 random bits in URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** As the contract takes it. */
export function newId(): string {
  return encodeRandomId(randomBytes(17));
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const codeLength = 8;

/** A code for one pairing, to be typed: 39 random bits. */
export function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** The code as it is compared: however it was typed. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
