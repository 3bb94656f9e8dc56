// `hash` of `node:crypto`, which Node 18 does not have.

import { type BinaryToTextEncoding, createHash } from 'node:crypto';

export function hash(algorithm: string, data: string, encoding: BinaryToTextEncoding): string {
  return createHash(algorithm).update(data).digest(encoding);
}
