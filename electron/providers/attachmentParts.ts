// Attachments as parts of a request: PDFs as data URLs, and a note in place of what an API cannot carry.

import type { ApiContentPart } from '../../shared/conversation/apiMessage.ts';
import { pdfType } from '../../shared/conversation/attachmentLimits.ts';

/** A PDF for a provider: a data URL, and a file name with the extension that servers check. */
export interface PdfPart {
  name: string;
  data: string;
  url: string;
}

/** Null if the part is not a PDF or no longer stored. */
export function pdfPart(part: ApiContentPart): PdfPart | null {
  if (part.type !== 'file' || part.mediaType !== pdfType || part.data === undefined) return null;
  // OpenAI checks the name: "Invalid file … Expected a file with an application/pdf MIME type".
  const name = /\.pdf$/i.test(part.name) ? part.name : `${part.name}.pdf`;
  return { name, data: part.data, url: `data:${pdfType};base64,${part.data}` };
}

/**
 * Placeholder text for attachments that a provider API cannot carry. Returns the sentence sent in place of an
 * attachment.
 */
export function attachmentNote(part: Exclude<ApiContentPart, { type: 'text' }>): string {
  const name = part.type === 'file' ? `${part.name}, ${part.mediaType}` : part.mediaType;
  return `[Attachment not sent: ${name}]`;
}
