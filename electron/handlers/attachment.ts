// attachment.*: what a person adds to messages. What images brought by results are is read in tool.ts.

import type { Handlers } from '../../shared/contract/protocol/server.ts';
import { ok } from '../../shared/errors.ts';
import type { HandlerDeps } from './handlerDeps.ts';

type Methods = 'attachment.add' | 'attachment.drop' | 'attachment.check' | 'attachment.readPart';

export function attachmentHandlers({ store, attachments }: HandlerDeps): Pick<Handlers, Methods> {
  return {
    async 'attachment.add'({ base64, mediaType: _said, ...piece }, connection) {
      const upload = { connectionId: connection.id, uploadId: piece.uploadId };
      const name = `upload:${piece.uploadId}`;
      // An upload that is not ended goes with the connection that began it.
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
  };
}
