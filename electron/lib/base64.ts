// Encodes large data as base64 in slices, so that it does not block the event loop.

import { createTimeSlice } from './cooperativeYield.ts';

/** Divisible by three, so that only the last chunk is padded. */
const pieceBytes = 768 * 1024;

export async function base64InSlices(bytes: Buffer): Promise<string> {
  const pieces: string[] = [];
  const slice = createTimeSlice();
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(bytes.toString('base64', at, Math.min(bytes.length, at + pieceBytes)));
    const turn = slice();
    if (turn) await turn;
  }
  return pieces.join('');
}
