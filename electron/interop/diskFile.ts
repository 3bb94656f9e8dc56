// A file of this disk for a reader: in pieces, with bounds, and nothing outside of its folder. No link is followed, neither as
// a file nor as a folder on the way to one: who hands over a session does not choose what else of this disk is read.

import { constants } from 'node:fs';
import { type FileHandle, lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { openFile, openFolder } from '../tools/paths/openInside.ts';
import type { HistoryFile } from './history.ts';
import { linesOf } from './web/lines.ts';

const chunkBytes = 1024 * 1024;

/** For those who read without waiting: a link is refused, a pipe is not waited for. */
export const plainFileFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** `name`: as the user knows it. */
export function diskFile(path: string, name = path): HistoryFile {
  return fileIn(dirname(resolve(path)), [basename(path)], name);
}

/** `segments`: names below `folder`. No more than the folder itself may be behind a link. */
function fileIn(folder: string, segments: readonly string[], name: string): HistoryFile {
  const above = segments.slice(0, -1);
  /** Null: it is not below the folder of this file. */
  const below = (relative: string): string[] | null => {
    const [here, there] = [join(folder, ...above), resolve(folder, ...above, relative)];
    if (there === here) return [...above];
    return there.startsWith(here + sep) ? [...above, ...there.slice(here.length + 1).split(sep)] : null;
  };
  const opened = (): Promise<FileHandle> => openBelow(folder, segments);
  const chunks = (): AsyncIterable<Uint8Array> => chunksOf(opened);
  return {
    name,
    chunks,
    lines: () => linesOf(chunks()),
    async bytes(most) {
      const file = await opened();
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
      const there = below(relative);
      const file = there && (await openBelow(folder, there).catch(() => null));
      await file?.close();
      return file && there && fileIn(folder, there, join(folder, ...there));
    },
    async namesIn(relative) {
      const there = below(relative);
      const open = there && (await openFolder(await realpath(folder), there).catch(() => null));
      if (!open) return [];
      const entries = await readdir(open.path(), { withFileTypes: true }).catch(() => []);
      await open.close();
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
    },
  };
}

/** Throws where it is no regular file. */
export function openPlain(path: string): Promise<FileHandle> {
  return openBelow(dirname(resolve(path)), [basename(path)]);
}

async function openBelow(folder: string, segments: readonly string[]): Promise<FileHandle> {
  return (await openFile({ root: await realpath(folder), segments, shown: segments.join('/'), exists: true })).handle;
}

export async function* chunksOf(opened: () => Promise<FileHandle>, start = 0): AsyncGenerator<Uint8Array> {
  const file = await opened();
  yield* file.createReadStream({ start, highWaterMark: chunkBytes });
}

/** The first bytes, to tell what it is. */
export async function headOf({ chunks, bytes }: HistoryFile, most: number): Promise<Uint8Array> {
  if (!chunks) return (await bytes(most)) ?? new Uint8Array();
  for await (const chunk of chunks()) return chunk.subarray(0, most);
  return new Uint8Array();
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
