// Generates ids in OpenCode's format: a kind, a sortable time and counter, and letters. They are deterministic, but
// never those of the original session, which may still exist.

import { createHash } from 'node:crypto';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bits = 0xffff_ffff_ffffn;

export function createIds(seed: string): { session: string; next(kind: 'msg' | 'prt', time: number): string } {
  let last = 0n;
  let counter = 0;
  const randomPart = (): string => {
    const digest = createHash('sha256')
      .update(JSON.stringify([seed, counter++]))
      .digest();
    return Array.from(digest.subarray(0, 14), (byte) => letters[byte % letters.length]).join('');
  };
  const sorted = (value: bigint): string => (value & bits).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(seed).digest('hex').slice(0, 12);
  return {
    session: `ses_${hash}${randomPart()}`,
    next(kind, time) {
      const timestamp = BigInt(Math.max(0, Math.floor(time))) * 0x1000n;
      last = timestamp > last ? timestamp : last + 1n;
      return `${kind}_${sorted(last)}${randomPart()}`;
    },
  };
}
