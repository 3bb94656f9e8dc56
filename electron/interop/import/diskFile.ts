// A file of this disk for a reader: in pieces, with bounds, and nothing outside of its folder. Links are not followed.

import { createReadStream } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { HistoryFile } from '../history.ts';
import { linesOf } from '../web/lines.ts';

const chunkBytes = 1024 * 1024;

/** `name`: as the person knows it. */
export function diskFile(path: string, name = path): HistoryFile {
  const folder = dirname(resolve(path));
  const inside = (relative: string): string | null => {
    const there = resolve(folder, relative);
    return there === folder || there.startsWith(folder + sep) ? there : null;
  };
  const chunks = (): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: chunkBytes });
  return {
    name,
    chunks,
    lines: () => linesOf(chunks()),
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
export async function headOf({ chunks, bytes }: HistoryFile, most: number): Promise<Uint8Array> {
  if (!chunks) return (await bytes(most)) ?? new Uint8Array();
  for await (const chunk of chunks()) return chunk.subarray(0, most);
  return new Uint8Array();
}

async function isPlain(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
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
