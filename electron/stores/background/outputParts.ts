// The output of a background command on disk: plain text files of about equal size, each named by its start offset. The
// first and last files are kept and the middle ones removed. A crash leaves them intact, and any editor can open them.

import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { characterStart } from '../../lib/text.ts';
import type { ResultPage } from '../../ports/tool.ts';
import { makeFolder, writeAll } from '../files/atomicWrite.ts';
import { type Disk, fileMode, listNames, readFlags } from '../files/disk.ts';

/** The cap is split into this many files. */
const parts = 8;
const minPart = 16 * 1024;

export interface OutputPart {
  path: string;
  /** Offset in the output at which this part begins. */
  start: number;
  size: number;
}

function partName(id: string, start: number): string {
  return `${id}.${start}.txt`;
}

export interface PartsWriter {
  /** Takes whole characters only. Throws file system errors. */
  add(bytes: Buffer): Promise<void>;
  bytes(): number;
  close(): Promise<void>;
}

/** `folder` is resolved for each file because a conversation may move. `cap` is the total number of bytes to keep. */
export function createPartsWriter(
  disk: Disk,
  id: string,
  folder: () => Promise<string>,
  cap: () => number | Promise<number>,
): PartsWriter {
  let open: FileHandle | null = null;
  let inPart = 0;
  let partSize = 0;
  let bytes = 0;
  const starts: number[] = [];

  async function begin(): Promise<FileHandle> {
    await open?.close();
    open = null;
    const where = await folder();
    await makeFolder(disk, where);
    partSize = Math.max(minPart, Math.floor((await cap()) / parts));
    open = await disk.open(join(where, partName(id, bytes)), 'wx', fileMode);
    starts.push(bytes);
    inPart = 0;
    // Keep the head, and the newest of the rest.
    while (starts.length > parts) {
      const [middle] = starts.splice(parts / 2, 1);
      await disk.unlink(join(where, partName(id, middle as number)));
    }
    return open;
  }

  return {
    async add(piece) {
      const handle = open === null || inPart >= partSize ? await begin() : open;
      await writeAll(handle, piece, inPart);
      inPart += piece.length;
      bytes += piece.length;
    },
    bytes: () => bytes,
    async close() {
      const last = open;
      open = null;
      await last?.close();
    },
  };
}

/** In order. Empty if there is no output. */
export async function listOutputParts(disk: Disk, folder: string, id: string): Promise<OutputPart[]> {
  const names = await listNames(disk, folder);
  const parts: OutputPart[] = [];
  for (const name of names) {
    const start = Number(
      name.startsWith(`${id}.`) ? (/^\.(\d{1,15})\.txt$/.exec(name.slice(id.length))?.[1] ?? -1) : -1,
    );
    if (start < 0) continue;
    const path = join(folder, name);
    const stats = await disk.stat(path).catch(() => null);
    if (stats?.isFile()) parts.push({ path, start, size: stats.size });
  }
  return parts.sort((a, b) => a.start - b.start);
}

/** Returns a page from one part. `total` is the size of all output; a page in a dropped range says so and continues after it. */
export async function readParts(
  disk: Disk,
  parts: readonly OutputPart[],
  total: number,
  position: number,
  limit: number,
): Promise<ResultPage> {
  const offset = position < 0 ? Math.max(0, total + position) : Math.min(position, total);
  const part = parts.find(({ start, size }) => start + size > offset);
  if (!part || offset >= total) return { text: '', offset, nextOffset: null, totalBytes: total };
  const from = Math.max(offset, part.start);
  const omission = from > offset ? `[… ${from - offset} bytes were not kept …]\n` : '';
  const handle = await disk.open(part.path, readFlags);
  try {
    const size = Math.min(part.size, total - part.start);
    // Read three extra bytes before to find where a character begins, and four after to find where the last one ends.
    const at = Math.max(0, from - part.start - 3);
    const length = Math.min(size - at, from - part.start - at + Math.max(1, limit) + 4);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, at);
    const read = bytes.subarray(0, bytesRead);
    const begin = characterStart(read, from - part.start - at);
    let end = characterStart(read, Math.min(read.length, begin + Math.max(1, limit)));
    // Return at least one character, so that paging always terminates.
    for (end = Math.max(end, begin + 1); end < read.length && ((read[end] as number) & 0xc0) === 0x80; ) end++;
    const next = part.start + at + end;
    return {
      text: omission + read.toString('utf8', begin, end),
      offset: part.start + at + begin,
      nextOffset: next < total ? next : null,
      totalBytes: total,
    };
  } finally {
    await handle.close();
  }
}
