// Cutting text without breaking it.

/** Returns the first `count` UTF-16 units, one fewer if the cut would split a surrogate pair. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const last = text.charCodeAt(count - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? count - 1 : count);
}

/** Returns the last `count` UTF-16 units, one fewer if the cut would split a surrogate pair. */
export function lastCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const first = text.charCodeAt(text.length - count);
  return text.slice(text.length - count + (first >= 0xdc00 && first <= 0xdfff ? 1 : 0));
}

/** Returns the nearest character boundary at or before `offset` UTF-8 bytes. */
export function characterStart(bytes: Uint8Array, offset: number): number {
  let at = Math.min(offset, bytes.length);
  while (at > 0 && at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) at--;
  return at;
}
