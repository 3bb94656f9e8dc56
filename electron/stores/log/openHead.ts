// Which branch is open. While another copy is taken in, the last record may be one of its: what was open before stays open,
// also when that was interrupted.

import type { Message } from '../../../shared/conversation/message.ts';
import type { Head } from '../../conversation/branch.ts';
import type { ConversationMeta } from '../../conversation/formats.ts';

/** The head that counts for this log: null is the last record. */
export function openHead(meta: Pick<ConversationMeta, 'head' | 'merging'>, last: Message | null): Head | null {
  if (!meta.merging || !last || meta.head?.after === last.id) return meta.head;
  return { id: meta.merging.head, after: last.id };
}
