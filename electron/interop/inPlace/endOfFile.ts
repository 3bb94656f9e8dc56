// The end of a long file for a reader, so that a session can be shown before all of it is read. Its lines have the numbers that
// they have in the whole, for records are named by them.

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { HistoryFile } from '../history.ts';
import { diskFile } from '../import/diskFile.ts';
import { linesOf } from '../web/lines.ts';

const newline = 0x0a;
const chunkBytes = 1024 * 1024;

export function endOfFile(path: string, mostBytes: number): HistoryFile {
  return {
    ...diskFile(path),
    async *lines() {
      const { from, before } = await placeOf(path, mostBytes);
      for await (const { line, text } of linesOf(createReadStream(path, { start: from, highWaterMark: chunkBytes }))) {
        yield { line: line + before, text };
      }
    },
  };
}

/** Where the first whole line of the end begins, and how many lines stand before it. */
async function placeOf(path: string, mostBytes: number): Promise<{ from: number; before: number }> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  await file.close();
  const end = size - mostBytes;
  let [at, from, before] = [0, 0, 0];
  if (end <= 0) return { from, before };
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    for (let found = chunk.indexOf(newline); found >= 0; found = chunk.indexOf(newline, found + 1)) {
      before++;
      from = at + found + 1;
      if (from >= end) return { from, before };
    }
    at += chunk.length;
  }
  return { from, before };
}
