// One file on its way to the host, in pieces, so that neither side holds more than a piece of it twice.

import type { ResultOf } from '../../../shared/contract.ts';
import { attachmentPieceBytes } from '../../../shared/conversation/attachmentLimits.ts';
import { fail, type Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import { strings } from '../strings.ts';
import { toBase64 } from './base64.ts';

export interface SendFile {
  call: Connection['call'];
  /** The conversation that gets the bytes. */
  conversationId: string;
  file: File;
  signal: AbortSignal;
  /** Told how many bytes the host has. */
  told(done: number): void;
}

/** CANCELLED when the signal came, STORE_READ_FAILED when the file could not be read; else as the host says it. */
export async function sendFile({
  call,
  conversationId,
  file,
  signal,
  told,
}: SendFile): Promise<Result<ResultOf<'attachment.add'>>> {
  const uploadId = crypto.randomUUID();
  /** The host keeps nothing of it, and has its place for another one. */
  const giveUp = (): void => void call('attachment.drop', { uploadId });
  for (let at = 0; ; at += attachmentPieceBytes) {
    const end = Math.min(file.size, at + attachmentPieceBytes);
    const read = await file
      .slice(at, end)
      .arrayBuffer()
      .catch(() => null);
    if (read === null) {
      giveUp();
      return fail('STORE_READ_FAILED', strings.attachments.unreadable);
    }
    const answer = await call(
      'attachment.add',
      {
        conversationId,
        uploadId,
        name: file.name || strings.attachments.unnamed,
        mediaType: file.type,
        base64: toBase64(new Uint8Array(read)),
        offset: at,
        last: end >= file.size,
      },
      signal,
    );
    if (signal.aborted) {
      giveUp();
      return fail('CANCELLED', '');
    }
    if (!answer.ok || answer.value.attachment) return answer;
    told(end);
  }
}
