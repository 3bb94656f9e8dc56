// Reads the end of a long file, so that a session can be shown early. Lines keep their numbers in the whole file,
// because records are named by them.

import { diskFile, openRegularFile, readChunks } from '../../interop/diskFile.ts';
import type { HistoryFile } from '../../interop/history.ts';
import { linesOf } from '../../interop/web/lines.ts';

const newline = 0x0a;

/** `levelsAbove`: as for `diskFile`. */
export function fileTail(path: string, maxBytes: number, levelsAbove?: number): HistoryFile {
  return {
    ...diskFile(path, path, levelsAbove),
    async *lines() {
      const { from, before } = await placeOf(path, maxBytes);
      for await (const { line, text } of linesOf(readChunks(() => openRegularFile(path), from))) {
        yield { line: line + before, text };
      }
    },
  };
}

/** Start of the first complete line in the end, and the number of lines before it. */
async function placeOf(path: string, maxBytes: number): Promise<{ from: number; before: number }> {
  const file = await openRegularFile(path);
  const { size } = await file.stat();
  await file.close();
  const end = size - maxBytes;
  let [at, from, before] = [0, 0, 0];
  if (end <= 0) return { from, before };
  for await (const chunk of readChunks(() => openRegularFile(path))) {
    for (let lineEnd = chunk.indexOf(newline); lineEnd >= 0; lineEnd = chunk.indexOf(newline, lineEnd + 1)) {
      before++;
      from = at + lineEnd + 1;
      if (from >= end) return { from, before };
    }
    at += chunk.length;
  }
  return { from, before };
}
