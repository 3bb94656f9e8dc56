// Converts tool results to Gemini parts. Since version 3, a result can contain images; older models receive them in a
// following user message (ai.google.dev/gemini-api/docs/function-calling, "multimodal function responses").

import type { ApiContentPart, ApiMessage } from '../../../shared/conversation/apiMessage.ts';
import { attachmentNote } from '../attachmentNote.ts';
import { pdfPart } from '../pdfPart.ts';
import { versionOf } from './abilities.ts';
import type { Part } from './replayed.ts';

/** The call that a result answers, as it is sent. */
export interface AnsweredCall {
  name: string;
  id?: string;
}

/** Only if known to be supported: other models reject the request. */
export function takesImagesInside(model: string): boolean {
  return (versionOf(model) ?? 0) >= 3;
}

export function resultPart(message: ApiMessage & { role: 'tool' }, { name, id }: AnsweredCall, model: string): Part {
  const inside = takesImagesInside(model) ? userParts(message.images ?? []) : [];
  const texts = inside.flatMap((part) => (typeof part.text === 'string' ? part.text : []));
  const content = [message.content, ...texts].join('\n');
  const parts = inside.filter((part) => part.inlineData !== undefined);
  return {
    functionResponse: {
      ...(id === undefined ? {} : { id }),
      name,
      response: message.content.startsWith('Error: ') ? { error: content } : { output: content },
      ...(parts.length > 0 ? { parts } : {}),
    },
  };
}

/** docs: image-understanding. GIF is rejected: "Unsupported MIME type". */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'];

export function userParts(content: string | ApiContentPart[]): Part[] {
  if (typeof content === 'string') return [{ text: content }];
  return content.map((part) => {
    if (part.type === 'text') return { text: part.text };
    if (part.type === 'image' && part.data !== undefined && imageTypes.includes(part.mediaType))
      return { inlineData: { mimeType: part.mediaType, data: part.data } };
    const pdf = pdfPart(part);
    if (pdf) return { inlineData: { mimeType: 'application/pdf', data: pdf.data } };
    return { text: attachmentNote(part) };
  });
}
