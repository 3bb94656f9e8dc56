// New names. Message ids are ULIDs that grow within this process even when two are made in one millisecond.

import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { encodeRandomId } from '../../shared/ids.ts';
import type { Clock } from '../ports/clock.ts';

export interface IdSource {
  /** 26 base32 letters; a prefix of four is nearly always unique. */
  randomId(): string;
  ulid(): string;
  /** 256 bits for a token, in URL-safe letters. */
  token(): string;
}

export function createIdSource(clock: Clock): IdSource {
  const nextUlid = monotonicFactory(() => randomBytes(4).readUInt32LE() / 2 ** 32);
  return {
    randomId: () => encodeRandomId(randomBytes(17)),
    ulid: () => nextUlid(clock.now().getTime()),
    token: () => randomBytes(32).toString('base64url'),
  };
}
