// Placeholder text for attachments that a provider API cannot carry.

import type { ApiContentPart } from '../../shared/conversation/apiMessage.ts';

/** Returns the sentence sent in place of an attachment. */
export function attachmentNote(part: Exclude<ApiContentPart, { type: 'text' }>): string {
  const name = part.type === 'file' ? `${part.name}, ${part.mediaType}` : part.mediaType;
  return `[Attachment not sent: ${name}]`;
}
