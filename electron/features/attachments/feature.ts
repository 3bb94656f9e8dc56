// attachment.*: files that the user adds to messages. Images in results are read in tool.ts.

import { fail, ok } from '../../../shared/core/errors.ts';
import { imageType } from '../../../shared/core/imageType.ts';
import { say } from '../../../shared/core/sentence.ts';
import type { attachmentMethods } from '../../../shared/features/attachments/methods.ts';
import type { HandlersOf } from '../../lib/protocolServer.ts';
import type { Engine } from '../../platform.ts';
import type { AppParts } from '../appParts.ts';
import { defineFeature } from '../feature.ts';
import { type AttachmentService, createAttachmentService } from './attachmentService.ts';

declare module '../appParts.ts' {
  interface AppParts {
    attachments: AttachmentService;
  }
}

export const attachmentsFeature = defineFeature<typeof attachmentMethods>()({
  create: ({ chatDeps }: Engine) => createAttachmentService(chatDeps),
  handlers,
});

function handlers({ store, attachments }: AppParts): HandlersOf<typeof attachmentMethods> {
  return {
    async 'attachment.add'({ base64, mediaType: _said, ...piece }, connection) {
      const upload = { connectionId: connection.id, uploadId: piece.uploadId };
      const name = `upload:${piece.uploadId}`;
      // Drop an unfinished upload with its connection.
      if (piece.offset === 0 && !attachments.isOpen(upload)) {
        connection.keep(name, () => void attachments.drop(upload));
      }
      const added = await attachments.add({ ...piece, ...upload, bytes: Buffer.from(base64, 'base64') });
      if (!added.ok || piece.last) connection.release(name);
      if (connection.signal.aborted) await attachments.drop(upload);
      return added.ok ? ok({ attachment: added.value }) : added;
    },

    async 'attachment.drop'({ uploadId }, connection) {
      await attachments.drop({ connectionId: connection.id, uploadId });
      connection.release(`upload:${uploadId}`);
      return ok({});
    },

    async 'attachment.check'({ conversationId, model, attachments: refs }) {
      return ok({ problems: await attachments.check(conversationId, model, refs) });
    },

    async 'attachment.readPart'({ conversationId, hash, offset, limit }) {
      const read = await store.readAttachmentPart(conversationId, hash, offset, limit);
      if (!read.ok) return read;
      const { bytes, nextOffset, totalBytes } = read.value;
      return ok({ base64: bytes.toString('base64'), nextOffset, totalBytes });
    },

    async 'attachment.read'({ conversationId, hash }) {
      const read = await store.readAttachment(conversationId, hash);
      if (!read.ok) return read;
      const mediaType = imageType(read.value);
      // Mentioned files are stored next to images but are not shown as images.
      if (mediaType === null) return fail('NOT_SUPPORTED', say`This attachment is not an image that can be shown.`);
      return ok({ mediaType, base64: read.value.toString('base64') });
    },
  };
}
