// Uploads a file to the host in chunks, so that neither side holds more than a chunk twice.

import type { ResultOf } from '../../../shared/contract.ts';
import { attachmentPieceBytes } from '../../../shared/conversation/attachmentLimits.ts';
import { fail, type Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import { strings } from '../strings.ts';
import { toBase64 } from './base64.ts';

export interface SendFile {
  call: Connection['call'];
  /** The conversation that stores the file. */
  conversationId: string;
  file: File;
  signal: AbortSignal;
  /** Receives the number of bytes uploaded. */
  onProgress(done: number): void;
}

/** CANCELLED by the signal, STORE_READ_FAILED for an unreadable file; other errors are the host's. */
export async function sendFile({
  call,
  conversationId,
  file,
  signal,
  onProgress,
}: SendFile): Promise<Result<ResultOf<'attachment.add'>>> {
  const uploadId = crypto.randomUUID();
  /** Makes the host discard the upload. */
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
    onProgress(end);
  }
}
