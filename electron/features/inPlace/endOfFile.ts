// The end of a long file for a reader, so that a session can be shown before all of it is read. Its lines have the numbers that
// they have in the whole, for records are named by them.

import { chunksOf, diskFile, openPlain } from '../../interop/diskFile.ts';
import type { HistoryFile } from '../../interop/history.ts';
import { linesOf } from '../../interop/web/lines.ts';

const newline = 0x0a;

export function endOfFile(path: string, maxBytes: number): HistoryFile {
  return {
    ...diskFile(path),
    async *lines() {
      const { from, before } = await placeOf(path, maxBytes);
      for await (const { line, text } of linesOf(chunksOf(() => openPlain(path), from))) {
        yield { line: line + before, text };
      }
    },
  };
}

/** Where the first whole line of the end begins, and how many lines stand before it. */
async function placeOf(path: string, maxBytes: number): Promise<{ from: number; before: number }> {
  const file = await openPlain(path);
  const { size } = await file.stat();
  await file.close();
  const end = size - maxBytes;
  let [at, from, before] = [0, 0, 0];
  if (end <= 0) return { from, before };
  for await (const chunk of chunksOf(() => openPlain(path))) {
    for (let found = chunk.indexOf(newline); found >= 0; found = chunk.indexOf(newline, found + 1)) {
      before++;
      from = at + found + 1;
      if (from >= end) return { from, before };
    }
    at += chunk.length;
  }
  return { from, before };
}
