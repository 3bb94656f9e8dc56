// Saves an export as a file of the user, in pieces: the browser stores them; the window holds one at a time.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { ExportForm } from '../../../shared/features/conversations/methods.ts';
import type { PagePart, PreparedExport } from '../../../shared/features/export/methods.ts';
import type { WrittenForm } from '../../../shared/features/import/otherApps.ts';
import type { Actions } from '../../core/state/actions.ts';
import { fromBase64 } from '../../core/state/base64.ts';
import { locale } from '../../core/strings.ts';
import { saveFile } from '../../ui/saveFile.ts';

export type AnyForm = ExportForm | WrittenForm;

export interface ExportChoices {
  /** For a web page. */
  without: readonly PagePart[];
  /** For trace spans. */
  content: boolean;
}

interface SaveExport {
  call: Actions['call'];
  conversationId: string;
  signal: AbortSignal;
  /** Called with the bytes done and the total; null: unknown. */
  onProgress(bytes: number, all: number | null): void;
}

/** A complete export that is not saved yet. */
export interface MadeFile {
  name: string;
  pieces: Blob[];
}

export function saveExportFile(made: Result<MadeFile>): Result<string> {
  if (!made.ok) return made;
  saveFile(made.value.name, made.value.pieces);
  return ok(made.value.name);
}

/** Reads text that is generated while it is fetched. */
export async function readText(
  to: ExportForm,
  { call, conversationId, signal, onProgress }: SaveExport,
): Promise<Result<MadeFile>> {
  const pieces: Blob[] = [];
  let bytes = 0;
  let name = '';
  let cursor: string | null = null;
  do {
    const answer: Awaited<ReturnType<typeof call<'conversation.export'>>> = await call(
      'conversation.export',
      { conversationId, to, cursor },
      signal,
    );
    if (!answer.ok) return answer;
    const piece = new Blob([answer.value.text]);
    pieces.push(piece);
    bytes += piece.size;
    ({ name, cursor } = answer.value);
    onProgress(bytes, null);
  } while (cursor !== null);
  return ok({ name, pieces });
}

export function prepareExport(
  to: WrittenForm,
  choices: ExportChoices,
  { call, conversationId, signal }: Pick<SaveExport, 'call' | 'conversationId' | 'signal'>,
): Promise<Result<PreparedExport>> {
  const language = locale.startsWith('zh') ? 'zh' : 'en';
  const request = { conversationId, to, language, content: choices.content, without: [...choices.without] } as const;
  return call('export.prepare', request, signal);
}

export async function readPrepared(
  { exportId, name, bytes: all }: PreparedExport,
  { call, signal, onProgress }: SaveExport,
): Promise<Result<MadeFile>> {
  const pieces: Blob[] = [];
  let bytes = 0;
  for (let offset: number | null = 0; offset !== null; ) {
    const answer: Awaited<ReturnType<typeof call<'export.piece'>>> = await call(
      'export.piece',
      { exportId, offset },
      signal,
    );
    if (!answer.ok) return answer;
    const piece = new Blob([fromBase64(answer.value.base64)]);
    pieces.push(piece);
    bytes += piece.size;
    offset = answer.value.nextOffset;
    onProgress(bytes, all);
  }
  return ok({ name, pieces });
}
