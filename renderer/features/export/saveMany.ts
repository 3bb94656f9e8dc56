// Saves several conversations as one archive. Failed ones are skipped and named; the others are kept.

import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import type { Actions } from '../../core/state/actions.ts';
import { saveFile } from '../../ui/saveFile.ts';
import {
  type AnyForm,
  type ExportChoices,
  type MadeFile,
  prepareExport,
  readPrepared,
  readText,
} from './saveExport.ts';
import { createZipFile } from './zipFile.ts';

const words = lateStrings.selecting;

interface SaveMany {
  call: Actions['call'];
  signal: AbortSignal;
  /** Index of the current conversation, and their number. */
  onFile(at: number, count: number): void;
}

/** Returns a sentence describing the result. */
export async function saveMany(
  ids: readonly string[],
  to: AnyForm,
  choices: ExportChoices,
  { call, signal, onFile }: SaveMany,
): Promise<Result<string>> {
  const files: MadeFile[] = [];
  let wrong: Result<never> | null = null;
  for (const [at, conversationId] of ids.entries()) {
    onFile(at + 1, ids.length);
    const made = await makeOne(to, choices, { call, conversationId, signal, onProgress() {} });
    if (made.ok) files.push(made.value);
    else wrong ??= made;
    if (signal.aborted) return ok('');
  }
  if (wrong && !wrong.ok && files.length === 0) return wrong;
  const parts = await createZipFile(files, new Date());
  if (!parts) return fail('REQUEST_TOO_LARGE', words.tooLarge);
  const name = words.exportName(files.length);
  saveFile(name, parts);
  return ok(
    wrong && !wrong.ok ? words.exportedSome(files.length, ids.length, wrong.error.message) : words.exported(name),
  );
}

async function makeOne(
  to: AnyForm,
  choices: ExportChoices,
  how: Parameters<typeof readText>[1],
): Promise<Result<MadeFile>> {
  if (to === 'markdown' || to === 'json') return readText(to, how);
  const made = await prepareExport(to, choices, how);
  return made.ok ? readPrepared(made.value, how) : made;
}
