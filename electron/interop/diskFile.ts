// Bounded file access for readers, confined to the file's folder. Follows no links, neither files nor folders, so that
// a shared session cannot make us read other files.

import { constants } from 'node:fs';
import { type FileHandle, lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { openFile, openFolder } from '../tools/paths/openInside.ts';
import type { HistoryFile } from './history.ts';
import { linesOf } from './web/lines.ts';

const chunkBytes = 1024 * 1024;

/** Rejects links and does not block on pipes. */
export const plainFileFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** `name`: for display. */
export function diskFile(path: string, name = path): HistoryFile {
  return fileIn(dirname(resolve(path)), [basename(path)], name);
}

/** `segments`: path below `folder`. Only the folder itself may be a link. */
function fileIn(folder: string, segments: readonly string[], name: string): HistoryFile {
  const above = segments.slice(0, -1);
  /** Null if it is not below this file's folder. */
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

/** Throws if it is not a regular file. */
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

/** The first bytes, for format detection. */
export async function headOf({ chunks, bytes }: HistoryFile, most: number): Promise<Uint8Array> {
  if (!chunks) return (await bytes(most)) ?? new Uint8Array();
  for await (const chunk of chunks()) return chunk.subarray(0, most);
  return new Uint8Array();
}

/** Yields up to `most` files, a folder's files before its subfolders. Ignores links. */
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
