// Limits on a message's attachments.

const megabyte = 1024 * 1024;

/**
 * In bytes. Base64 turns 25 MB into 33 MB, which OpenAI accepts next to other files (file inputs guide: 50 MB in
 * total). Anthropic accepts requests up to 32 MB, so its PDFs are limited to 24 MB.
 */
export const maxAttachmentBytes = 25 * megabyte;

/** Per message. */
export const maxAttachments = 50;

/**
 * In bytes. Text files are sent as part of the text, which OpenAI limits to 10,485,760 characters (API reference); the
 * margin is for the surrounding block.
 */
export const maxTextBytes = 10 * megabyte - 64 * 1024;

/** In bytes. Small enough that its base64 fits easily into one contract frame. */
export const attachmentPieceBytes = 768 * 1024;

export const pdfType = 'application/pdf';
export const plainTextType = 'text/plain';

export function isTextType(mediaType: unknown): boolean {
  return typeof mediaType === 'string' && mediaType.startsWith('text/');
}
