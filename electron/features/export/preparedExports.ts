// Exports that a window is about to save: created once, previewed, and fetched in pieces.

import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import { crc32 } from 'node:zlib';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ExportContents, PreparedExport } from '../../../shared/features/export/methods.ts';
import type { WrittenForm } from '../../../shared/features/import/otherApps.ts';
import type { WrittenFile } from '../../interop/history.ts';
import { exportFileName } from '../../lib/exportName.ts';

const pieceBytes = 1024 * 1024;
/** Maximum bytes, because the export stays in memory until fetched. */
const maxBytes = 256 * 1024 * 1024;
const maxFiles = 10_000;

const hiddenPlace = /\[(?:key|token) removed\]/g;

export interface MadeExport {
  title: string;
  contents: Omit<ExportContents, 'hidden'>;
  files: readonly WrittenFile[];
}

export function createPreparedExports() {
  const prepared = new Map<string, Buffer>();
  return {
    add(to: WrittenForm, { title, contents, files }: MadeExport): Result<PreparedExport> {
      const bytes = files.map(({ path, text, bytes: own }) => ({
        path,
        bytes: own ? Buffer.from(own) : Buffer.from(text, 'utf8'),
      }));
      const size = bytes.reduce((sum, file) => sum + file.bytes.length, 0);
      const [first, ...others] = bytes;
      if (!first || size > maxBytes || others.length >= maxFiles) {
        return fail(
          'REQUEST_TOO_LARGE',
          say`The window cannot save more than ${maxBytes / 1024 / 1024} MB. Use the command line: throughline export ID --to ${to} --out FILE`,
        );
      }
      const whole = others.length === 0 ? first.bytes : zipFiles(bytes);
      const exportId = randomUUID();
      prepared.set(exportId, whole);
      const hidden = files.reduce((sum, { text = '' }) => sum + (text.match(hiddenPlace)?.length ?? 0), 0);
      const name = others.length > 0 ? exportFileName(title, 'zip') : nameOf(to, title, first.path);
      return ok({ exportId, name, bytes: whole.length, files: files.length, contents: { ...contents, hidden } });
    },

    piece(exportId: string, offset: number): Result<{ bytes: Buffer; nextOffset: number | null }> {
      const whole = prepared.get(exportId);
      if (!whole || offset > whole.length)
        return fail('PARAMS_INVALID', say`This export no longer exists. Start again.`);
      const end = Math.min(whole.length, offset + pieceBytes);
      return ok({ bytes: whole.subarray(offset, end), nextOffset: end < whole.length ? end : null });
    },

    discard: (exportId: string): void => void prepared.delete(exportId),
  };
}

/** An app finds its file by a specific name; other names are for people. */
function nameOf(to: WrittenForm, title: string, path: string): string {
  if (to === 'html') return exportFileName(title, 'html');
  if (to === 'otlp') return exportFileName(title, 'otlp.json');
  if (to === 'messages' || to === 'chatgpt') return exportFileName(title, `${to}.json`);
  return posix.basename(path);
}

/** `files` have paths with `/`. The caller ensures at most 65,535 files and 4 GB. */
function zipFiles(files: readonly { path: string; bytes: Buffer }[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const name = Buffer.from(path, 'utf8');
    const header = entryHeader(name, bytes);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), header, name]);
    // Made by version 2.0; no comment, first disk, no attributes except the offset.
    const central = Buffer.alloc(46);
    central.set([0x50, 0x4b, 1, 2, 20, 0]);
    header.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    pieces.push(local, bytes);
    directory.push(central, name);
    offset += local.length + bytes.length;
  }
  const centralDirectory = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.set([0x50, 0x4b, 5, 6]);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(centralDirectory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, centralDirectory, end]);
}

/** Fields shared by the local header and the directory: version, flags, method, time, checksum, sizes, lengths. */
function entryHeader(name: Buffer, bytes: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  // UTF-8 names.
  header.writeUInt16LE(0x0800, 2);
  // 1 January 1980: fixed, so that equal contents make equal archives.
  header.writeUInt16LE(0x21, 8);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(bytes.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}
