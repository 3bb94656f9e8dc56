// Parses large JSON in parts, yielding between them. Throws a SyntaxError like `JSON.parse`.

import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import { createJsonScan, maxDepth, splitMember } from './jsonScan.ts';

/** Bytes to parse at a time; takes a few milliseconds. */
const atOnce = 512 * 1024;
/** Bytes to scan between checks of the clock. */
const scanned = 64 * 1024;

export type Slice = () => Promise<void> | null;

export async function readJson(bytes: Uint8Array, slice: Slice = createTimeSlice()): Promise<unknown> {
  const turn = slice();
  if (turn) await turn;
  const first = firstByte(bytes);
  const isContainer = first === 0x5b || first === 0x7b;
  if (!isContainer || bytes.length <= atOnce) return JSON.parse(textOf(bytes));
  const scan = createJsonScan();
  const items: unknown[] = [];
  const entries: [string, unknown][] = [];
  for (let at = 0; at < bytes.length; at += scanned) {
    for (const event of scan.add(bytes, at, Math.min(at + scanned, bytes.length))) {
      if (event.kind !== 'value') continue;
      if (event.depth > maxDepth) throw new SyntaxError('nested too deep');
      const value = bytes.subarray(event.start, event.end);
      if (first === 0x5b) {
        items.push(await readJson(value, slice));
        continue;
      }
      const member = splitMember(value);
      if (!member) throw new SyntaxError('a member without a key');
      entries.push([String(JSON.parse(textOf(member.key))), await readJson(member.value, slice)]);
    }
    const pause = slice();
    if (pause) await pause;
  }
  if (!scan.ended) throw new SyntaxError('the end is missing');
  return first === 0x5b ? items : Object.fromEntries(entries);
}

function firstByte(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
