// Names of things on disk and on the wire. Conversation and project ids are 26 random base32 letters, message ids
// are ULIDs; both are checked here before they come near a path (STORE-9).

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idPattern = /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/;

/** True for a name that is safe as one path segment: letters, digits, `-` and `_`, at most 128. */
export function isSafeId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}

/** 26 base32 letters from 17 random bytes (130 of 136 bits are used). */
export function encodeRandomId(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5 && text.length < 26) {
      bits -= 5;
      text += alphabet[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return text;
}

/** The least number of letters by which a person may name a conversation. */
export const minimumPrefix = 4;

export type PrefixMatch =
  | { kind: 'one'; id: string }
  | { kind: 'none' }
  | { kind: 'many'; ids: string[] }
  | { kind: 'short' };

/**
 * Finds the one id that `prefix` names: the exact id first, else the only id that begins with it.
 * A prefix below four characters (an exact id excepted), or one with other characters than ids have, matches nothing.
 */
export function matchPrefix(ids: Iterable<string>, prefix: string): PrefixMatch {
  const wanted = prefix.trim();
  const found: string[] = [];
  for (const id of ids) {
    if (id === wanted) return { kind: 'one', id };
    if (wanted.length >= minimumPrefix && id.startsWith(wanted)) found.push(id);
  }
  if (wanted.length < minimumPrefix) return { kind: 'short' };
  if (found.length === 0) return { kind: 'none' };
  if (found.length === 1) return { kind: 'one', id: found[0] as string };
  return { kind: 'many', ids: found.sort() };
}
