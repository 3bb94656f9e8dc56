// The open branch as a file of the person's, piece by piece: the browser keeps the pieces, the window holds one at a time.

import type { ExportForm } from '../../../shared/contract/conversation.ts';
import { ok, type Result } from '../../../shared/errors.ts';
import type { Actions } from '../../core/state/actions.ts';
import { saveFile } from '../../ui/saveFile.ts';

export interface SaveExport {
  call: Actions['call'];
  conversationId: string;
  to: ExportForm;
  signal: AbortSignal;
  /** Told how many bytes are there. */
  onProgress(bytes: number): void;
}

/** Gives the name of the file. */
export async function saveExport({
  call,
  conversationId,
  to,
  signal,
  onProgress,
}: SaveExport): Promise<Result<string>> {
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
    onProgress(bytes);
  } while (cursor !== null);
  saveFile(name, pieces);
  return ok(name);
}
