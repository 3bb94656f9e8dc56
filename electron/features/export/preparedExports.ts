// Exports that a window is about to save: created once, previewed, and fetched in pieces.

import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { ExportContents, PreparedExport } from '../../../shared/features/export/methods.ts';
import type { WrittenForm } from '../../../shared/features/import/otherApps.ts';
import type { WrittenFile } from '../../interop/history.ts';
import { exportName } from '../../lib/exportName.ts';
import { zipFiles } from './zipFiles.ts';

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
          say`The window can’t save more than ${maxBytes / 1024 / 1024} MB. Use the command line: throughline export ID --to ${to} --out FILE`,
        );
      }
      const whole = others.length === 0 ? first.bytes : zipFiles(bytes);
      const exportId = randomUUID();
      prepared.set(exportId, whole);
      const hidden = files.reduce((sum, { text = '' }) => sum + (text.match(hiddenPlace)?.length ?? 0), 0);
      const name = others.length > 0 ? exportName(title, 'zip') : nameOf(to, title, first.path);
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
  if (to === 'html') return exportName(title, 'html');
  if (to === 'otlp') return exportName(title, 'otlp.json');
  if (to === 'messages' || to === 'chatgpt') return exportName(title, `${to}.json`);
  return posix.basename(path);
}
