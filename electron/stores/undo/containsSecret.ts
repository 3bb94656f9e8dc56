// Detects secrets that the app never stores (its own keys). Such bytes are left out, since masked content could not be restored.

import type { SecretMask } from '../../lib/secretMask.ts';
import type { CreateSecretTest } from './contentPack.ts';

/** Bytes of each piece to check again with the next one; longer than any key. */
const overlap = 4096;

export function createContainsSecret(mask: SecretMask | null): CreateSecretTest {
  return () => {
    if (!mask || mask.isIdle()) return () => false;
    let tail = Buffer.alloc(0);
    return (piece) => {
      const bytes = tail.length === 0 ? piece : Buffer.concat([tail, piece]);
      tail = Buffer.from(bytes.subarray(-overlap));
      // Fast path: most bytes are harmless.
      if (mask.stream().passes(bytes)) return false;
      const text = bytes.toString('utf8');
      return mask.text(text) !== text;
    };
  };
}
