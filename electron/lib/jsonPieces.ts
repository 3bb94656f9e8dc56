// JSON in pieces, so that the caller can pause within a long text. Joined, they are what `JSON.stringify` returns.

const pieceLength = 64 * 1024;

/** The value has no `toJSON`. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > pieceLength) yield* textPieces(value);
  else if (!hasLongText(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) {
    let before = '[';
    for (const item of value) {
      yield before;
      yield* jsonPieces(item);
      before = ',';
    }
    yield ']';
  } else {
    let before = '{';
    for (const [key, item] of Object.entries(value as object)) {
      if (item === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* jsonPieces(item);
      before = ',';
    }
    yield '}';
  }
}

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > pieceLength;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}

function* textPieces(text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + pieceLength);
    // A pair of surrogates stays together; a half one would be escaped.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
