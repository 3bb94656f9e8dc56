// A PDF for a provider: a data URL, and a file name with the extension that servers check.

import type { ApiContentPart } from '../../shared/conversation/apiMessage.ts';
import { pdfType } from '../../shared/conversation/attachmentLimits.ts';

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
