// The placeholder for a part that a wire format cannot carry.

import type { ApiContentPart } from '../../shared/conversation/apiMessage.ts';

/** A sentence in the place of an attachment that is not sent. */
export function attachmentNote(part: Exclude<ApiContentPart, { type: 'text' }>): string {
  const name = part.type === 'file' ? `${part.name}, ${part.mediaType}` : part.mediaType;
  return `[Attachment not sent: ${name}]`;
}
