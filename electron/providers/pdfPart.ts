// A PDF on its way to a provider: its bytes as a data URL, and a name with the extension that servers check.

import type { ApiContentPart } from '../../shared/conversation/apiMessage.ts';
import { pdfType } from '../../shared/conversation/attachmentLimits.ts';

export interface PdfPart {
  name: string;
  data: string;
  url: string;
}

/** Null for what is none, or is no longer kept. */
export function pdfPart(part: ApiContentPart): PdfPart | null {
  if (part.type !== 'file' || part.mediaType !== pdfType || part.data === undefined) return null;
  // OpenAI: "Invalid file … Expected a file with an application/pdf MIME type", told by the name.
  const name = /\.pdf$/i.test(part.name) ? part.name : `${part.name}.pdf`;
  return { name, data: part.data, url: `data:${pdfType};base64,${part.data}` };
}
