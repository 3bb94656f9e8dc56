// Generates ids and hashes. Message ids are ULIDs that increase within this process, even within a millisecond.

import { createHash, randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { encodeRandomId } from '../../shared/core/ids.ts';
import type { Clock } from '../ports/clock.ts';

export interface IdSource {
  /** 26 base32 letters; a prefix of four is nearly always unique. */
  randomId(): string;
  ulid(): string;
  /** 256 bits for a token, in URL-safe letters. */
  token(): string;
}

export function createIdSource(clock: Clock): IdSource {
  const nextUlid = monotonicFactory(randomNumbers());
  return {
    randomId: () => encodeRandomId(randomBytes(17)),
    ulid: () => nextUlid(clock.now().getTime()),
    token: () => randomBytes(32).toString('base64url'),
  };
}

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const ulidLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLetters = 10;

/** Returns a deterministic ULID for these words, with the timestamp of `like`. */
export function deriveUlid(like: string, seeds: readonly string[]): string {
  const time = ulidPattern.test(like) ? like.slice(0, timeLetters) : '0'.repeat(timeLetters);
  const hash = createHash('sha256').update(JSON.stringify(seeds)).digest();
  return time + Array.from(hash.subarray(0, 16), (byte) => ulidLetters[byte & 31]).join('');
}

/** A random id derived from these words, and so the same each time: 26 letters, safe as a file name. */
export function deriveRandomId(seeds: readonly string[]): string {
  return encodeRandomId(createHash('sha256').update(JSON.stringify(seeds)).digest().subarray(0, 17));
}

/** SHA-256 in hexadecimal letters: names stored attachments, and compares versions. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Random numbers from 0 to below 1, fetched from the system in batches because an id takes sixteen. */
function randomNumbers(): () => number {
  let bytes = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at >= bytes.length) {
      bytes = randomBytes(1024);
      at = 0;
    }
    at += 4;
    return bytes.readUInt32LE(at - 4) / 2 ** 32;
  };
}
