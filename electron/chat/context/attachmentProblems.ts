// Reports before sending why a model will not receive an attachment as is. When unknown, the server decides.

import { isTextType, pdfType } from '../../../shared/conversation/attachmentLimits.ts';
import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { isImageType } from '../../../shared/core/imageType.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { readAttachmentBytes } from '../../lib/attachmentBytes.ts';
import type { AttachmentLimits } from '../../ports/provider.ts';
import type { AttachmentStore } from '../../ports/store.ts';

/** `tokens`: the model's context size. Returns one sentence per affected attachment, in order. */
export function attachmentProblems(
  attachments: readonly AttachmentRef[],
  limits: AttachmentLimits | null,
  { model, tokens, takesImages = true }: { model: string; tokens: number; takesImages?: boolean },
): (Sentence | null)[] {
  let images = 0;
  let encoded = 0;
  return attachments.map(({ mediaType, bytes }) => {
    if (isTextType(mediaType)) {
      return bytes / maxBytesPerToken > tokens ? say`It is longer than ${model} can read at once.` : null;
    }
    encoded += Math.ceil(bytes / 3) * 4;
    if (isImageType(mediaType)) {
      if (!takesImages) return say`${model} does not accept images, so a note is sent instead of this one.`;
      images++;
    }
    return limits && problemOf(mediaType, bytes, limits, images, encoded);
  });
}

/** No long text exceeds this many bytes per token. */
const maxBytesPerToken = 8;
/** Bytes of a request reserved for the text around the files. */
const forWords = 64 * 1024;

function problemOf(
  mediaType: string,
  bytes: number,
  limits: AttachmentLimits,
  images: number,
  encoded: number,
): Sentence | null {
  const { host } = limits;
  if (mediaType === pdfType) {
    if (limits.pdf === 'not_taken') return say`${host} does not accept PDF files: only the file name would be sent.`;
    if (encoded + forWords > limits.bodyBytes) return tooMuch(limits);
    return limits.pdf === 'unknown' ? say`Not every server can read PDF files; ${host} may reject the message.` : null;
  }
  if (bytes > limits.imageBytes) return say`${host} accepts images of up to ${megabytes(limits.imageBytes)}.`;
  if (images > limits.images) return say`${host} accepts up to ${limits.images} images in one conversation.`;
  return encoded + forWords > limits.bodyBytes ? tooMuch(limits) : null;
}

function tooMuch({ host, bodyBytes }: AttachmentLimits): Sentence {
  return say`With this attachment, the message exceeds the ${megabytes(bodyBytes)} limit of ${host}.`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 2 })} MB`;
}

// Validates attachments against the stored bytes: a message never refers to missing files, and never mislabels them.

/** MESSAGE_NOT_FOUND names missing files. */
export async function checkAttachments(
  store: Pick<AttachmentStore, 'readAttachment'>,
  conversationId: string,
  attachments: readonly AttachmentRef[],
): Promise<Result<AttachmentRef[]>> {
  const checked: AttachmentRef[] = [];
  for (const attachment of attachments) {
    const bytes = await store.readAttachment(conversationId, attachment.hash);
    const read = bytes.ok ? await readAttachmentBytes(bytes.value) : null;
    if (!read?.ok) {
      const why = read ? say`it ${read.problem}` : say`it is no longer stored`;
      return fail(
        'MESSAGE_NOT_FOUND',
        say`The message was not sent because ${attachment.name} cannot be sent with it: ${why}. Remove it, or add it again.`,
      );
    }
    checked.push({ hash: attachment.hash, name: attachment.name, mediaType: read.mediaType, bytes: read.bytes.length });
  }
  return ok(checked);
}
