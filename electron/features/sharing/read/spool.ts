// A publication while it is read: a temporary file, because its attachments come after the messages that refer to them, and because
// nothing is stored before all of it is verified. A crash leaves it to the next one.

import { join } from 'node:path';
import { makeFolder, temporaryName, writeAll } from '../../../stores/files/atomicWrite.ts';
import { type Disk, fileMode, readFlags } from '../../../stores/files/disk.ts';
import { sweepFolder } from '../../../stores/files/sweep.ts';
import { parseJson } from '../../sync/seal/signedObject.ts';

/** The place of a line, or of several, in bytes. */
export interface LineSpan {
  start: number;
  end: number;
}

export interface Spool {
  /** Appends a line. */
  add(line: unknown): Promise<LineSpan>;
  line(span: LineSpan): Promise<unknown>;
  /** The lines of a part of the content. */
  lines(span: LineSpan): AsyncGenerator<unknown>;
  /** Removes it. */
  close(): Promise<void>;
}

const pieceBytes = 1024 * 1024;
const newline = 0x0a;

/** All of it throws file system errors. */
export async function openSpool(disk: Disk, folder: string): Promise<Spool> {
  await makeFolder(disk, folder);
  await sweepFolder(disk, folder, new Date());
  const path = temporaryName(join(folder, 'reading'), disk.owner?.() ?? null);
  const writer = await disk.open(path, 'wx', fileMode);
  let reader: typeof writer | null = null;
  let written = 0;

  async function read({ start, end }: LineSpan): Promise<Buffer> {
    reader ??= await disk.open(path, readFlags);
    const bytes = Buffer.alloc(end - start);
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await reader.read(bytes, done, bytes.length - done, start + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  }

  return {
    async add(line) {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`, 'utf8');
      await writeAll(writer, bytes, written);
      const start = written;
      written += bytes.length;
      return { start, end: written };
    },
    line: async (span) => parseJson(await read(span)),
    async *lines({ start, end }) {
      let rest: Buffer[] = [];
      for (let at = start; at < end; at += pieceBytes) {
        const piece = await read({ start: at, end: Math.min(end, at + pieceBytes) });
        let from = 0;
        for (let to = piece.indexOf(newline); to >= 0; to = piece.indexOf(newline, from)) {
          const line = Buffer.concat([...rest, piece.subarray(from, to)]);
          [rest, from] = [[], to + 1];
          yield parseJson(line);
        }
        rest.push(piece.subarray(from));
      }
    },
    async close() {
      await writer.close().catch(() => {});
      await reader?.close().catch(() => {});
      await disk.rm(path, { force: true }).catch(() => {});
    },
  };
}
