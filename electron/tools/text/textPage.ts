// A page of a long text: from an offset, up to a byte limit, cut between characters and after a line if one is near. Pure.

export interface TextPage {
  text: string;
  /** Offset of the next page; null at the end. */
  next: number | null;
}

/** `offset` and `next` count UTF-16 units. Null if `offset` is past the end. */
export function textPageAt(text: string, offset: number, maxBytes: number): TextPage | null {
  if (offset >= text.length && offset > 0) return null;
  const from = isInside(text, offset) ? offset + 1 : offset;
  if (Buffer.byteLength(text.slice(from, from + maxBytes + 1)) <= maxBytes && text.length - from <= maxBytes) {
    return { text: text.slice(from), next: null };
  }
  let [low, high] = [from, Math.min(text.length, from + maxBytes)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Buffer.byteLength(text.slice(from, middle)) <= maxBytes) low = middle;
    else high = middle - 1;
  }
  const line = text.lastIndexOf('\n', low - 1) + 1;
  const end = line > from + (low - from) / 2 ? line : isInside(text, low) ? low - 1 : low;
  return { text: text.slice(from, end), next: end };
}

/** Inside a surrogate pair. */
function isInside(text: string, at: number): boolean {
  const [before, here] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before <= 0xdbff && here >= 0xdc00 && here <= 0xdfff;
}
