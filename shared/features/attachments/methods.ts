// Attachments of messages: images, documents, text files.

import { z } from 'zod';
import { attachmentPieceBytes, maxAttachments } from '../../conversation/attachmentLimits.ts';
import type { AddedAttachment } from '../../conversation/attachments.ts';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, type Nothing } from '../../protocol/method.ts';

const attachmentRef = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(300),
  mediaType: z.string().min(1).max(200),
  bytes: z.number().int().min(0),
});

export const attachmentRefs = z.array(attachmentRef).max(maxAttachments);

export const attachmentMethods = {
  /**
   * Uploads a chunk of an attachment, which is stored with the `last` chunk. All chunks of an `uploadId` come from one
   * connection; `offset` is the number of bytes before it, and 0 starts the upload. PARAMS_INVALID: the chunk does not
   * follow the previous ones. CANCELLED: the upload has ended. Both discard the upload; start again with a new
   * `uploadId`.
   */
  'attachment.add': defineMethod<{ attachment: AddedAttachment | null }>()(
    'none',
    z.object({
      conversationId,
      uploadId: z.string().min(1).max(100),
      name: z.string().min(1).max(300),
      mediaType: z.string().max(200),
      base64: z.string().max(2_000_000),
      offset: z.number().int().min(0),
      last: z.boolean(),
    }),
  ),
  /** Cancels an upload of this connection and discards it. */
  'attachment.drop': defineMethod<Nothing>()('none', z.object({ uploadId: z.string().min(1).max(100) })),
  /** Returns for each attachment why the model would not receive it as is; `model` null: the conversation's model. */
  'attachment.check': defineMethod<{ problems: (UserTextData | null)[] }>()(
    'none',
    z.object({
      conversationId: conversationId.nullable(),
      model: z
        .object({ provider: z.string().max(80), model: z.string().min(1).max(300) })
        .nullable()
        .default(null),
      attachments: attachmentRefs,
    }),
  ),
  /** Returns a chunk of an attachment as stored, for viewing a text or saving a file. */
  'attachment.readPart': defineMethod<{ base64: string; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      hash: attachmentRef.shape.hash,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_500_000).default(attachmentPieceBytes),
    }),
  ),
  /** Returns an image from a result or a user as base64. For other attachments use `attachment.readPart`. */
  'attachment.read': defineMethod<{ mediaType: string; base64: string }>()(
    'none',
    z.object({ conversationId, hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
} as const;
