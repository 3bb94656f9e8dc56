// Finds value boundaries in JSON from brackets and quotes alone, to split huge files into conversations and large
// conversations into messages without parsing everything at once.

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const newline = 0x0a;

/** Maximum nesting: deeper values would overflow recursive code. */
export const maxDepth = 200;

type ScanEvent =
  /** The outermost value starts. */
  | { kind: 'open'; bracket: '[' | '{' }
  /** An item of the outermost array, or a key with its value of the outermost object. `end` is exclusive. */
  | { kind: 'value'; start: number; end: number; line: number; depth: number }
  | { kind: 'close' };

/**
 * Positions are byte offsets from the start. `add` returns newly completed values; everything before `start`, where the
 * open value begins, can be released.
 */
export interface JsonScan {
  add(bytes: Uint8Array, from: number, until: number): ScanEvent[];
  readonly position: number;
  readonly start: number;
  readonly line: number;
  /** Maximum depth of the open value. */
  readonly deep: number;
  readonly ended: boolean;
}

export function createJsonScan(): JsonScan {
  let position = 0;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let line = 1;
  let start = -1;
  let startLine = 1;
  let deep = 0;
  let hasEnded = false;

  return {
    get position() {
      return position;
    },
    get start() {
      return start;
    },
    get line() {
      return start < 0 ? line : startLine;
    },
    get deep() {
      return deep;
    },
    get ended() {
      return hasEnded;
    },
    add(bytes, from, until) {
      const events: ScanEvent[] = [];
      const base = position - from;
      const finish = (at: number): void => {
        if (start >= 0) events.push({ kind: 'value', start, end: base + at, line: startLine, depth: deep });
        start = -1;
        deep = 0;
      };
      for (let at = from; at < until && !hasEnded; at++) {
        const byte = bytes[at] as number;
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === backslash) escaped = true;
          else if (byte === quote) inString = false;
          if (byte === newline) line++;
          continue;
        }
        if (byte === newline) line++;
        if (byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf) continue;
        if (depth === 0) {
          if (byte !== 0x5b && byte !== 0x7b) continue;
          events.push({ kind: 'open', bracket: byte === 0x5b ? '[' : '{' });
          depth = 1;
          continue;
        }
        const opens = byte === 0x5b || byte === 0x7b;
        const closes = byte === 0x5d || byte === 0x7d;
        if (depth === 1 && (byte === comma || closes)) {
          finish(at);
          if (closes) {
            events.push({ kind: 'close' });
            hasEnded = true;
          }
          continue;
        }
        if (start < 0) {
          start = base + at;
          startLine = line;
        }
        if (byte === quote) inString = true;
        else if (opens) deep = Math.max(deep, ++depth);
        else if (closes) depth--;
      }
      position = base + until;
      return events;
    },
  };
}

/** Splits a member into key and value; null if it has no key. */
export function splitMember(bytes: Uint8Array): { key: Uint8Array; value: Uint8Array } | null {
  if (bytes[0] !== quote) return null;
  let end = 1;
  while (end < bytes.length && bytes[end] !== quote) end += bytes[end] === backslash ? 2 : 1;
  let at = end + 1;
  while (at < bytes.length && (bytes[at] as number) <= 0x20) at++;
  if (bytes[at] !== colon) return null;
  return { key: bytes.subarray(0, end + 1), value: bytes.subarray(at + 1) };
}
