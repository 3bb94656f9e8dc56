// Reads an attachment from the host in parts.

import { ok, type Result } from '../../../shared/core/errors.ts';
import type { Connection } from '../connection/connection.ts';
import { fromBase64 } from './base64.ts';

export interface AttachmentSource {
  conversationId: string;
  hash: string;
  /** Maximum bytes; absent: all. */
  maxBytes?: number;
  signal?: AbortSignal;
}

export async function readAttachment(
  call: Connection['call'],
  { conversationId, hash, maxBytes: max = Number.POSITIVE_INFINITY, signal }: AttachmentSource,
): Promise<Result<{ bytes: Uint8Array<ArrayBuffer>; cut: boolean }>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let read = 0;
  let next: number | null = 0;
  while (next !== null && read < max) {
    const limit = Math.min(768 * 1024, max - read);
    const answer: Awaited<ReturnType<typeof call<'attachment.readPart'>>> = await call(
      'attachment.readPart',
      { conversationId, hash, offset: next, limit },
      signal,
    );
    if (!answer.ok) return answer;
    const part = fromBase64(answer.value.base64);
    parts.push(part);
    read += part.length;
    next = answer.value.nextOffset;
  }
  const bytes = new Uint8Array(read);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return ok({ bytes, cut: next !== null });
}
