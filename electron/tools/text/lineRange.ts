// A line range of a file of any size, verbatim with line ends. Holds only these lines and reads nothing after them.
// `decode` interprets the bytes.

import type { FileHandle } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { FolderFile } from '../../ports/folderFiles.ts';
import { utf8Chunks } from './lineReader.ts';

/** Lines beyond this many bytes are not searched for, because the user is waiting. */
const maxScanned = 512 * 1024 * 1024;
const newline = 10;

export async function readLineRange(
  handle: FileHandle,
  range: { start: number | null; end: number | null },
  max: number,
  decode: (bytes: Buffer) => Promise<Result<string>>,
): Promise<Result<FolderFile>> {
  const start = range.start ?? 1;
  const last = range.end ?? Number.POSITIVE_INFINITY;
  if (start < 1 || last < 1) return fail('TOOL_EXEC_FAILED', say`Line numbers start at 1.`);
  if (last < start)
    return fail('TOOL_EXEC_FAILED', say`Line ${last} is before line ${start}. Put the smaller number first.`);
  const pieces: Buffer[] = [];
  let keptLength = 0;
  let scanned = 0;
  /** The current line, and whether it has any bytes yet. */
  let line = 1;
  let hasStarted = false;
  for await (const chunk of utf8Chunks(handle)) {
    let from = 0;
    while (from < chunk.length && line <= last) {
      const at = chunk.indexOf(newline, from);
      const end = at === -1 ? chunk.length : at + 1;
      if (line >= start) {
        keptLength += end - from;
        if (keptLength > max) return tooMany(start, max);
        pieces.push(Buffer.from(chunk.subarray(from, end)));
      }
      hasStarted = at === -1;
      if (at !== -1) line++;
      from = end;
    }
    if (line > last) break;
    scanned += chunk.length;
    if (scanned > maxScanned) {
      return fail('TOOL_EXEC_FAILED', say`The lines are beyond the first ${maxScanned / 1024 / 1024} MB of the file.`);
    }
  }
  const total = hasStarted ? line : line - 1;
  if (pieces.length === 0) {
    const has = total === 0 ? say`It is empty` : say`It has ${total} ${total === 1 ? 'line' : 'lines'}`;
    return fail('TOOL_EXEC_FAILED', say`${has}; line ${start} is past its end.`);
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.includes(0)) return fail('TOOL_EXEC_FAILED', say`These lines are binary data, not text.`);
  const text = await decode(bytes);
  if (!text.ok) return text;
  return ok({ kind: 'file', text: text.value, range: { start, end: Math.min(last, total) } });
}

function tooMany(start: number, max: number): Result<never> {
  const size = max.toLocaleString('en-US');
  return fail('TOOL_EXEC_FAILED', say`The lines from ${start} on exceed ${size} bytes. Choose fewer.`);
}
