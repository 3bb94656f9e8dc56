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

/** `name`: for display. `levelsAbove`: how far above its folder other files may be found (`HistoryFormat`). */
export function diskFile(path: string, name = path, levelsAbove = 0): HistoryFile {
  const names = resolve(path).split(sep);
  // Never the root of the disk.
  const up = Math.max(0, Math.min(levelsAbove, names.length - 3));
  const folder = dirname(resolve(path, ...Array<string>(up).fill('..')));
  return fileIn(folder, [...names.slice(names.length - 1 - up, -1), basename(path)], name, up);
}

/** `segments`: path below `folder`. Only the folder itself may be a link. */
function fileIn(folder: string, segments: readonly string[], name: string, levelsAbove = 0): HistoryFile {
  const parents = segments.slice(0, -1);
  const top = parents.slice(0, parents.length - levelsAbove);
  /** Null if it is not below this file's folder, or the levels above it. */
  const pathBelow = (relative: string): string[] | null => {
    const [base, target] = [join(folder, ...top), resolve(folder, ...parents, relative)];
    if (target === base) return [...top];
    return target.startsWith(base + sep) ? [...top, ...target.slice(base.length + 1).split(sep)] : null;
  };
  const opened = (): Promise<FileHandle> => openBelow(folder, segments);
  const chunks = (): AsyncIterable<Uint8Array> => readChunks(opened);
  return {
    name,
    chunks,
    lines: () => linesOf(chunks()),
    async bytes(max) {
      const file = await opened();
      try {
        const { size } = await file.stat();
        return size > max ? null : await file.readFile();
      } finally {
        await file.close();
      }
    },
    async text(max) {
      const bytes = await this.bytes(max);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    async resolve(relative) {
      const names = pathBelow(relative);
      const file = names && (await openBelow(folder, names).catch(() => null));
      await file?.close();
      return file && names && fileIn(folder, names, join(folder, ...names));
    },
    async namesIn(relative) {
      const names = pathBelow(relative);
      const open = names && (await openFolder(await realpath(folder), names).catch(() => null));
      if (!open) return [];
      const entries = await readdir(open.path(), { withFileTypes: true }).catch(() => []);
      await open.close();
      return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted();
    },
  };
}

/** Throws if it is not a regular file. */
export function openRegularFile(path: string): Promise<FileHandle> {
  return openBelow(dirname(resolve(path)), [basename(path)]);
}

async function openBelow(folder: string, segments: readonly string[]): Promise<FileHandle> {
  return (await openFile({ root: await realpath(folder), segments, displayPath: segments.join('/'), exists: true }))
    .handle;
}

export async function* readChunks(opened: () => Promise<FileHandle>, start = 0): AsyncGenerator<Uint8Array> {
  const file = await opened();
  yield* file.createReadStream({ start, highWaterMark: chunkBytes });
}

/** The first bytes, for format detection. */
export async function readHeadBytes({ chunks, bytes }: HistoryFile, max: number): Promise<Uint8Array> {
  if (!chunks) return (await bytes(max)) ?? new Uint8Array();
  for await (const chunk of chunks()) return chunk.subarray(0, max);
  return new Uint8Array();
}

/** Yields up to `max` files, a folder's files before its subfolders. Ignores links. */
export async function* filesBelow(path: string, max: number): AsyncGenerator<string> {
  const waiting = [path];
  let count = 0;
  while (waiting.length > 0 && count < max) {
    const at = waiting.shift() as string;
    const stats = await lstat(at);
    if (stats.isFile()) {
      count++;
      yield at;
    }
    if (!stats.isDirectory()) continue;
    const entries = (await readdir(at, { withFileTypes: true })).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    for (const entry of entries) {
      if (entry.isDirectory()) waiting.push(join(at, entry.name));
      else if (entry.isFile() && count++ < max) yield join(at, entry.name);
    }
  }
}
