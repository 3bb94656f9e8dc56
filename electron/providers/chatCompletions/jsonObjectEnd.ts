// Detects when streamed text forms one complete JSON object. Scans each character once, so that many small pieces stay
// linear.

export interface JsonObjectEnd {
  add(piece: string): void;
  /** True once the text is one complete JSON object. */
  isWhole(): boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const opening = [0x7b, 0x5b];
const closing = [0x7d, 0x5d];

export function createJsonEndDetector(): JsonObjectEnd {
  /** Joined only once it may be complete: reading a growing string copies it each time. */
  let pieces: string[] = [];
  let length = 0;
  let first = 0;
  let depth = 0;
  let inText = false;
  let escaped = false;
  /** Where the outermost bracket closed; any text after it makes this invalid. */
  let closedAt = -1;
  let isComplete: boolean | null = null;

  function look(code: number, at: number): void {
    if (inText) {
      if (escaped) escaped = false;
      else if (code === backslash) escaped = true;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (opening.includes(code)) depth++;
    else if (closing.includes(code) && --depth === 0 && closedAt < 0) closedAt = at;
  }

  return {
    add(piece) {
      if (piece === '') return;
      if (length === 0) first = piece.charCodeAt(0);
      for (let at = 0; at < piece.length; at++) look(piece.charCodeAt(at), length + at);
      length += piece.length;
      pieces.push(piece);
      isComplete = null;
    },
    isWhole() {
      if (isComplete !== null) return isComplete;
      const closed = length > 0 && first === opening[0] && closedAt === length - 1;
      if (closed) pieces = [pieces.join('')];
      isComplete = closed && isJson(pieces[0] ?? '');
      return isComplete;
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
