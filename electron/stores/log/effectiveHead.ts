// Determines the open branch. While another copy is being merged, the last record may belong to that copy, so the
// previously open branch stays open, even after an interruption.

import type { Message } from '../../../shared/conversation/message.ts';
import type { ConversationMeta, Head } from '../../conversation/formats.ts';

/** The effective head of this log; null means the last record. */
export function effectiveHeadOf(meta: Pick<ConversationMeta, 'head' | 'merging'>, last: Message | null): Head | null {
  if (!meta.merging || !last || meta.head?.after === last.id) return meta.head;
  return { id: meta.merging.head, after: last.id };
}
