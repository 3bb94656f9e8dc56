// Splits a file with one object that contains a long list, in a single pass: streams the list to `readJsonItems`, and
// returns the short rest at the end. Handles truncated files.

import type { JsonObject } from '../../../shared/core/json.ts';
import type { HistoryFile } from '../history.ts';
import { jsonObjectOrNull, parseLooseJson } from '../looseJson.ts';

const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;
/** Limit for everything outside the list. */
const maxRest = 32 * 1024 * 1024;
const maxKeyBytes = 64;

export interface SplitObject {
  /** The list as a file; can be read once. */
  file: HistoryFile;
  /** The list's first line, from 1; 0 if not found. */
  line(): number;
  /** The object without the list, once that has been read; null if malformed or too large. */
  rest(): JsonObject | null;
}

export function splitObject(file: HistoryFile, listName: string, maxBytes: number): SplitObject {
  const rest: Uint8Array[] = [];
  let [restBytes, begins, line, depth] = [0, 0, 1, 0];
  let [inString, escaped, inList] = [false, false, false];
  /** At the top level: the last complete string, and the key of the next value. */
  let string: number[] = [];
  let key = '';

  const keep = (piece: Uint8Array): void => {
    restBytes += piece.length;
    if (restBytes <= maxRest) rest.push(piece);
  };

  /** Whether the list starts or ends at this byte. */
  function take(byte: number): 'begins' | 'ends' | null {
    if (byte === newline) line++;
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
      if (inString && depth === 1 && string.length < maxKeyBytes) string.push(byte);
      return null;
    }
    if (byte === quote) {
      inString = true;
      string = [];
    } else if (byte === 0x3a && depth === 1) key = Buffer.from(string).toString('utf8');
    else if (byte === 0x2c && depth === 1) key = '';
    else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      return byte === 0x5b && depth === 2 && key === listName && begins === 0 ? 'begins' : null;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
      return inList && depth === 1 ? 'ends' : null;
    }
    return null;
  }

  async function* list(): AsyncGenerator<Uint8Array> {
    for await (const chunk of await chunksOf(file, maxBytes)) {
      let from = 0;
      for (let at = 0; at < chunk.length; at++) {
        const boundary = take(chunk[at] as number);
        if (boundary === 'begins') {
          keep(chunk.subarray(from, at));
          keep(Buffer.from('0'));
          [begins, inList, from] = [line, true, at];
        } else if (boundary === 'ends') {
          yield chunk.subarray(from, at + 1);
          [inList, from] = [false, at + 1];
        }
      }
      if (inList) yield chunk.subarray(from);
      else keep(chunk.subarray(from));
    }
  }

  return {
    file: { ...file, chunks: list },
    line: () => begins,
    rest() {
      if (restBytes > maxRest) return null;
      const json = Buffer.concat(rest)
        .toString('utf8')
        .replace(/^\ufeff/, '');
      const parsed = [json, `${json}}`].map(parseLooseJson).find((one) => 'value' in one);
      return jsonObjectOrNull(parsed && 'value' in parsed ? parsed.value : null);
    },
  };
}

/** For files that have to be read whole: empty if larger than `maxBytes`. */
async function chunksOf(file: HistoryFile, maxBytes: number): Promise<AsyncIterable<Uint8Array> | Uint8Array[]> {
  if (file.chunks) return file.chunks();
  const bytes = await file.bytes(maxBytes);
  return bytes ? [bytes] : [];
}
