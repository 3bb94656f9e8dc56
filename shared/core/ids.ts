// Ids on disk and in the contract. Conversation and project ids are 26 random base32 letters, message ids are ULIDs;
// both are validated here before use in a path (STORE-9).

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idPattern = /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/;

/** True for a safe path segment: at most 128 letters, digits, `-` and `_`. */
export function isSafeId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}

/** Encodes 17 random bytes as 26 base32 letters (130 of 136 bits are used). */
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

/** Minimum letters for naming a conversation by prefix. */
export const minimumPrefix = 4;

export type PrefixMatch =
  | { kind: 'one'; id: string }
  | { kind: 'none' }
  | { kind: 'many'; ids: string[] }
  | { kind: 'short' };

/**
 * Finds the id that `prefix` names: an exact match, else the only id with that prefix. Shorter prefixes than four
 * characters, and ones with characters that ids never have, match nothing.
 */
export function matchPrefix(ids: Iterable<string>, prefix: string): PrefixMatch {
  const trimmed = prefix.trim();
  const matches: string[] = [];
  for (const id of ids) {
    if (id === trimmed) return { kind: 'one', id };
    if (trimmed.length >= minimumPrefix && id.startsWith(trimmed)) matches.push(id);
  }
  if (trimmed.length < minimumPrefix) return { kind: 'short' };
  if (matches.length === 0) return { kind: 'none' };
  if (matches.length === 1) return { kind: 'one', id: matches[0] as string };
  return { kind: 'many', ids: matches.sort() };
}
