// Sends files to the host one after another, in pieces: neither side holds more than one piece.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { importPieceBytes, maxImportBytes, maxImportFiles } from '../../../shared/features/import/methods.ts';
import type { Actions } from '../../core/state/actions.ts';
import { toBase64 } from '../../core/state/base64.ts';
import { visibleText } from '../../ui/visibleText.ts';
import type { GivenFile } from './droppedFiles.ts';
import { importWords } from './words.ts';

const words = importWords;

export interface SendFiles {
  call: Actions['call'];
  files: readonly GivenFile[];
  signal: AbortSignal;
  /** Called with the number of bytes that the host has received. */
  told(done: number): void;
}

export function bytesOf(files: readonly GivenFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

/** Returns CANCELLED on abort; otherwise the host's answer. */
export async function sendFiles({ call, files, signal, told }: SendFiles): Promise<Result<void>> {
  if (files.length > maxImportFiles) return fail('REQUEST_TOO_LARGE', words.tooMany(maxImportFiles));
  if (bytesOf(files) > maxImportBytes) return fail('REQUEST_TOO_LARGE', words.tooLarge(maxImportBytes));
  let [done, first] = [0, true];
  for (const { path, file } of files) {
    for (let offset = 0; ; offset += importPieceBytes) {
      const end = Math.min(file.size, offset + importPieceBytes);
      const read = await bytesAt(file, offset, end);
      if (read === null) return fail('STORE_READ_FAILED', words.unreadable(visibleText(path)));
      const piece = { first, path, base64: toBase64(read), offset };
      const sent = await call('import.upload', piece, signal);
      if (signal.aborted) return fail('CANCELLED', '');
      if (!sent.ok) return sent;
      first = false;
      done += read.length;
      told(done);
      if (end >= file.size) break;
    }
  }
  return ok(undefined);
}

async function bytesAt(file: File, from: number, to: number): Promise<Uint8Array | null> {
  return file
    .slice(from, to)
    .arrayBuffer()
    .then((bytes) => new Uint8Array(bytes))
    .catch(() => null);
}
