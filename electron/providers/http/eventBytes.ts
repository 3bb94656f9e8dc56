// Splits a byte stream into events before decoding, at any chunk boundary.

const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const doneMark = Buffer.from('data:[DONE]');
const byteOrderMark = [0xef, 0xbb, 0xbf];
export const lineFeeds = Buffer.from('\n\n');

export interface EventSplitter {
  /** Returns the buffered bytes up to the last complete event; empty if none was completed. */
  feed(bytes: Uint8Array): Uint8Array[];
  /** Returns the incomplete remainder. */
  rest(): readonly Uint8Array[];
  /** The end marker arrived; its line may be unterminated. */
  sawDone(): boolean;
  /** Size of the largest event, complete or not, in the last feed. */
  maxEventBytes(): number;
}

/** The same for newline-delimited JSON, which has no end marker. */
export function createLineSplitter(): EventSplitter {
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  let longest = 0;
  return {
    feed(bytes) {
      const end = bytes.lastIndexOf(lineFeed) + 1;
      const first = bytes.indexOf(lineFeed) + 1;
      longest = bufferedBytes + (end === 0 ? bytes.length : first);
      for (let at = first; at < end; ) {
        const next = bytes.indexOf(lineFeed, at) + 1;
        longest = Math.max(longest, next - at);
        at = next;
      }
      if (end === 0) {
        bufferedBytes += bytes.length;
        buffered.push(bytes);
        return [];
      }
      const complete = [...buffered, bytes.subarray(0, end)];
      buffered = end < bytes.length ? [bytes.subarray(end)] : [];
      bufferedBytes = bytes.length - end;
      return complete;
    },
    rest: () => buffered,
    sawDone: () => false,
    maxEventBytes: () => Math.max(longest, bufferedBytes),
  };
}

/**
 * Buffers each event until its blank line, to avoid repeated copying of partial events. Also detects `data: [DONE]`.
 */
export function createEventSplitter(): EventSplitter {
  let buffered: Uint8Array[] = [];
  /** Size of the incomplete event, and of the largest event completed by the last feed. */
  let bufferedBytes = 0;
  let longest = 0;
  /** How much of the marker the current line matches; -1: no match. */
  let matched = 0;
  let length = 0;
  let done = false;
  let afterReturn = false;
  return {
    feed(bytes) {
      let end = 0;
      longest = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] as number;
        bufferedBytes++;
        if (byte === lineFeed || byte === carriageReturn) {
          const isSecondHalf = byte === lineFeed && afterReturn;
          // CR LF may be split across chunks.
          if (length === 0 && (!isSecondHalf || bufferedBytes === 1)) {
            longest = Math.max(longest, bufferedBytes);
            bufferedBytes = 0;
            end = at + 1;
          }
          done ||= matched === doneMark.length;
          matched = 0;
          length = 0;
          afterReturn = byte === carriageReturn;
          continue;
        }
        afterReturn = false;
        length++;
        if (matched >= 0 && byte === doneMark[matched]) matched++;
        // One space may follow the colon.
        else if (byte !== space || length !== 6 || matched !== 5) matched = -1;
      }
      longest = Math.max(longest, bufferedBytes);
      if (end === 0) {
        buffered.push(bytes);
        return [];
      }
      const complete = [...buffered, bytes.subarray(0, end)];
      buffered = end < bytes.length ? [bytes.subarray(end)] : [];
      return complete;
    },
    rest: () => buffered,
    sawDone: () => done || matched === doneMark.length,
    maxEventBytes: () => longest,
  };
}

/** Turns one JSON value into a single event: its line breaks are insignificant white space, so they become spaces. */
export function createJsonEventSplitter() {
  let isJson: boolean | null = null;
  return {
    isJson: () => isJson === true,
    feed(bytes: Uint8Array): Uint8Array {
      const first = bytes.findIndex((byte) => byte > space && !byteOrderMark.includes(byte));
      const begins = isJson === null && first >= 0;
      if (begins) isJson = bytes[first] === 0x7b || bytes[first] === 0x5b;
      if (!isJson) return bytes;
      const line = bytes.map((byte) => (byte === lineFeed || byte === carriageReturn ? space : byte));
      return begins ? Buffer.concat([Buffer.from('data: '), line.subarray(first)]) : line;
    },
  };
}
