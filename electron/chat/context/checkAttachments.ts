// Checks the attachments of a message against the stored bytes: a message never refers to something missing, and never labels
// it as something it is not.

import type { AttachmentRef } from '../../../shared/conversation/attachments.ts';
import { fail, ok, type Result } from '../../../shared/errors.ts';
import { say } from '../../../shared/sentence.ts';
import { readAttachmentBytes } from '../../lib/attachmentBytes.ts';
import type { ConversationStore } from '../../ports/store.ts';

/** MESSAGE_NOT_FOUND names what is no longer kept. */
export async function checkAttachments(
  store: Pick<ConversationStore, 'readAttachment'>,
  conversationId: string,
  attachments: readonly AttachmentRef[],
): Promise<Result<AttachmentRef[]>> {
  const checked: AttachmentRef[] = [];
  for (const given of attachments) {
    const found = await store.readAttachment(conversationId, given.hash);
    const read = found.ok ? readAttachmentBytes(found.value) : null;
    if (!read?.ok) {
      const why = read ? say`it ${read.problem}` : say`it is no longer stored`;
      return fail(
        'MESSAGE_NOT_FOUND',
        say`The message was not sent: ${given.name} cannot be sent with it; ${why}. Remove it, or add it again.`,
      );
    }
    checked.push({ hash: given.hash, name: given.name, mediaType: read.mediaType, bytes: read.bytes.length });
  }
  return ok(checked);
}
