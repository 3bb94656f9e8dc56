// A file of this disk for a reader: in pieces, with bounds, and nothing outside of its folder. Links are not followed.

import { createReadStream } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { createTimeSlice } from '../../lib/cooperativeYield.ts';
import type { HistoryFile } from '../history.ts';

/** Bytes of one line: more is told as a problem of that line. */
export const longestLine = 64 * 1024 * 1024;
const newline = 0x0a;

export function diskFile(path: string): HistoryFile {
  const folder = dirname(resolve(path));
  const inside = (relative: string): string | null => {
    const there = resolve(folder, relative);
    return there.startsWith(folder + sep) ? there : null;
  };
  return {
    name: path,
    lines: () => linesOf(path),
    async bytes(most) {
      const file = await open(path, 'r');
      try {
        const { size } = await file.stat();
        return size > most ? null : await file.readFile();
      } finally {
        await file.close();
      }
    },
    async text(most) {
      const bytes = await this.bytes(most);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    async beside(relative) {
      const there = inside(relative);
      return there !== null && (await isPlain(there)) ? diskFile(there) : null;
    },
    async namesIn(relative) {
      const there = inside(relative);
      if (there === null) return [];
      const entries = await readdir(there, { withFileTypes: true }).catch(() => []);
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
    },
  };
}

/** The first bytes, to tell what it is. */
export async function headOf(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function isPlain(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

async function* linesOf(path: string): AsyncGenerator<{ line: number; text: string | null }> {
  const slice = createTimeSlice();
  let pieces: Buffer[] = [];
  let length = 0;
  let line = 1;
  const take = (): { line: number; text: string | null } => {
    const text = length > longestLine ? null : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    length = 0;
    return { line: line++, text: text?.endsWith('\r') ? text.slice(0, -1) : text };
  };
  const keep = (piece: Buffer): void => {
    length += piece.length;
    if (length <= longestLine) pieces.push(piece);
    else pieces = [];
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, at));
      from = at + 1;
      yield take();
      const turn = slice();
      if (turn) await turn;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (length > 0) yield take();
}

/** Every file below, `most` of them: those of a folder before those of its folders. A link is none. */
export async function* filesBelow(path: string, most: number): AsyncGenerator<string> {
  const waiting = [path];
  let found = 0;
  while (waiting.length > 0 && found < most) {
    const at = waiting.shift() as string;
    const stats = await lstat(at);
    if (stats.isFile()) {
      found++;
      yield at;
    }
    if (!stats.isDirectory()) continue;
    const entries = (await readdir(at, { withFileTypes: true })).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    for (const entry of entries) {
      if (entry.isDirectory()) waiting.push(join(at, entry.name));
      else if (entry.isFile() && found++ < most) yield join(at, entry.name);
    }
  }
}

export function fileName(path: string): string {
  return basename(path);
}
