// A file that is one object with a long list in it, read in one pass: the list's bytes as they come, for `jsonItems`, and the rest,
// which is short, when the file has ended. Of a file that ends in the middle both are what there was.

import type { HistoryFile } from '../history.ts';
import { parseLoose, type Row, row } from '../looseJson.ts';

const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;
/** Bytes of what is not the list. */
const maxRest = 32 * 1024 * 1024;
const maxKeyLength = 64;

export interface SplitObject {
  /** The file, as if the list were all of it. To be read once. */
  file: HistoryFile;
  /** The line on which the list begins, from 1; 0: it was not found. */
  line(): number;
  /** The object without the list, when that was read to its end; null: it is none, or larger than is read. */
  rest(): Row | null;
}

export function splitObject(file: HistoryFile, listName: string, maxBytes: number): SplitObject {
  const rest: Uint8Array[] = [];
  let [restBytes, begins, line, depth] = [0, 0, 1, 0];
  let [inString, escaped, inList] = [false, false, false];
  /** At the first level: the string that ended last, and the key whose value comes. */
  let word: number[] = [];
  let key = '';

  const keep = (piece: Uint8Array): void => {
    restBytes += piece.length;
    if (restBytes <= maxRest) rest.push(piece);
  };

  /** Whether the list ends or begins behind, or at, this byte. */
  function take(byte: number): 'begins' | 'ends' | null {
    if (byte === newline) line++;
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
      if (inString && depth === 1 && word.length < maxKeyLength) word.push(byte);
      return null;
    }
    if (byte === quote) {
      inString = true;
      word = [];
    } else if (byte === 0x3a && depth === 1) key = Buffer.from(word).toString('utf8');
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
        const found = take(chunk[at] as number);
        if (found === 'begins') {
          keep(chunk.subarray(from, at));
          keep(Buffer.from('0'));
          [begins, inList, from] = [line, true, at];
        } else if (found === 'ends') {
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
      const parsed = [json, `${json}}`].map(parseLoose).find((one) => 'value' in one);
      return row(parsed && 'value' in parsed ? parsed.value : null);
    },
  };
}

/** Of a file that can only be read whole: nothing, where that is larger than `maxBytes`. */
async function chunksOf(file: HistoryFile, maxBytes: number): Promise<AsyncIterable<Uint8Array> | Uint8Array[]> {
  if (file.chunks) return file.chunks();
  const bytes = await file.bytes(maxBytes);
  return bytes ? [bytes] : [];
}
