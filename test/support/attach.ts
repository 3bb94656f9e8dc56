// Attaches bytes like the window: in chunks, over the contract.

import type { AddedAttachment } from '../../shared/conversation/attachments.ts';
import type { AppError } from '../../shared/core/errors.ts';
import type { ContractClient } from '../../shared/protocol/client.ts';

export interface AttachOptions {
  name: string;
  bytes: Buffer;
  /** Chunk size in bytes. */
  piece?: number;
}

/** The stored attachment, or the reason it was rejected. */
export async function attach(
  client: ContractClient,
  conversationId: string,
  { name, bytes, piece = 500_000 }: AttachOptions,
): Promise<{ added: AddedAttachment | null; error: AppError | null }> {
  const uploadId = `${name}-${bytes.length}-${piece}`.replace(/\W/g, '_');
  for (let at = 0; ; at += piece) {
    const last = at + piece >= bytes.length;
    const base64 = bytes.subarray(at, at + piece).toString('base64');
    const answer = await client.call('attachment.add', {
      conversationId,
      uploadId,
      name,
      mediaType: 'application/x-said-by-the-window',
      base64,
      offset: at,
      last,
    });
    if (!answer.ok) return { added: null, error: answer.error };
    if (last) return { added: answer.value.attachment, error: null };
  }
}

/** A minimal PDF with this many blank pages. */
export function smallPdf(pages = 1): Buffer {
  const list = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ');
  const objects = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
    `2 0 obj\n<< /Type /Pages /Kids [${list}] /Count ${pages} >>\nendobj\n`,
    ...Array.from(
      { length: pages },
      (_, at) => `${at + 3} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n`,
    ),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object) => {
    const place = text.length;
    text += object;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
