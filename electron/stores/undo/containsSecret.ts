// Whether bytes contain something the app never stores (its own keys). Such bytes are left out: masked content could not be
// restored.

import type { SecretMask } from '../../lib/secretMask.ts';
import type { CreateSecretTest } from './contentPack.ts';

/** Bytes of a piece that are looked at again with the next one: more than a key has. */
const overlap = 4096;

export function createContainsSecret(mask: SecretMask | null): CreateSecretTest {
  return () => {
    if (!mask || mask.isIdle()) return () => false;
    let tail = Buffer.alloc(0);
    return (piece) => {
      const bytes = tail.length === 0 ? piece : Buffer.concat([tail, piece]);
      tail = Buffer.from(bytes.subarray(-overlap));
      // Most bytes are told to be harmless at once.
      if (mask.stream().passes(bytes)) return false;
      const text = bytes.toString('utf8');
      return mask.text(text) !== text;
    };
  };
}
