// How much may go with a message. Pure.

const megabyte = 1024 * 1024;

/**
 * Bytes of one attachment. As base64 it has 33 MB, which OpenAI takes in one request beside other files (guide of file inputs:
 * 50 MB for all of them); Anthropic takes requests of 32 MB, so there a PDF has at most 24 MB.
 */
export const maxAttachmentBytes = 25 * megabyte;

/** Attachments of one message. */
export const maxAttachments = 50;

/**
 * Bytes of one text, which is sent among the words (OpenAI's API reference: at most 10,485,760 characters of text): some are
 * for the block that it stands in and for what is said of it.
 */
export const maxTextBytes = 10 * megabyte - 64 * 1024;

/** Bytes of one piece of an upload: as base64 it fits into a frame of the contract many times. */
export const attachmentPieceBytes = 768 * 1024;

export const pdfType = 'application/pdf';
export const plainTextType = 'text/plain';

export function isTextType(mediaType: unknown): boolean {
  return typeof mediaType === 'string' && mediaType.startsWith('text/');
}
