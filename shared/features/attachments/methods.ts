// What goes with a message: pictures, documents, texts.

import { z } from 'zod';
import { attachmentPieceBytes, maxAttachments } from '../../conversation/attachmentLimits.ts';
import type { AddedAttachment } from '../../conversation/attachments.ts';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, method, type Nothing } from '../../protocol/method.ts';

const attachmentRef = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(300),
  mediaType: z.string().min(1).max(200),
  bytes: z.number().int().min(0),
});

export const attachmentRefs = z.array(attachmentRef).max(maxAttachments);

export const attachmentMethods = {
  /**
   * A piece of something that is to go with a message; kept when the `last` piece is here. Pieces of one `uploadId` come from
   * one connection, each with the bytes before it as its `offset`: 0 begins it. PARAMS_INVALID: the piece does not fit behind
   * those before it. CANCELLED: the upload has ended. After both nothing of it is kept; begin again with another `uploadId`.
   */
  'attachment.add': method<{ attachment: AddedAttachment | null }>()(
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
  /** Ends an upload of this connection; nothing of it is kept. */
  'attachment.drop': method<Nothing>()('none', z.object({ uploadId: z.string().min(1).max(100) })),
  /** For each of them why the model would not get it as it is; `model` null: the one of the conversation. */
  'attachment.check': method<{ problems: (UserTextData | null)[] }>()(
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
  /** A piece of the bytes of an attachment, as they are kept: for looking at a text and for saving a file. */
  'attachment.readPart': method<{ base64: string; nextOffset: number | null; totalBytes: number }>()(
    'none',
    z.object({
      conversationId,
      hash: attachmentRef.shape.hash,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1_500_000).default(attachmentPieceBytes),
    }),
  ),
  /** The bytes of an image that a result or a person brought, as base64. Other attachments: `attachment.readPart`. */
  'attachment.read': method<{ mediaType: string; base64: string }>()(
    'none',
    z.object({ conversationId, hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
} as const;
